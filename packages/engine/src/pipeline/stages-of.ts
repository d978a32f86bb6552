import { eachOf, type Triple } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { ReplacedArray } from '../isps/isp-code.ts';
import { isps } from '../isps/list.ts';
import { uniform } from '../optics/lens.ts';
import { directOfPlan, loadLens } from '../optics/load-lens.ts';
import { renderOpticalImage } from '../optics/render-optical-image.ts';
import { BANDS, BAND_WIDTH } from '../quantities/wavelengths.ts';
import { capturesOf, fullElectrons, outputBits } from '../sensors/chip/captures.ts';
import { mosaicOf, type Mosaic } from '../sensors/colour-filters.ts';
import { recall } from '../stage-memory.ts';
import { UNWATCHED, type StageContext } from '../stage.ts';
import { focusedPlan } from './focused-plan.ts';
import { formLight, scaled } from './form-light.ts';
import { developStage, ispOf, meteredShot, plannedIsp } from './isp-stage.ts';
import { keepSpectra } from './keep-spectra.ts';
import { lensOfRun } from './lens-of-run.ts';
import { lightSceneStage } from './light-scene-stage.ts';
import { axialDistancesOf, sampleOfPixel } from './scene-at.ts';
import { eyeResponses } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import { sensorStage, type SensedPlan } from './sensor-stage.ts';
import type { SceneToForm, Shot } from './shot.ts';
import type { StageSink } from './stage-sink.ts';

/** The lit scene at its samples: data[row * columns + column]. */
export interface SceneSamples {
  readonly rows: number;
  readonly columns: number;
  /** cd/m². */
  readonly luminance: Float32Array;
  /** As an eye adapted to the light sees it: sRGB, 8 bit, three channels. */
  readonly picture: Uint8Array;
}

/** The raw codes of the sensor: data[row * columns + column] of the plan's grid. */
export interface SensedStages {
  /** Mean signal, electrons, without dark current. */
  readonly electrons: Float32Array;
  readonly raw: Uint16Array;
  readonly bits: number;
  readonly filters: Mosaic;
  /** Present for sensors with captures. */
  readonly hdr?: CaptureStages;
}

/** The captures of a frame, and what they are merged into. */
export interface CaptureStages {
  readonly captures: readonly {
    readonly name: string;
    readonly raw: Uint16Array;
    /** What the codes stand for, less the mean dark current; the noise may be below 0. */
    readonly electrons: Float32Array;
    readonly saturationElectrons: number;
  }[];
  /** Electrons that the first capture would have. */
  readonly merged: Float32Array;
  /** Electrons of the first capture at which all are full. */
  readonly fullElectrons: number;
}

/** What each module of the ISP wrote, in their order. */
export interface DevelopedStages {
  readonly written: readonly ReplacedArray[];
  /** Code of a full channel in linear colours. */
  readonly saturation: number;
}

/**
 * The arrays between the stages of a picture. The arrays belong to the caller but those of `sensed`
 * and `irradiance`, which must not be changed.
 */
export interface Stages {
  readonly scene: SceneSamples;
  /**
   * Sample of the scene that the chief ray at 550 nm of each pixel comes from; -1 outside the scene
   * and the lens's field.
   */
  readonly sceneAt: Int32Array;
  /**
   * Distances of the samples of the scene along the axis from the first vertex of the lens, metres;
   * undefined for a flat scene.
   */
  readonly depth: Float32Array | undefined;
  /**
   * Of all bands, photons/(s·m²): data[row * columns + column] of the plan's grid. Formed at once:
   * within 1e-4 of the largest value of `irradianceOf`.
   */
  readonly irradiance: Float32Array;
  /**
   * What of the irradiance is scattered light and ghosts, on the same grid; undefined where the
   * lens has no stray light.
   */
  readonly stray: Float32Array | undefined;
  readonly sensed: SensedStages | undefined;
  /** Undefined without an ISP, and for a sensor that it cannot develop. */
  readonly developed: DevelopedStages | undefined;
}

/**
 * Runs illuminant → scene → optics → sensor → ISP and keeps what each stage and each module gives:
 * the values of `simulate` with its sink. Scene and optics come from memory where it has them.
 *
 * @throws SimulationError for a plan that cannot be computed; 'cancelled' when stopped.
 */
export async function stagesOf(
  plan: SimulationPlan,
  host: Host,
  stopped: StageContext['stopped'],
): Promise<Stages> {
  const context = { ...UNWATCHED, stopped };
  const { shot, toForm } = await shotOf(plan, host);
  const scene = seenScene(shot.lit);
  const irradiance = await irradianceAtOnce(shot, toForm, host, context);
  const { sensor } = plan;
  const [sensed, developed] = sensor
    ? await sensedStages({ ...shot, plan: { ...shot.plan, sensor } }, toForm, host, context)
    : [];
  return {
    scene,
    sceneAt: sceneSamples(shot),
    depth: shot.lit.scene.depth && axialDistancesOf(shot.lens, plan, shot.lit.scene.depth).slice(),
    irradiance,
    stray: await strayOf(irradiance, shot, toForm, host, context),
    sensed,
    developed,
  };
}

/**
 * The irradiance of all bands, photons/(s·m²): the sum of the array `irradiance` of the sink over
 * its bands times their width. It takes a forming per band.
 *
 * @returns data[row * columns + column] of the plan's grid, which must not be changed.
 * @throws SimulationError for a plan that cannot be computed; 'cancelled' when stopped.
 */
export async function irradianceOf(
  plan: SimulationPlan,
  host: Host,
  stopped: StageContext['stopped'],
): Promise<Float64Array> {
  const { shot, sceneKey } = await shotOf(plan, host);
  const { result } = await recall(
    host.memory,
    ['irradiance of bands', sceneKey, shot.plan.optics, plan.quality, plan.grid],
    async () => {
      const sum = new Float64Array(plan.grid.rows * plan.grid.columns);
      await spectraOf(plan, host, stopped, {
        write: async (name, _type, _shape, bands) => {
          if (name !== 'irradiance') return;
          for await (const band of bands)
            for (let pixel = 0; pixel < sum.length; pixel += 1)
              sum[pixel]! += band[pixel]! * BAND_WIDTH;
        },
      });
      return sum;
    },
    ({ byteLength }) => byteLength,
  );
  return result;
}

/** Writes the arrays `scene` and `irradiance` of all bands to a sink. */
export async function spectraOf(
  plan: SimulationPlan,
  host: Host,
  stopped: StageContext['stopped'],
  sink: StageSink,
): Promise<void> {
  const { shot } = await shotOf(plan, host);
  await keepSpectra(shot, host, { stopped }, sink);
}

async function shotOf(
  plan: SimulationPlan,
  host: Host,
): Promise<{ readonly shot: Shot; readonly sceneKey: string; readonly toForm: SceneToForm }> {
  const { result: lit, key, toForm } = await lightSceneStage(plan, host);
  const focused = await focusedPlan(plan, lit);
  const lens = await lensOfRun(focused);
  return { shot: { plan: focused, lens, lit }, sceneKey: key, toForm };
}

/** XYZ of a spectrum in photons/(s·sr·m²·nm): Y in cd/m². */
const xyzOfPhotons = (photons: ArrayLike<number>): Triple =>
  eachOf(
    eyeResponses(),
    (response) =>
      BAND_WIDTH * response.reduce((sum, weight, band) => sum + weight * photons[band]!, 0),
  );

function seenScene({ scene, radiance, white }: LitScene): SceneSamples {
  const { rows, columns } = scene;
  const xyz = [0, 1, 2].map(() => new Float32Array(rows * columns));
  for (const [k, spectrum] of radiance.entries()) {
    const plane = scene.raster(k);
    for (const [axis, weight] of xyzOfPhotons(spectrum).entries()) {
      const target = xyz[axis]!;
      for (let sample = 0; sample < target.length; sample += 1)
        target[sample]! += plane[sample]! * weight;
    }
  }
  const [x, y, z] = xyz as [Float32Array, Float32Array, Float32Array];
  const { image } = renderOpticalImage([x, y, z], xyzOfPhotons(white), rows, columns);
  return { rows, columns, luminance: y, picture: image.data };
}

/** As `Stages.sceneAt`. */
function sceneSamples({ plan, lit: { scene }, lens }: Shot): Int32Array {
  const { rows, columns } = plan.grid;
  const sampleAt = sampleOfPixel(plan, scene, lens);
  return Int32Array.from({ length: rows * columns }, (_, pixel) =>
    sampleAt(Math.floor(pixel / columns), pixel % columns),
  );
}

async function irradianceAtOnce(
  { plan, lens }: Shot,
  { lit, key: sceneKey, scale }: SceneToForm,
  host: Host,
  context: StageContext,
): Promise<Float32Array> {
  const everyPhoton = new Float64Array(BANDS).fill(1);
  const { result } = await recall(
    host.memory,
    ['irradiance', sceneKey, plan.optics, plan.quality, plan.grid],
    () =>
      lens.formImage(
        { lit, hfov: plan.scene.parameters.hfov },
        { grid: plan.grid, receptors: uniform(everyPhoton) },
        host,
        context,
        plan.quality,
      ),
    ({ byteLength }) => byteLength,
  );
  return scale === 1 ? result : scaled(result, scale);
}

/** As `Stages.stray`: the irradiance less the light that goes where it should. */
async function strayOf(
  irradiance: Float32Array,
  shot: Shot,
  toForm: SceneToForm,
  host: Host,
  context: StageContext,
): Promise<Float32Array | undefined> {
  const direct = directOfPlan(shot.plan.optics);
  if (!direct) return undefined;
  const { optics, share } = direct;
  const plan = { ...shot.plan, optics };
  const lens = await loadLens(optics);
  const light = await irradianceAtOnce({ ...shot, plan, lens }, toForm, host, context);
  // Differences of rounded numbers may fall below 0.
  return irradiance.map((whole, pixel) => Math.max(0, whole - share * light[pixel]!));
}

async function sensedStages(
  shot: Shot<SensedPlan>,
  toForm: SceneToForm,
  host: Host,
  context: StageContext,
): Promise<[SensedStages, DevelopedStages | undefined]> {
  const { sensor } = shot.plan;
  const {
    result: { light },
    key,
  } = await formLight(shot, toForm, host, context);
  const arrays = new Map<string, ArrayLike<number>>();
  const planned = await plannedIsp(shot, host);
  const output = await sensorStage(meteredShot(shot, planned), { light, key }, host, context, {
    write: async (name, _type, _shape, pieces) => {
      if (!/^(electrons|linear|raw_.*)$/.test(name)) return;
      // A single piece: the array itself.
      for await (const piece of pieces) arrays.set(name, piece);
    },
  });
  const { raw } = output;
  const bits = outputBits(sensor);
  const electrons = arrays.get('electrons') as Float32Array;
  const hdr = captureStages(sensor, output.report, arrays);
  const sensed = { electrons, raw, bits, filters: mosaicOf(sensor), ...(hdr && { hdr }) };
  const isp = ispOf(shot.plan);
  if (!planned || !isp || !('stages' in isps[isp.id])) return [sensed, undefined];
  const written: ReplacedArray[] = [];
  const sink = {
    write: (replaced: ReplacedArray) => {
      // The module that follows may overwrite the array.
      written.push({ ...replaced, data: replaced.data.slice() });
      return Promise.resolve();
    },
  };
  const { exposureSeconds } = output.report;
  const { saturation = 2 ** sensor.bits - 1 } = await developStage(
    planned,
    shot,
    { ...output, exposureSeconds },
    { host, stage: context, sink },
  );
  return [sensed, { written, saturation }];
}

/**
 * The captures of a frame in electrons, as merging sees them; undefined for a sensor without a list
 * of captures.
 *
 * @param arrays of the sink, by name.
 */
function captureStages(
  sensor: SensedPlan['sensor'],
  { captures: read }: Pick<Awaited<ReturnType<typeof sensorStage>>['report'], 'captures'>,
  arrays: ReadonlyMap<string, ArrayLike<number>>,
): CaptureStages | undefined {
  if (!read) return undefined;
  const figures = capturesOf(sensor);
  return {
    captures: figures.map(({ name, pixel, black }, k) => {
      const raw = arrays.get(`raw_${name}`) as Uint16Array;
      const dark = pixel.darkCurrent * read[k]!.exposureSeconds;
      return {
        name,
        raw,
        electrons: Float32Array.from(raw, (code) => (code - black) * pixel.electronsPerCode - dark),
        saturationElectrons: pixel.saturation,
      };
    }),
    merged: (arrays.get('linear') as Float32Array).slice(),
    fullElectrons: fullElectrons(figures),
  };
}
