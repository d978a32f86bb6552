import { sharedFloat32 } from '../images/shared-array.ts';
import { loadLens } from '../optics/load-lens.ts';
import { measurable } from '../pipeline/characterise-captures.ts';
import { sensorFigures } from '../pipeline/characterise-sensor.ts';
import type { SensedPlan } from '../pipeline/sensor-stage.ts';
import { energyToPhotons, photonsToEnergy, type Spectrum } from '../quantities/wavelengths.ts';
import type { IspHost } from '../isps/isp-code.ts';
import type { Scene } from '../scenes/scene.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';
import { bayerOrderOf, mosaicOf } from '../sensors/colour-filters.ts';
import { pixelOf, type SensorPlan } from '../sensors/pixel.ts';
import { fail, type Table } from '../text/json-fields.ts';
import { photonsOfName } from './colour-references.ts';
import { USUAL_DOUBLING } from './dark-fit.ts';
import { formedLight, takenFrames, type Exposures, type FrameCamera } from './formed-frames.ts';
import { withGradient } from './light-shading.ts';
import { evenScene, frameView, litScene, type FrameView } from './painted-scene.ts';
import {
  developing,
  ispTruth,
  refuseOtherSize,
  type DevelopFrame,
  type DevelopedFrame,
  type IspTruth,
} from './practise-isp.ts';
import { focalPx, practiseScene, type PractiseScene } from './practise-charts.ts';
import { planSession, type PlannedFrames } from './session-plan.ts';

/** Frames of a camera that is known, and what they have to give back. */
export interface PractiseSession {
  /** Of the folder. */
  readonly manifest: Table;
  /** Names of the files and how their frames are taken. */
  readonly stacks: readonly PractiseStack[];
  /** Of what was developed of its charts. */
  readonly truth: (developed: readonly DevelopedFrame[]) => PractiseTruth;
  readonly notes: readonly string[];
  readonly rows: number;
  readonly columns: number;
}

export interface PractiseStack {
  readonly file: string;
  readonly count: number;
  readonly frames: () => AsyncIterable<Uint16Array>;
  /** What the camera makes of the first frame; undefined where that is not asked for. */
  readonly developed?: {
    readonly file: string;
    readonly take: () => Promise<DevelopedFrame>;
  };
}

/** What a session has to give back. */
export interface PractiseTruth {
  /** Of the generator: the pixels of one camera differ from them by chance. */
  readonly figures: Readonly<Record<string, number>>;
  /** Where the camera develops all lights alike. */
  readonly isp?: IspTruth;
}

/** What frames are taken and developed with. */
type PractiseHost = IspHost & FrameCamera['host'];

/** Exposure at which white saturates, seconds, and the temperature of the others. */
const [SATURATES_AFTER, CELSIUS] = [0.02, 25];
/** Pixels of a frame each way at most: more change no figure. */
const LARGEST_SIDE = 512;
const LEAST_SIDE = 32;
/** Gradient of the light of flats per width of the frame, so that no flat is even. */
const GRADIENT = [0.03, 0.02] as const;
/** Illuminants of the lights of a plan, by their place in it. */
const LIGHTS = ['D65', 'Illuminant A'] as const;

/**
 * The frames of a session, photographed by a camera that is known: its lens, which the manifest
 * gives by focal length and f-number alone, its sensor and, of charts and edges, its ISP.
 *
 * @param whole the camera of a recipe.
 * @param planned the frames to take; the standard session unless given.
 * @param scale of the numbers of frames.
 * @throws SimulationError for a camera that cannot practise.
 * @see docs/reference/twin.md#t6
 */
export async function practiseSession(
  whole: SensedPlan,
  {
    photons,
    seeds,
    scale,
    planned = planSession().frames,
  }: {
    readonly photons: Spectrum;
    readonly seeds: NoisePlan['seeds'];
    readonly scale: number;
    readonly planned?: readonly PlannedFrames[] | undefined;
  },
  host: PractiseHost,
): Promise<PractiseSession> {
  const asked = measurable(whole.sensor);
  const { sensor, notes } = sensorFigures(asked, photons);
  const { size, pattern } = framesOf(sensor);
  const lens = await loadLens(whole.optics);
  const grid = { ...whole.grid, ...size };
  const camera = { sensor, lens, grid, seeds, host };
  const view = frameView(lens, grid);
  const lights = lightsOf(planned);
  const added = Math.round(codesOf(sensor) - codesOf(asked));
  const develop = developing({ ...whole, sensor: asked }, camera, added);
  const [light] = lights;
  if (develop && light) {
    const lit = litScene(evenScene(view), light.energy);
    await refuseOtherSize(develop, camera, { lit, energy: light.energy }, SATURATES_AFTER);
  }
  const shoot = shooting(camera, view, { lights, develop });
  const stacks: PractiseStack[] = [];
  const entries: Table[] = [];
  let before = 0;
  for (const plan of planned) {
    const count = Math.max(2, Math.round(plan.frames * scale));
    const seconds = plan.exposure ?? plan.level! * SATURATES_AFTER;
    const name = `${plan.kind}-${stacks.length}`;
    const target = await practiseScene(plan, view, grid);
    const stack = shoot(plan, target, { name, count, seconds, before });
    entries.push(entryOf(plan, target, stack, seconds));
    stacks.push(stack);
    before += count;
  }
  return {
    ...size,
    stacks,
    notes,
    manifest: {
      ...{ version: 1, name: `Practised ${sensor.label}`.slice(0, 80) },
      ...{ pattern, bits: sensor.bits },
      pixelMicrometres: Number((grid.pitch * 1e6).toPrecision(9)),
      lens: {
        focalLengthMm: Number((lens.focalLength * 1e3).toPrecision(4)),
        fNumber: Number(lens.fNumber.toPrecision(4)),
      },
      lights: Object.fromEntries(lights.map(({ name, illuminant }) => [name, { illuminant }])),
      frames: entries,
    },
    truth: (developed) => {
      const isp = ispTruth(developed.map(({ shown }) => shown));
      const figures = { ...truthOf(sensor), ...lensTruth(view) };
      return isp
        ? { figures: { ...figures, 'isp.red': isp.red, 'isp.blue': isp.blue }, isp }
        : { figures };
    },
  };
}

/** What the manifest says of planned frames. */
const entryOf = (
  { kind, warmer, light, turned }: PlannedFrames,
  target: PractiseScene,
  { file, developed }: PractiseStack,
  seconds: number,
): Table => ({
  ...{ kind, file, exposure: seconds, celsius: CELSIUS + warmer },
  ...(light !== null && { light }),
  ...(turned !== 0 && { turned }),
  ...target.entry,
  ...(developed && { developed: developed.file }),
});

interface NamedLight {
  readonly name: string;
  readonly illuminant: string;
  /** Energy per band. */
  readonly energy: Spectrum;
}

function lightsOf(planned: readonly PlannedFrames[]): readonly NamedLight[] {
  const names = [...new Set(planned.flatMap(({ light }) => (light === null ? [] : [light])))];
  return names.map((name, at) => {
    const illuminant = LIGHTS[at % LIGHTS.length]!;
    return { name, illuminant, energy: photonsToEnergy(photonsOfName(illuminant, 'light')) };
  });
}

/** Takes planned frames; the light is formed when the first of them is asked for. */
function shooting(
  camera: FrameCamera,
  view: FrameView,
  {
    lights,
    develop,
  }: { readonly lights: readonly NamedLight[]; readonly develop: DevelopFrame | undefined },
) {
  const { sensor, grid } = camera;
  const { saturation } = pixelOf(sensor);
  const dark = sharedFloat32(grid.rows * grid.columns);
  const formed = (scene: Scene, hfov: number, energy: Spectrum): Promise<Float32Array> =>
    formedLight(camera, { ...view, hfov }, litScene(scene, energy));
  const formedAt = async (
    { level, kind, turned }: PlannedFrames,
    { scene, hfov, white }: PractiseScene,
    { energy }: NamedLight,
  ): Promise<Float32Array> => {
    const brightest = largest(await formed(evenScene(view), view.hfov, energy));
    const electrons = await formed(scene, hfov, energy);
    const scale = (level! * saturation) / (brightest * white);
    electrons.forEach((value, i) => (electrons[i] = value * scale));
    if (kind === 'flat') withGradient(electrons, GRADIENT, turned, grid);
    return electrons;
  };
  return (
    plan: PlannedFrames,
    target: PractiseScene,
    {
      name,
      ...exposures
    }: Pick<Exposures, 'count' | 'seconds' | 'before'> & { readonly name: string },
  ): PractiseStack => {
    const named = lights.find((light) => light.name === plan.light);
    let light: Promise<Float32Array> | undefined;
    const frames = async function* (): AsyncGenerator<Uint16Array> {
      light ??= named ? formedAt(plan, target, named) : Promise.resolve(dark);
      yield* takenFrames(camera, {
        ...exposures,
        electrons: await light,
        growth: 2 ** (plan.warmer / USUAL_DOUBLING),
        ...(named && { whitePhotons: energyToPhotons(named.energy) }),
      });
    };
    const stack = { file: `${name}.npy`, count: exposures.count, frames };
    if (!develop || !named || !plan.developed) return stack;
    const { energy } = named;
    const take = async (): Promise<DevelopedFrame> => {
      const lit = litScene(target.scene, energy);
      const first = (await frames().next()).value as Uint16Array;
      return develop(first, { lit, energy }, exposures.seconds);
    };
    return { ...stack, developed: { file: `${name}.png`, take } };
  };
}

function largest(values: Float32Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** Size and colours of the frames. @throws SimulationError for a sensor that gives none. */
function framesOf(sensor: SensorPlan) {
  const even = (side: number): number => Math.min(LARGEST_SIDE, side - (side % 2));
  const size = { rows: even(sensor.parameters.rows), columns: even(sensor.parameters.cols) };
  for (const key of ['rows', 'columns'] as const)
    if (size[key] < LEAST_SIDE)
      fail(
        `sensorParams.${key === 'rows' ? 'rows' : 'cols'}`,
        `A camera to practise with has at least ${LEAST_SIDE} pixels each way.`,
      );
  const order = sensor.order ?? bayerOrderOf(sensor.tile!);
  const isMono = mosaicOf(sensor).channels.length === 1;
  if (order === undefined && !isMono)
    fail('sensor', 'sensor: only one colour or a Bayer pattern can be measured by its frames.');
  return { size, pattern: isMono ? 'mono' : order! };
}

/** Figures of the generator, by their names in a twin. */
function truthOf(sensor: SensorPlan): PractiseTruth['figures'] {
  const { electronsPerCode, readNoise, dsnu, darkCurrent, saturation } = pixelOf(sensor);
  return {
    'sensor.systemGain': 1 / electronsPerCode,
    'sensor.blackLevel': codesOf(sensor),
    'sensor.readNoise': readNoise,
    'sensor.dsnu': dsnu,
    'sensor.prnu': 100 * sensor.parameters.prnu,
    'sensor.darkCurrent': darkCurrent,
    'sensor.darkCurrentDoubling': USUAL_DOUBLING,
    'sensor.saturation': saturation,
  };
}

/** Code in the dark. */
function codesOf({ parameters, bits }: SensorPlan): number {
  const { analog_offset: offset, analog_gain: gain, voltage_swing: swing } = parameters;
  return (offset / gain / swing) * 2 ** bits;
}

/** Where the axis is, and the gradient of the light of flats. */
function lensTruth(view: FrameView): PractiseTruth['figures'] {
  const [x, y] = view.placeOf([0, 0]);
  return {
    'lens.focalLengthPx': focalPx(view),
    ...{ 'lens.centreX': x, 'lens.centreY': y },
    ...{ 'lens.shadingCentreX': x, 'lens.shadingCentreY': y },
    ...{ 'light.gradientX': GRADIENT[0], 'light.gradientY': GRADIENT[1] },
  };
}
