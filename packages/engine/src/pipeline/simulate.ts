import { orOnProcessor, released } from '../device.ts';
import type { Host, RgbImage } from '../host.ts';
import type { DeepImage } from '../images/deep-image.ts';
import type { LitScene } from '../illuminants/light.ts';
import { loadReadOut } from '../sensors/read-out/read-out-pixels.ts';
import { toEngineUnits } from '../field-descriptor.ts';
import type { Development, PlannedIsp } from '../isps/isp-code.ts';
import { DEEP_ISP, isps, planOfIsp, type IspReports } from '../isps/list.ts';
import { neutralGainsLine } from '../isps/white-balance.ts';
import { fieldOfViewLines, lensNameLines } from '../optics/field-of-view.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import { loadLens } from '../optics/load-lens.ts';
import type { Lens } from '../optics/lens.ts';
import type { ShownImage } from '../images/shown-image.ts';
import { halfSizePicture } from '../sensors/half-size-picture.ts';
import { clippedLine } from '../text/clipped-line.ts';
import { lettersOf } from '../text/figure.ts';
import { VERSION } from '../version.ts';
import { algorithmStage, toRgb, type AlgorithmOutcome } from './algorithm-stage.ts';
import { correctedMosaic, tonesAsGrey } from './corrections-stage.ts';
import { focusedPlan, modulationWeights } from './focused-plan.ts';
import { formLight } from './form-light.ts';
import { developStage, ispOf, meteredShot, plannedIsp } from './isp-stage.ts';
import { keepSpectra } from './keep-spectra.ts';
import { describeScene, lightSceneStage } from './light-scene-stage.ts';
import { chipTopics } from './lines/chip-lines.ts';
import { computedLine } from './lines/computed-line.ts';
import { depthLines } from './lines/depth-lines.ts';
import { focusLines } from './lines/focus-lines.ts';
import { strayLines } from './lines/stray-lines.ts';
import { lensLines } from './lines/lens-lines.ts';
import { recipeLines } from './lines/recipe-lines.ts';
import { samplingLine, sceneLines } from './lines/scene-lines.ts';
import { measurementLines } from './lines/measurement-lines.ts';
import { exposureLines, sensorLines, signalLines } from './lines/sensor-lines.ts';
import { verdictLines } from './lines/verdict-line.ts';
import type { Measurement } from './measurements/list.ts';
import { measureRun } from './measurements/measure-run.ts';
import { opticalImageStage } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import type { CacheUse, SimulationReport } from './report.ts';
import { rawOf, toGrey, type SensedPlan } from './sensor-stage.ts';
import type { SceneToForm, Shot } from './shot.ts';
import { memoryOf, type RememberedResult } from '../stage-memory.ts';
import {
  UNWATCHED,
  checkStopped,
  textOf,
  type LogText,
  type LogTopic,
  type StageContext,
} from '../stage.ts';
import type { StageSink } from './stage-sink.ts';

/** How a run is watched and stopped. */
export interface RunContext extends Pick<StageContext, 'stopped' | 'progress'> {
  /** One line for the log pane, under that heading; a warning deserves a look. */
  log(line: string, topic: LogTopic, isWarning: boolean): void;
  /** A stage has ended. */
  stage(name: string, ms: number, fromMemory?: CacheUse): void;
  /** Takes the picture as soon as it is ready: it is measured after that. */
  picture?(image: ShownImage, plain: ShownImage | undefined): void | Promise<void>;
  /** Takes each thing that is measured on the picture. */
  measurement?(measurement: Measurement): void;
  /**
   * Receives the arrays between the stages. With or without it the picture is the same; with it
   * nothing comes from memory.
   */
  readonly sink?: StageSink;
  /** False: nothing is measured on the picture, and the figures of the lens are left out. */
  readonly measures?: boolean;
  /** True: the picture of the reference ISP with 16 bits is wanted, whatever ISP is chosen. */
  readonly deep?: boolean;
  /** Whose results in the memory of the host may be used; the same for all runs unless given. */
  readonly owner?: string;
  /**
   * True: a device that fails makes the run fail, because results of it and of the processor are
   * not mixed. Otherwise such a run is computed again on the processor.
   */
  readonly needsDevice?: boolean;
}

/** The picture of a run and its report. */
export interface SimulationResult {
  /** The picture, with the drawing of the algorithm. */
  readonly image: ShownImage;
  /** The picture of the reference ISP with 16 bits, where `RunContext.deep` asks for it. */
  readonly deep?: DeepImage;
  /** The picture without that drawing; undefined where no algorithm drew. */
  readonly plain: ShownImage | undefined;
  /** Codes of the sensor, which must not be changed; undefined without one. */
  readonly raw: Uint16Array | undefined;
  readonly report: SimulationReport;
}

/** Times of the stages relative to each other, for the progress bar. */
const EFFORT = { scene: 1, optics: 3, sensor: 3, isp: 10, algorithm: 20 } as const;
type StageName = keyof typeof EFFORT;

/** The topic of a stage's lines in the log, where the stage names no other. */
const TOPICS: Readonly<Record<StageName, LogTopic>> = {
  scene: 'Scene and light',
  optics: 'How it was computed',
  sensor: 'Sensor',
  isp: 'ISP',
  algorithm: 'Algorithm',
};

/** What the parts of a run share. */
interface Run extends Shot {
  readonly host: Host;
  readonly context: RunContext;
  readonly toForm: SceneToForm;
  readonly timed: ReturnType<typeof stageTimer>['timed'];
  readonly say: (topic: LogTopic, lines: readonly LogText[]) => void;
}

/** What a stage gets besides its input. */
interface TimedStage extends StageContext {
  /** Is told that the result of the stage was found in memory. */
  recalled(fromMemory: CacheUse): void;
}

/** The picture before the algorithm stage. */
interface Taken {
  readonly image: ShownImage;
  readonly facts: FormingFacts | undefined;
  readonly raw?: Uint16Array;
  /** Input of the network, where that is not the image itself. */
  readonly forNetworks?: RgbImage;
  readonly sensor?: NonNullable<SimulationReport['sensor']>;
  /** The report of the ISP, under its name. */
  readonly developed?: IspReports;
  readonly isDeveloped?: boolean;
  readonly shown?: Development['shown'];
  readonly inShort?: Development['inShort'];
  readonly deep?: DeepImage | undefined;
}

/**
 * Runs illuminant → scene → optics → sensor → ISP → algorithm once, on the device of the host where
 * it has one. When the device fails, the whole run is computed on the processor.
 *
 * @throws SimulationError for a plan that cannot be computed; 'cancelled' when stopped; DeviceError
 *   where the context needs the device.
 */
export async function simulate(
  plan: SimulationPlan,
  host: Host,
  context: RunContext,
): Promise<SimulationResult> {
  if (!host.device || context.needsDevice) return simulateOnce(plan, host, context);
  const watched = repeatable(context);
  const tell = (sentence: string): void => {
    watched.log(sentence, 'How it was computed', true);
  };
  return orOnProcessor(host, tell, (own) => simulateOnce(plan, own, watched));
}

/**
 * A context that two attempts share: the second repeats no line of the log and no stage, and its
 * progress goes on.
 */
function repeatable(context: RunContext): RunContext {
  const known = new Set<string>();
  const once = (key: string, report: () => void): void => {
    if (!known.has(key)) report();
    known.add(key);
  };
  let furthest = 0;
  return {
    ...context,
    stopped: () => context.stopped(),
    log: (line, topic, isWarning) => {
      once(`${topic}: ${line}`, () => {
        context.log(line, topic, isWarning);
      });
    },
    stage: (name, ...figures) => {
      once(name, () => {
        context.stage(name, ...figures);
      });
    },
    progress: (share) => {
      if (share > furthest) context.progress(share);
      furthest = Math.max(furthest, share);
    },
  };
}

async function simulateOnce(
  asked: SimulationPlan,
  wholeHost: Host,
  context: RunContext,
): Promise<SimulationResult> {
  const host = hostOfOwner(wholeHost, context);
  const began = host.now();
  const { sensor, algorithm } = asked;
  const say = (topic: LogTopic, lines: readonly LogText[]): void => {
    for (const line of lines) context.log(textOf(line), topic, typeof line !== 'string');
  };
  // Written before anything is loaded, so that the log starts immediately.
  say('Recipe', recipeLines(asked));
  const { timings, timed } = stageTimer(stagesOf(asked), host, context);
  const { plan, lens, lit, toForm } = await timed('scene', async (stage) => {
    const { result, toForm, isKept } = await lightSceneStage(asked, host);
    const plan = await focusedPlan(asked, result);
    const lens = await loadLens(plan.optics);
    if (isKept) stage.recalled('all');
    return { plan, lens, lit: result, toForm };
  });
  const run: Run = { plan, host, context, timed, say, lens, lit, toForm };
  const described = {
    ...describeScene(plan, lit),
    optics: describeOptics(plan, lit, lens, context),
  };
  sayWhatIsSeen(run, described);

  const taken: Taken = sensor
    ? await photograph(run, { ...plan, sensor })
    : await timed('optics', async (stage) =>
        formed(await opticalImageStage(run, toForm, host, stage), stage),
      );
  if (!sensor) say('Field of view', depthLines(taken.facts?.depth));
  const { image, facts, raw, forNetworks, shown, deep } = taken;
  let outcome: AlgorithmOutcome | undefined;
  if (algorithm)
    outcome = await timed('algorithm', (stage) =>
      algorithmStage(
        algorithm,
        run,
        { cameraPicture: forNetworks ?? toRgb(image), result: image },
        host,
        stage,
      ),
    );
  if (context.sink) await keepSpectra(run, host, context, context.sink);

  const report = {
    version: VERSION,
    ...described,
    optics: { ...described.optics, ...reportedFacts(facts) },
    ...(taken.sensor && { sensor: taken.sensor }),
    ...taken.developed,
    ...(outcome && { algorithm: outcome.report }),
    seeds: plan.seeds,
    path: (await loadReadOut(host)).path,
    threads: host.threads,
    ...(host.device && { device: host.device.facts }),
    stages: timings,
    totalMs: host.now() - began,
  };
  if (sensor) say('Seeds', [seedsLine(plan)]);
  say('How it was computed', [computedLine(report)]);
  const pictures = { image: outcome?.drawn ?? image, plain: outcome?.drawn && image };
  await context.picture?.(pictures.image, pictures.plain);
  const measurements =
    context.measures === false
      ? []
      : await measureRun(
          { ...run, shown },
          { raw, image, isDeveloped: taken.isDeveloped === true },
        );
  for (const measurement of measurements) {
    context.measurement?.(measurement);
    say('Measurements', measurementLines(measurement));
  }
  const complete = { ...report, measurements };
  if (context.measures !== false) say('Verdict', verdictLines(complete, taken.inShort));
  return { ...pictures, raw, ...(deep && { deep }), report: complete };
}

/**
 * The host with that part of its memory that belongs to the owner of the run and to its device:
 * results of a device and of the processor are never mixed.
 */
const hostOfOwner = (host: Host, { owner = '', sink }: RunContext): Host => ({
  ...host,
  memory:
    host.memory && !sink
      ? memoryOf(host.memory, host.device ? `${owner} on ${host.device.facts.name}` : owner)
      : undefined,
});

/** A formed picture; the facts of one from memory say nothing of the time that its tables took. */
function formed<Result extends { readonly facts: FormingFacts | undefined }>(
  { result, isKept }: RememberedResult<Result>,
  stage: TimedStage,
): Result {
  if (!isKept) return result;
  stage.recalled('all');
  const { tracedMilliseconds: _, ...facts } = result.facts ?? {};
  return { ...result, facts: result.facts && { ...facts, tables: 'cached' } };
}

/** Facts of the forming as report.json has them. */
function reportedFacts(
  facts: FormingFacts | undefined,
): Pick<SimulationReport['optics'], 'depth' | 'forming'> {
  if (!facts) return {};
  const { depth, ...forming } = facts;
  if (!depth) return { forming };
  const { layers, nearM, farM, unknownPercent, hiddenPercent } = depth;
  return { depth: { layers, nearM, farM, unknownPercent, hiddenPercent }, forming };
}

const stagesOf = ({ sensor, isp, algorithm }: SimulationPlan): StageName[] => [
  'scene',
  'optics',
  ...(sensor ? ['sensor' as const, ...(isp ? ['isp' as const] : [])] : []),
  ...(algorithm ? ['algorithm' as const] : []),
];

/** Logs what is known before the picture is formed: lens, scene, and how they fit. */
function sayWhatIsSeen(
  { plan, say, lens, lit }: Run,
  described: Pick<SimulationReport, 'scene' | 'illuminant' | 'optics'>,
): void {
  const gridName = plan.sensor ? 'this' : 'a';
  const { hfov } = plan.scene.parameters;
  const field = fieldOfViewLines(lens, hfov, lit.scene, plan.grid, gridName);
  say('Lens', [
    ...lensNameLines(lens, plan.grid, lit.scene.depth !== undefined),
    ...lensLines(described.optics, lens.ghostCount?.()),
  ]);
  say('Focus', focusLines(described.optics.focus));
  say('Stray light', strayLines(described.optics.stray));
  say('Scene and light', sceneLines(plan, described));
  say('Field of view', [...field, samplingLine(described.optics)]);
}

/** Forms the picture, reads the sensor out and, where an ISP is chosen, develops it. */
async function photograph(run: Run, plan: SensedPlan): Promise<Taken> {
  const { host, context, timed, say, lens, lit, toForm } = run;
  const { grid } = plan;
  const shot = { plan, lit, lens };
  const planned = await plannedIsp(shot, host);
  const { light, facts, key } = await timed('optics', async (stage) => {
    const recalled = await formLight(shot, toForm, host, stage, host.device !== undefined);
    return { ...formed(recalled, stage), key: recalled.key };
  });
  say('Field of view', depthLines(facts?.depth));
  const { result: sensed, key: rawKey } = await timed('sensor', async (stage) => {
    const recalled = await rawOf(
      meteredShot(shot, planned),
      { light, key },
      host,
      stage,
      context.sink,
    );
    if (recalled.isKept) stage.recalled('all');
    return recalled;
  });
  await released(host.device, [light]);
  const { raw, report } = sensed;
  say('Sensor', sensorLines(report, grid));
  const { Motion, HDR } = chipTopics(report);
  say('Motion', Motion);
  say('HDR', HDR);
  say('Exposure', exposureLines(report));
  say('Signal', signalLines(report));
  const read = { ...sensed, ...(host.memory && { key: rawKey }) };
  const picture = planned
    ? await develop(run, plan, read, planned)
    : await undeveloped(run, plan, read);
  return {
    ...{ raw, facts, sensor: report },
    ...picture,
    ...(context.deep && { deep: picture.deep ?? (await deepPicture(run, plan, sensed)) }),
  };
}

/** What a stage after the sensor gets of it. */
type Sensed = Awaited<ReturnType<typeof rawOf>>['result'] & { readonly key?: string };

const rawClippingLine = ({ clippedPercent, channels }: Sensed['report']): LogText =>
  clippedLine('raw (well or converter full)', clippedPercent, lettersOf(channels));

/** Develops what the sensor has read with the chosen ISP. */
async function develop(
  { host, timed, say, lens, lit, context }: Run,
  plan: SensedPlan,
  sensed: Sensed,
  planned: PlannedIsp,
): Promise<Omit<Taken, 'facts' | 'raw' | 'sensor'>> {
  const { exposureSeconds, defects } = sensed.report;
  const { image, report, lines, shown, inShort, deep } = await timed('isp', async (stage) => {
    const read = { ...sensed, exposureSeconds, hasDefects: defects !== undefined };
    const developed = await developStage(planned, { plan, lens, lit }, read, { host, stage });
    if (developed.fromMemory) stage.recalled(developed.fromMemory);
    return developed;
  });
  if (planned.exposure) say('Exposure', [planned.exposure.line]);
  say('ISP', lines.isp);
  say('Clipping', [rawClippingLine(sensed.report), ...(lines.clipping ?? [])]);
  say('White balance', lines.whiteBalance);
  return {
    ...{ image, shown, inShort, isDeveloped: true },
    developed: { [isps[ispOf(plan)!.id].reportKey]: report },
    deep: context.deep ? deep?.() : undefined,
  };
}

/** Corrects the mosaic of a sensor and shows it in grey. */
async function undeveloped(
  { host, context, say, lens, lit }: Run,
  plan: SensedPlan,
  sensed: Sensed,
): Promise<Omit<Taken, 'facts' | 'raw' | 'sensor'>> {
  const { raw, report } = sensed;
  const { rows, columns } = plan.grid;
  const { order, bits } = plan.sensor;
  const { neutralGains: neutral } = report;
  const corrected = await correctedMosaic({ plan, lens, lit }, sensed, undefined, host, context);
  say('ISP', corrected.lines);
  say('Clipping', [rawClippingLine(report)]);
  if (neutral) say('White balance', [neutralGainsLine(neutral)]);
  return {
    image: {
      rows,
      columns,
      channels: 1,
      data: corrected.tones ? tonesAsGrey(corrected.tones) : toGrey(corrected.codes, bits),
    },
    ...(plan.algorithm &&
      order && { forNetworks: halfSizePicture(raw, rows, columns, order, bits) }),
  };
}

/** The picture with 16 bits, where the chosen ISP has none. */
async function deepPicture(
  { host, context, lens, lit }: Run,
  plan: SensedPlan,
  sensed: Sensed,
): Promise<DeepImage | undefined> {
  const isp = planOfIsp(DEEP_ISP, toEngineUnits(isps[DEEP_ISP].fields, {}));
  const shot = { plan, lens, lit };
  const planned = await plannedIsp(shot, host, isp);
  const read = { ...sensed, exposureSeconds: sensed.report.exposureSeconds, key: undefined };
  const stage = { ...UNWATCHED, stopped: () => context.stopped() };
  return (await developStage(planned!, shot, read, { host, stage })).deep?.();
}

const seedsLine = ({ seeds, noise }: SimulationPlan): string =>
  noise
    ? `Noise seeds: ${seeds.temporal} (shot and read), ${seeds.fixedPattern} (fixed pattern).`
    : 'Noise is off: every pixel shows its mean.';

/**
 * Runs stages: measures their times, reports progress, which never decreases, and stops between
 * stages.
 */
function stageTimer(names: readonly StageName[], host: Host, context: RunContext) {
  const effort = names.reduce((sum, name) => sum + EFFORT[name], 0);
  const timings: SimulationReport['stages'][number][] = [];
  let [done, furthest] = [0, 0];
  const progress = (share: number): void => {
    if (share <= furthest) return;
    furthest = share;
    context.progress(share);
  };
  const timed = async <Value>(
    name: StageName,
    work: (stage: TimedStage) => Promise<Value>,
  ): Promise<Value> => {
    checkStopped(context);
    const start = host.now();
    let fromMemory: CacheUse | undefined;
    const value = await work({
      stopped: () => context.stopped(),
      log: (line, topic = TOPICS[name], isWarning = false) => {
        context.log(line, topic, isWarning);
      },
      progress: (fraction) => {
        progress((done + fraction * EFFORT[name]) / effort);
      },
      recalled: (how) => {
        fromMemory = how;
      },
    });
    const ms = host.now() - start;
    timings.push({ name, ms, ...(fromMemory && { fromMemory }) });
    done += EFFORT[name];
    progress(done / effort);
    context.stage(name, ms, fromMemory);
    return value;
  };
  return { timings, timed };
}

function describeOptics(
  plan: SimulationPlan,
  lit: LitScene,
  lens: Lens,
  { measures = true }: RunContext,
): SimulationReport['optics'] {
  const { scene, grid } = plan;
  const footprint = lens.footprint(scene.parameters.hfov, lit.scene, grid);
  const imageColumns = footprint.right - footprint.left;
  const figures = measures
    ? lens.figures?.(
        (Math.hypot(grid.rows, grid.columns) * grid.pitch) / 2,
        grid.pitch,
        modulationWeights(plan, lit),
      )
    : undefined;
  return {
    label: lens.label,
    focalLengthMm: lens.focalLength * 1e3,
    fNumber: lens.fNumber,
    whiteIlluminanceLux: lit.whiteLuminance * lens.irradiancePerRadiance,
    meanIlluminanceLux: lit.meanLuminance * lens.irradiancePerRadiance,
    imageColumns,
    imageRows: footprint.bottom - footprint.top,
    sceneSamplesPerPixel: lit.scene.columns / imageColumns,
    ifovDegrees: (2 * lens.fieldAngle(grid.pitch / 2) * 180) / Math.PI,
    nyquistLinePairsPerMm: 1e-3 / (2 * grid.pitch),
    cutoffLinePairsPerMm: 1e-3 / (550e-9 * lens.fNumber),
    ...(lens.focus && { focus: lens.focus(2 * grid.pitch) }),
    ...(lens.stray && { stray: lens.stray(grid) }),
    ...(figures && { figures }),
  };
}
