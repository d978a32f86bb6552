import type { Host, RgbImage } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import { loadReadOut } from '../kernels/load-read-out.ts';
import { fieldOfViewLines } from '../optics/field-of-view.ts';
import { loadLens } from '../optics/load-lens.ts';
import type { Lens } from '../optics/lens.ts';
import type { ShownImage } from '../optics/render-optical-image.ts';
import { halfSizePicture } from '../sensors/half-size-picture.ts';
import { VERSION } from '../version.ts';
import { algorithmStage, toRgb, type AlgorithmOutcome } from './algorithm-stage.ts';
import { figure } from './figure.ts';
import { keepSpectra } from './keep-spectra.ts';
import { ispStage } from './isp-stage.ts';
import { describeScene, lightSceneStage } from './light-scene-stage.ts';
import { opticalImageStage } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import { receptorsOf, sensorStage, toGrey } from './sensor-stage.ts';
import { checkStopped, type StageContext } from './stage.ts';
import type { StageSink } from './stage-sink.ts';

/** How a run is watched: the stages' context, and what only the whole run has. */
export interface RunContext extends StageContext {
  /** A stage has ended. */
  stage(name: string, ms: number): void;
  /** Takes the arrays between the stages, when wanted; never changes the picture. */
  readonly sink?: StageSink;
}

/** The picture and what is known about it. */
export interface SimulationResult {
  /** With what an algorithm drew on it. */
  readonly image: ShownImage;
  /** The same without, where an algorithm drew. */
  readonly plain: ShownImage | undefined;
  readonly report: SimulationReport;
}

/** Stages with what they cost against each other, for the progress bar. */
const EFFORT = { scene: 1, optics: 3, sensor: 3, isp: 10, algorithm: 20 } as const;
type StageName = keyof typeof EFFORT;

/**
 * Runs illuminant → scene → optics → sensor → ISP → algorithm once.
 *
 * @throws SimulationError for anything the person can put right; code 'cancelled' after Stop.
 */
export async function simulate(
  plan: SimulationPlan,
  host: Host,
  context: RunContext,
): Promise<SimulationResult> {
  const began = host.now();
  const { grid, sensor, isp, algorithm } = plan;
  const { timings, timed } = stageTimer(
    [
      'scene',
      'optics',
      ...(sensor ? ['sensor' as const, ...(isp ? ['isp' as const] : [])] : []),
      ...(algorithm ? ['algorithm' as const] : []),
    ],
    host,
    context,
  );
  const [lens, lit] = await timed(
    'scene',
    async (stage) =>
      [await loadLens(plan.optics), await lightSceneStage(plan, host, stage)] as const,
  );
  const optics = describeOptics(plan, lit, lens);
  for (const line of fieldOfViewLines(
    lens,
    plan.scene.parameters.hfov,
    lit.scene,
    grid,
    sensor ? 'this' : 'a',
  ))
    context.log(line);
  context.log(
    `Image plane: ${figure(optics.whiteIlluminanceLux)} lux from white, ${figure(optics.meanIlluminanceLux)} lux from the scene's mean; ${figure(optics.sceneSamplesPerPixel)} scene samples per pixel, ${optics.ifovDegrees.toFixed(4)}° per pixel, Nyquist ${optics.nyquistLinePairsPerMm.toFixed(0)} lp/mm${plan.optics ? ` (diffraction ends the lens's contrast at ${optics.cutoffLinePairsPerMm.toFixed(0)})` : ''}.`,
  );

  let image: ShownImage;
  let forNetworks: RgbImage | undefined;
  let sensed: SimulationReport['sensor'];
  let developed: SimulationReport['isp'];
  if (sensor) {
    const sensedPlan = { ...plan, sensor };
    const light = await timed('optics', (stage) =>
      lens.formImage(
        lit,
        plan.scene.parameters.hfov,
        grid,
        receptorsOf(sensor),
        host,
        stage,
        plan.quality,
      ),
    );
    const { raw, report } = await timed('sensor', (stage) =>
      sensorStage(sensedPlan, lit, lens, light, host, stage, context.sink),
    );
    sensed = report;
    if (isp)
      ({ image, report: developed } = await timed('isp', (stage) =>
        ispStage(sensedPlan, isp, raw, host, stage),
      ));
    else {
      image = {
        rows: grid.rows,
        columns: grid.columns,
        channels: 1,
        data: toGrey(raw, sensor.bits),
      };
      context.log(
        `No ISP is chosen: the picture is the raw mosaic in grey.${algorithm ? ' The algorithm gets it in colours at half the size: red, mean green and blue of every 2 x 2 pixels, with the curve of sRGB and no white balance.' : ''}`,
      );
      if (algorithm)
        forNetworks = halfSizePicture(raw, grid.rows, grid.columns, sensor.order, sensor.bits);
    }
  } else image = await timed('optics', (stage) => opticalImageStage(plan, lit, lens, host, stage));
  let outcome: AlgorithmOutcome | undefined;
  if (algorithm)
    outcome = await timed('algorithm', (stage) =>
      algorithmStage(algorithm, plan, lit, lens, forNetworks ?? toRgb(image), image, host, stage),
    );
  if (context.sink) await keepSpectra(plan, lit, lens, host, context, context.sink);

  const { path } = await loadReadOut(host);
  context.log(
    `Time: ${timings.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}; ${path} path, up to ${host.threads} thread${host.threads === 1 ? '' : 's'}; Lumenloom ${VERSION}.`,
  );
  return {
    image: outcome?.drawn ?? image,
    plain: outcome?.drawn && image,
    report: {
      version: VERSION,
      ...describeScene(plan, lit),
      optics,
      ...(sensed && { sensor: sensed }),
      ...(developed && { isp: developed }),
      ...(outcome && { algorithm: outcome.report }),
      seeds: plan.seeds,
      path,
      threads: host.threads,
      stages: timings,
      totalMs: host.now() - began,
    },
  };
}

/** Times stages, moves the progress bar through their shares of it and stops between them. */
function stageTimer(names: readonly StageName[], host: Host, context: RunContext) {
  const effort = names.reduce((sum, name) => sum + EFFORT[name], 0);
  const timings: { readonly name: StageName; readonly ms: number }[] = [];
  let done = 0;
  const timed = async <Value>(
    name: StageName,
    work: (stage: StageContext) => Promise<Value>,
  ): Promise<Value> => {
    checkStopped(context);
    const start = host.now();
    const value = await work({
      stopped: () => context.stopped(),
      log: (line) => {
        context.log(line);
      },
      progress: (fraction) => {
        context.progress((done + fraction * EFFORT[name]) / effort);
      },
    });
    const ms = host.now() - start;
    timings.push({ name, ms });
    done += EFFORT[name];
    context.progress(done / effort);
    context.stage(name, ms);
    return value;
  };
  return { timings, timed };
}

function describeOptics(
  { scene, grid }: SimulationPlan,
  lit: LitScene,
  lens: Lens,
): SimulationReport['optics'] {
  const footprint = lens.footprint(scene.parameters.hfov, lit.scene, grid);
  const imageColumns = footprint.right - footprint.left;
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
  };
}
