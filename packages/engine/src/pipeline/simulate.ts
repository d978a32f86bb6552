import { orOnProcessor, released } from '../device.ts';
import type { Host, RgbImage } from '../host.ts';
import type { DeepImage } from '../images/deep-image.ts';
import { loadReadOut } from '../sensors/read-out/read-out-pixels.ts';
import { toEngineUnits } from '../field-descriptor.ts';
import type { Development, PlannedIsp } from '../isps/isp-code.ts';
import { DEEP_ISP, isps, planOfIsp, type IspReports } from '../isps/list.ts';
import { neutralGainsLine } from '../isps/white-balance.ts';
import type { FormingFacts } from '../optics/forming-facts.ts';
import type { ShownImage } from '../images/shown-image.ts';
import { developLinear } from './develop-raw.ts';
import { heldPlan, meteredSeconds } from './held-plan.ts';
import { halfSizePicture } from '../sensors/half-size-picture.ts';
import { VERSION } from '../version.ts';
import { algorithmStage, toRgb, type AlgorithmOutcome } from './algorithm-stage.ts';
import { correctedMosaic, tonesAsGrey } from './corrections-stage.ts';
import { describeObject } from './describe-object.ts';
import { worldReport } from './world-report.ts';
import type { ObjectReport } from './object-report.ts';
import { describeOptics, reportedFacts } from './describe-optics.ts';
import { focusedPlan } from './focused-plan.ts';
import { formLight } from './form-light.ts';
import { developStage, ispOf, meteredShot, plannedIsp } from './isp-stage.ts';
import { keepSpectra } from './keep-spectra.ts';
import { lensOfRun } from './lens-of-run.ts';
import { describeScene, lightSceneStage } from './light-scene-stage.ts';
import { computedLine } from './lines/computed-line.ts';
import {
  rawClippingLine,
  sceneParagraphs,
  seedsLine,
  sensorParagraphs,
  type Paragraphs,
} from './lines/run-lines.ts';
import { depthLines } from './lines/depth-lines.ts';
import { overShotLines } from './lines/world-lines.ts';
import { objectLines } from './lines/object-lines.ts';
import { recipeLines } from './lines/recipe-lines.ts';
import { runInformation } from './lab/run-information.ts';
import { informationLines } from './lines/information-lines.ts';
import { measurementLines } from './lines/measurement-lines.ts';
import { verdictLines } from './lines/verdict-line.ts';
import type { Measurement } from './measurements/list.ts';
import { measureRun } from './measurements/measure-run.ts';
import { withWorld } from './with-world.ts';
import { opticalImageStage } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import type { RunContext } from './run-context.ts';
import type { SimulationReport } from './report.ts';
import { rawOf, toGrey, type SensedPlan } from './sensor-stage.ts';
import type { SceneToForm, Shot } from './shot.ts';
import { memoryOf, type RememberedResult } from '../stage-memory.ts';
import { UNWATCHED, textOf, type LogText, type LogTopic } from '../stage.ts';
import { repeatable, stageTimer, stagesOf, type TimedStage } from './stage-timer.ts';

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

/** What the parts of a run share. */
interface Run extends Shot {
  readonly host: Host;
  readonly context: RunContext;
  readonly toForm: SceneToForm;
  readonly timed: ReturnType<typeof stageTimer>['timed'];
  readonly say: (topic: LogTopic, lines: readonly LogText[]) => void;
  readonly sayAll: (paragraphs: Paragraphs) => void;
}

/** The picture before the algorithm stage. */
interface Taken {
  readonly image: ShownImage;
  readonly facts: FormingFacts | undefined;
  readonly raw?: Uint16Array;
  /** Input of the network, where that is not the image itself. */
  readonly forNetworks?: RgbImage;
  readonly sensor?: NonNullable<SimulationReport['sensor']>;
  /** Present for pictures that a sensor has taken. */
  readonly object?: ObjectReport | null;
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
  asked: SimulationPlan,
  host: Host,
  context: RunContext,
): Promise<SimulationResult> {
  const { held } = asked;
  const plan = held
    ? await heldPlan(await heldWorlds(asked, held, host, context), host, (base) =>
        meteredSeconds(base, host, () => context.stopped()),
      )
    : asked;
  if (!host.device || context.needsDevice) return simulateOnce(plan, host, context);
  const watched = repeatable(context);
  const tell = (sentence: string): void => {
    watched.log(sentence, 'How it was computed', true);
  };
  return orOnProcessor(host, tell, (own) => simulateOnce(plan, own, watched));
}

/** A plan with its own world rendered, and the world of the run it is held to. */
async function heldWorlds(
  plan: SimulationPlan,
  held: NonNullable<SimulationPlan['held']>,
  host: Host,
  context: RunContext,
): Promise<SimulationPlan> {
  const watch = { stopped: () => context.stopped(), progress: () => undefined };
  const own = hostOfOwner(host, context);
  const base = await withWorld(held.base, own, watch);
  return { ...(await withWorld(plan, own, watch)), held: { ...held, base } };
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
  const sayAll = (paragraphs: Paragraphs): void => {
    for (const [topic, lines] of paragraphs) say(topic, lines);
  };
  // Written before anything is loaded, so that the log starts immediately.
  say('Recipe', recipeLines(asked));
  const { timings, timed } = stageTimer(stagesOf(asked), host, context);
  const { plan, lens, lit, toForm } = await timed('scene', async (stage) => {
    const rendered = await withWorld(asked, host, stage);
    const { result, toForm, isKept } = await lightSceneStage(rendered, host);
    const plan = await focusedPlan(rendered, result);
    const lens = await lensOfRun(plan);
    if (isKept) stage.recalled('all');
    return { plan, lens, lit: result, toForm };
  });
  const run: Run = { plan, host, context, timed, say, sayAll, lens, lit, toForm };
  const described = {
    ...describeScene(plan, lit),
    optics: describeOptics(plan, lit, lens, context.measures !== false),
  };
  sayAll(sceneParagraphs(run, described));

  const taken: Taken = sensor
    ? await photograph(run, { ...plan, sensor })
    : await timed('optics', async (stage) =>
        formed(await opticalImageStage(run, toForm, host, stage), stage),
      );
  const { object = describeObject(run) } = taken;
  if (!sensor) {
    say('Field of view', depthLines(taken.facts?.depth));
    say('Object', objectLines(object));
  }
  const { image, facts, raw, forNetworks, deep } = taken;
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
    object,
    ...worldOf(run, taken.sensor),
    ...(taken.sensor && { sensor: taken.sensor }),
    ...taken.developed,
    ...(outcome && { algorithm: outcome.report }),
    ...informationOf(run, taken.sensor),
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
  const measurements = await measured(run, taken);
  const complete = { ...report, measurements };
  if (context.measures !== false) say('Verdict', verdictLines(complete, taken.inShort));
  return { ...pictures, raw, ...(deep && { deep }), report: complete };
}

/** How a world was rendered, and whether its noise is too large. */
function worldOf({ plan, lit, say }: Run, read: Taken['sensor']): Pick<SimulationReport, 'world'> {
  const found = worldReport(plan, lit, read);
  say('Signal', overShotLines(found.world));
  return found;
}

/** What the raw pixels tell, where the recipe asks for it. */
function informationOf(
  { plan, lit, lens, say }: Run,
  read: Taken['sensor'],
): Pick<SimulationReport, 'information'> {
  const { lab, sensor } = plan;
  if (!lab || !sensor || !read) return {};
  const found = runInformation({ plan: { ...plan, sensor }, lit, lens }, lab, read.exposureSeconds);
  say('Measurements', informationLines(lab, found));
  return { information: found ?? null };
}

/** What is measured on the picture, each told and logged as it comes. */
async function measured(
  run: Run,
  { raw, image, shown, isDeveloped = false, sensor }: Taken,
): Promise<readonly Measurement[]> {
  const { context, say } = run;
  if (context.measures === false) return [];
  const measurements = await measureRun(
    { ...run, shown },
    { raw, image, isDeveloped, exposureSeconds: sensor?.exposureSeconds },
  );
  for (const measurement of measurements) {
    context.measurement?.(measurement);
    say('Measurements', measurementLines(measurement));
  }
  return measurements;
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

/** Forms the picture, reads the sensor out and, where an ISP is chosen, develops it. */
async function photograph(run: Run, plan: SensedPlan): Promise<Taken> {
  const { host, context, timed, say, sayAll, lens, lit, toForm } = run;
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
  const object = describeObject(shot, report.exposureSeconds);
  sayAll(sensorParagraphs(report, plan.grid, object));
  const read = { ...sensed, ...(host.memory && { key: rawKey }) };
  const picture = planned
    ? await develop(run, plan, read, planned)
    : await undeveloped(run, plan, read);
  return {
    raw,
    facts,
    sensor: report,
    object,
    ...picture,
    ...(context.deep && { deep: picture.deep ?? (await deepPicture(run, plan, sensed)) }),
  };
}

/** What a stage after the sensor gets of it. */
type Sensed = Awaited<ReturnType<typeof rawOf>>['result'] & { readonly key?: string };

/** What comes after the sensor. */
type Developed = Omit<Taken, 'facts' | 'raw' | 'sensor' | 'object'>;

/** Develops what the sensor has read with the chosen ISP. */
async function develop(
  { host, timed, say, lens, lit, context }: Run,
  plan: SensedPlan,
  sensed: Sensed,
  planned: PlannedIsp,
): Promise<Developed> {
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
    image,
    shown,
    inShort,
    isDeveloped: true,
    developed: { [isps[ispOf(plan)!.id].reportKey]: report },
    deep: context.deep ? deep?.() : undefined,
  };
}

/** Corrects the mosaic of a sensor and shows it in grey. */
async function undeveloped(
  { host, context, say, lens, lit }: Run,
  plan: SensedPlan,
  sensed: Sensed,
): Promise<Developed> {
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
    ...(plan.algorithm && {
      forNetworks: order
        ? halfSizePicture(raw, rows, columns, order, bits)
        : greyForNetworks(corrected.codes, plan),
    }),
  };
}

/** A mosaic in grey, after the curve of simple development, as networks expect pictures. */
function greyForNetworks(codes: Uint16Array, plan: SensedPlan): RgbImage {
  const { rows, columns, data } = developLinear(codes, plan.grid, plan, plan.sensor);
  const rgb = new Uint8Array(3 * data.length);
  for (const [at, grey] of data.entries()) rgb.fill(grey, 3 * at, 3 * at + 3);
  return { rows, columns, rgb };
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
