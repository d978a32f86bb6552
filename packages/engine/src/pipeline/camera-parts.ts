import type { ColourMatrix } from '../analysis/colour/colour-matrix.ts';
import { solveLinear } from '../analysis/linear-algebra.ts';
import { adaptation, D65_WHITE, multiply } from '../colour/adaptation.ts';
import { linearToSrgb, XYZ_TO_LINEAR_SRGB } from '../colour/srgb.ts';
import { AXES, eachOf, type Triple } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import type { ShownImage } from '../images/shown-image.ts';
import { lensOfRun } from './lens-of-run.ts';
import { channelAt, uniform, type SceneInView } from '../optics/lens.ts';
import { gaussianOf } from '../random/gaussian.ts';
import { philox } from '../random/philox.ts';
import { POISSON_LIMIT, poissonOf } from '../random/poisson.ts';
import { brightnessChannel, mosaicOf } from '../sensors/colour-filters.ts';
import { deviationOf, noiseBudget } from '../sensors/noise-budget.ts';
import { pixelOf, quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import { recall } from '../stage-memory.ts';
import { UNWATCHED, type StageContext } from '../stage.ts';
import { codeLevels } from './camera-colour.ts';
import type { SensedMosaic } from './corrections-stage.ts';
import { developLinear, lightEnergy } from './develop-raw.ts';
import { exposeSensor } from './expose-sensor.ts';
import { focusedPlan } from './focused-plan.ts';
import { formLight, scaled, type FormedLight } from './form-light.ts';
import { codesIsp, developStage, meteredShot, plannedIsp, type ToDevelop } from './isp-stage.ts';
import { lightSceneStage } from './light-scene-stage.ts';
import { suitLight } from '../scenes/macbeth/chart-colours.ts';
import { frameLight } from './moving-light.ts';
import { eyeResponses, onAxis, showXyz } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import { exposureOfShot, lightPath, receptorsOf, type SensedPlan } from './sensor-stage.ts';
import type { SceneToForm, Shot } from './shot.ts';

/**
 * The parts of a camera that can be switched off by themselves, in the order of the light
 * (docs/reference/vision.md#ladder).
 */
export const CAMERA_PARTS = ['lens', 'pixel', 'noise', 'isp'] as const;
export type CameraPart = (typeof CAMERA_PARTS)[number];

/** A shot with what forming its picture needs. */
interface Prepared<Plan extends SimulationPlan = SimulationPlan> {
  readonly shot: Shot<Plan>;
  readonly toForm: SceneToForm;
  readonly host: Host;
  readonly stage: StageContext;
}

/**
 * The picture of a camera some of whose parts are off.
 *
 * - Without *lens*: every point of the scene is sharp where its chief ray at 550 nm arrives, and
 *   has the irradiance of the axis.
 * - Without *pixel*: each pixel has the mean of its area in linear colours, 1 for white: no colour
 *   filters, no well, no rounding.
 * - Without *noise*: means only.
 * - Without *isp*: linear development at full size, see `developLinear`. A camera without an ISP is
 *   developed so in any case.
 *
 * With all parts it is the picture of `simulate`. The exposure is always the whole camera's.
 *
 * @param asked the camera and its scene.
 * @param parts that are on; those that the plan does not have make no difference.
 * @throws SimulationError for a plan that cannot be computed; 'cancelled' when stopped.
 */
export async function pictureOfParts(
  asked: SimulationPlan,
  parts: ReadonlySet<CameraPart>,
  host: Host,
  stopped: StageContext['stopped'] = () => false,
): Promise<ShownImage> {
  const stage = { ...UNWATCHED, stopped };
  const { shot, toForm } = await preparedShot(asked, host);
  const { plan } = shot;
  const { sensor } = plan;
  const hasLens = parts.has('lens');
  if (!sensor) return shownXyz({ shot, toForm, host, stage }, hasLens);
  const prepared = { shot: { ...shot, plan: { ...plan, sensor } }, toForm, host, stage };
  if (parts.has('pixel')) return throughPixels(prepared, parts);
  if (!parts.has('noise') && !(await developsCodes(prepared.shot.plan, parts)))
    return shownXyz(prepared, hasLens);
  return throughIdealPixels(prepared, parts);
}

async function preparedShot(
  asked: SimulationPlan,
  host: Host,
): Promise<Pick<Prepared, 'shot' | 'toForm'>> {
  const { result: lit, toForm } = await lightSceneStage(asked, host);
  const plan = await focusedPlan(asked, lit);
  return { shot: { plan, lens: await lensOfRun(plan), lit }, toForm };
}

/**
 * How the whole camera exposes: seconds, and log2 of them over those of the meter; undefined
 * without a sensor.
 */
export async function exposureOfPlan(
  asked: SimulationPlan,
  host: Host,
  stopped: StageContext['stopped'] = () => false,
): Promise<{ readonly seconds: number; readonly stopsFromMeter: number } | undefined> {
  const { shot, toForm } = await preparedShot(asked, host);
  const { sensor } = shot.plan;
  if (!sensor) return undefined;
  const { exposure, meter } = await exposureOf({
    shot: { ...shot, plan: { ...shot.plan, sensor } },
    toForm,
    host,
    stage: { ...UNWATCHED, stopped },
  });
  return {
    seconds: exposure.seconds,
    stopsFromMeter: Math.log2(exposure.seconds / meter.seconds),
  };
}

/** X, Y and Z per pixel, of the scene at the luminance at which it is formed. */
const xyzPlanes = async (
  { shot: { plan, lens }, toForm, host, stage }: Prepared,
  hasLens: boolean,
): Promise<readonly Float32Array[]> => {
  const scene = { lit: toForm.lit, hfov: plan.scene.parameters.hfov };
  const { result } = await recall(
    host.memory,
    ['xyz planes', hasLens, toForm.key, plan.optics, plan.quality, plan.grid],
    async () => {
      if (!hasLens) return lens.projectScene(scene, plan.grid, eyeResponses(), host, stage);
      const planes: Float32Array[] = [];
      for (const response of eyeResponses()) {
        const pixels = { grid: plan.grid, receptors: uniform(response) };
        planes.push(await lens.formImage(scene, pixels, host, stage, plan.quality));
      }
      return planes;
    },
    (planes) => planes.reduce((sum, { byteLength }) => sum + byteLength, 0),
  );
  return result;
};

async function shownXyz(prepared: Prepared, hasLens: boolean): Promise<ShownImage> {
  const { plan, lens } = prepared.shot;
  const planes = await xyzPlanes(prepared, hasLens);
  return showXyz(planes, prepared.toForm.lit, lens, plan.grid.rows, plan.grid.columns).image;
}

/** The light on the pixels, behind their colour filters, and its key in the memory. */
async function lightOf(
  prepared: Prepared<SensedPlan>,
  hasLens: boolean,
): Promise<Pick<FormedLight, 'light'> & { readonly key: string }> {
  const { shot, toForm, host, stage } = prepared;
  if (hasLens) {
    const { result, key } = await formLight(shot, toForm, host, stage);
    return { light: result.light, key };
  }
  const { plan } = shot;
  const { grid } = plan;
  const { responses, layout } = receptorsOf(plan.sensor);
  const { result, key } = await recall(
    host.memory,
    ['projected light', toForm.key, plan.optics, grid, { responses, layout }],
    () => projectedLight(prepared, { lit: toForm.lit, hfov: plan.scene.parameters.hfov }),
    ({ byteLength }) => byteLength,
  );
  return { light: toForm.scale === 1 ? result : scaled(result, toForm.scale), key };
}

/** The light of a scene on the pixels through a lens without blur and falloff. */
async function projectedLight(
  { shot: { plan, lens }, host, stage }: Prepared<SensedPlan>,
  scene: SceneInView,
): Promise<Float32Array> {
  const { grid } = plan;
  const { responses, layout } = receptorsOf(plan.sensor);
  const planes = await lens.projectScene(scene, grid, responses, host, stage);
  const light = sharedFloat32(grid.rows * grid.columns);
  for (let row = 0, pixel = 0; row < grid.rows; row += 1)
    for (let column = 0; column < grid.columns; column += 1, pixel += 1)
      light[pixel] = planes[channelAt(layout, row, column)]![pixel]!;
  return light;
}

/** Seconds that the whole camera exposes. */
const exposureSecondsOf = async (prepared: Prepared<SensedPlan>): Promise<number> =>
  (await exposureOf(prepared)).exposure.seconds;

async function exposureOf(
  prepared: Prepared<SensedPlan>,
): Promise<Awaited<ReturnType<typeof exposureOfShot>>> {
  const { shot, host } = prepared;
  return exposureOfShot(
    meteredShot(shot, await plannedIsp(shot, host)),
    await lightOf(prepared, true),
    host,
    prepared.stage,
  );
}

async function throughPixels(
  prepared: Prepared<SensedPlan>,
  parts: ReadonlySet<CameraPart>,
): Promise<ShownImage> {
  const { shot, host, stage } = prepared;
  const { plan } = shot;
  const hasLens = parts.has('lens');
  const { light } = await lightOf(prepared, hasLens);
  const exposureSeconds = await exposureSecondsOf(prepared);
  const pixels = { grid: plan.grid, receptors: receptorsOf(plan.sensor) };
  const { beginSeconds, cells } = frameLight(shot, exposureSeconds, (scene) =>
    hasLens
      ? shot.lens.formImage(scene, pixels, host, stage, plan.quality)
      : projectedLight(prepared, scene),
  );
  const { raw, chip } = await exposeSensor(
    {
      ...plan,
      noise: plan.noise && parts.has('noise'),
      size: plan.grid,
      light: cells ?? light,
      beginSeconds,
      exposureSeconds,
      ...lightPath(shot),
    },
    host,
    stage,
  );
  return developed(prepared, { raw, linear: chip?.linear, exposureSeconds }, parts);
}

/** Without the lens there is no shading to correct. */
function withoutShading(plan: SensedPlan, parts: ReadonlySet<CameraPart>): SensedPlan {
  const { lensShading, ...unshaded } = plan;
  return { ...unshaded, ...(lensShading && parts.has('lens') && { lensShading }) };
}

/** A raw mosaic developed by the ISP where it is on, else linearly. */
async function developed(
  { shot, host, stage }: Prepared<SensedPlan>,
  sensed: ToDevelop,
  parts: ReadonlySet<CameraPart>,
): Promise<ShownImage> {
  const { plan } = shot;
  const { grid, sensor } = plan;
  const camera = { ...shot, plan: withoutShading(plan, parts) };
  const planned = parts.has('isp') && (await plannedIsp(camera, host));
  return planned
    ? (await developStage(planned, camera, sensed, { host, stage })).image
    : developLinear(plainCodes(sensed, sensor), grid, plan, sensor);
}

/** Whether the ISP is on, and develops codes that no pixel of the sensor has read. */
const developsCodes = async (plan: SensedPlan, parts: ReadonlySet<CameraPart>): Promise<boolean> =>
  parts.has('isp') && (await codesIsp(plan)) !== undefined;

/** Codes as a converter without captures and companding would give them, but not rounded. */
function plainCodes({ raw, linear }: SensedMosaic, sensor: SensorPlan): Uint16Array | Float32Array {
  if (!linear) return raw;
  const { black, white } = codeLevels(sensor);
  const { electrons, full } = linear;
  return Float32Array.from(electrons, (value) => black + (value / full) * (white - black));
}

/** Streams of the generator for the noise of ideal pixels, besides those of the read-out. */
const IDEAL_TEMPORAL_STREAM = 3;
const IDEAL_FIXED_STREAM = 4;

/**
 * Ideal pixels with noise, or in front of an ISP: each pixel counts electrons of all three colours,
 * as many as the sensor's own pixels behind their filters would for a colour that its matrix
 * renders exactly, without a well.
 */
async function throughIdealPixels(
  prepared: Prepared<SensedPlan>,
  parts: ReadonlySet<CameraPart>,
): Promise<ShownImage> {
  const { shot, toForm } = prepared;
  const { plan, lens, lit } = shot;
  const { grid, sensor } = plan;
  const { rows, columns } = grid;
  const exposureSeconds = await exposureSecondsOf(prepared);
  const pixel = pixelOf(sensor);
  const colours = idealColours(plan, sensor);
  const white = colours.responses.map(
    (response) => onAxis(lens, lit.white, response) * pixel.area * exposureSeconds,
  );
  const planes = await xyzPlanes(prepared, parts.has('lens'));
  const toLinear = linearOf(toForm.lit.white, lens);
  const noiseOf =
    plan.noise && parts.has('noise')
      ? idealNoise(sensor, exposureSeconds, plan.seeds)
      : (electrons: number): number => electrons;
  const electrons = new Float64Array(3 * rows * columns);
  for (let at = 0; at < rows * columns; at += 1) {
    const camera = colours.toCamera(toLinear([planes[0]![at]!, planes[1]![at]!, planes[2]![at]!]));
    for (const channel of AXES)
      electrons[3 * at + channel] = noiseOf(camera[channel] * white[channel]!, 3 * at + channel);
  }
  if (await developsCodes(plan, parts)) {
    const raw = mosaicCodes(electrons, plan, exposureSeconds);
    return developed(prepared, { raw, exposureSeconds }, parts);
  }
  const data = new Uint8Array(electrons.length);
  for (let at = 0; at < electrons.length; at += 3) {
    const shares = eachOf(AXES, (channel) => electrons[at + channel]! / white[channel]!);
    const linear = multiply(colours.matrix, shares);
    for (const channel of AXES) data[at + channel] = linearToSrgb(linear[channel]);
  }
  return { rows, columns, channels: 3, data };
}

/** From XYZ on the scale of formed planes to linear sRGB, 1 for a white diffuser on the axis. */
function linearOf(white: Shot['lit']['white'], lens: Shot['lens']): (xyz: Triple) => Triple {
  const scale = eachOf(eyeResponses(), (response) => onAxis(lens, white, response));
  const relative = (xyz: Triple): Triple => eachOf(xyz, (value) => value / scale[1]);
  const toD65 = adaptation(relative(scale), D65_WHITE);
  return (xyz) => multiply(XYZ_TO_LINEAR_SRGB, multiply(toD65, relative(xyz)));
}

/**
 * What the pixels of a camera see of a linear sRGB colour: responses of its three colours, the
 * matrix from their balanced shares of white to linear sRGB, and its inverse. A sensor without
 * three colours sees all of them with its brightest channel.
 */
function idealColours(
  plan: SimulationPlan,
  sensor: SensorPlan,
): {
  readonly responses: readonly Spectrum[];
  readonly matrix: ColourMatrix;
  readonly toCamera: (linear: Triple) => Triple;
} {
  const own = quantumEfficiencyOf(sensor);
  if (!sensor.order) {
    const brightest = own[brightnessChannel(mosaicOf(sensor).channels)]!;
    return {
      responses: [brightest, brightest, brightest],
      matrix: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      toCamera: (linear) => linear,
    };
  }
  const { matrix } = suitLight(lightEnergy(plan), own);
  const columns = [0, 1, 2].map((axis) =>
    solveLinear(matrix.map((row, i) => Float64Array.of(...row, Number(i === axis)))),
  );
  const inverse = [0, 1, 2].map((row) => columns.map((column) => column[row]!)) as unknown as [
    Triple,
    Triple,
    Triple,
  ];
  return { responses: own, matrix, toCamera: (linear) => multiply(inverse, linear) };
}

/**
 * Shot noise, what is new in each frame and what is fixed, in electrons, each pixel by itself,
 * without a well or a converter.
 */
function idealNoise(
  sensor: SensorPlan,
  exposureSeconds: number,
  seeds: SimulationPlan['seeds'],
): (mean: number, index: number) => number {
  const darkElectrons = pixelOf(sensor).darkCurrent * exposureSeconds;
  const budget = noiseBudget(sensor, { signal: 0, exposureSeconds });
  const [readNoise, dsnu] = [deviationOf(budget, 'oneReading'), deviationOf(budget, 'darkPattern')];
  const { prnu } = sensor.parameters;
  const [temporal, fixed] = [new Uint32Array(4), new Uint32Array(4)];
  return (signal, index) => {
    philox([index, 0, IDEAL_TEMPORAL_STREAM, 0], [seeds.temporal, 0], temporal);
    philox([index, 0, IDEAL_FIXED_STREAM, 0], [seeds.fixedPattern, 0], fixed);
    // Colours outside the sensor's gamut have negative shares, which no pixel can count.
    const mean = Math.max(0, signal) + darkElectrons;
    const counted =
      mean < POISSON_LIMIT
        ? poissonOf(mean, temporal[0]!)
        : Math.max(0, mean + Math.sqrt(mean) * gaussianOf(temporal[0]!));
    const read = counted - darkElectrons + readNoise * gaussianOf(temporal[1]!);
    return read * (1 + prnu * gaussianOf(fixed[0]!)) + dsnu * gaussianOf(fixed[1]!);
  };
}

/** Codes of a mosaic from electrons of all colours at each pixel: an ISP takes nothing else. */
function mosaicCodes(
  electrons: Float64Array,
  { grid: { rows, columns }, sensor }: SensedPlan,
  exposureSeconds: number,
): Uint16Array {
  const { conversionGain, darkCurrent } = pixelOf(sensor);
  const { analog_offset: offset, analog_gain: gain, voltage_swing: swing } = sensor.parameters;
  const levels = 2 ** sensor.bits;
  const { layout } = mosaicOf(sensor);
  const codes = new Uint16Array(rows * columns);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1) {
      const counted =
        electrons[3 * at + channelAt(layout, row, column)]! + darkCurrent * exposureSeconds;
      const driven = (counted * conversionGain + offset) / gain;
      const shown = Math.min(Math.max(driven, 0), swing);
      codes[at] = Math.min(Math.floor((shown * levels) / swing + 0.5), levels - 1);
    }
  return codes;
}
