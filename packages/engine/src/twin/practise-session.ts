import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { measurable } from '../pipeline/characterise-captures.ts';
import { exposeSensor } from '../pipeline/expose-sensor.ts';
import { sensorFigures } from '../pipeline/characterise-sensor.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';
import { bayerOrderOf, mosaicOf } from '../sensors/colour-filters.ts';
import { pixelOf, type SensorPlan } from '../sensors/pixel.ts';
import { fail, type Table } from '../text/json-fields.ts';
import { USUAL_DOUBLING } from './dark-fit.ts';
import { planSession } from './session-plan.ts';

/** Frames of a camera that is known, and what they have to give back. */
export interface PractiseSession {
  /** Of the folder. */
  readonly manifest: Table;
  /** Names of the files and how their frames are taken. */
  readonly stacks: readonly PractiseStack[];
  /** Of the generator: the pixels of one camera differ from them by chance. */
  readonly truth: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
  readonly rows: number;
  readonly columns: number;
}

export interface PractiseStack {
  readonly file: string;
  readonly count: number;
  readonly frames: () => AsyncIterable<Uint16Array>;
}

/** Exposure at which a flat saturates, seconds, and the temperature of the others. */
const [SATURATES_AFTER, CELSIUS] = [0.02, 25];
/** Pixels of a frame each way at most: more change no figure. */
const LARGEST_SIDE = 512;
const LEAST_SIDE = 32;
/** Falloff of the light to the corner, so that no flat is even. */
const FALLOFF = 0.3;

/**
 * The darks and flats of the standard session, photographed by a sensor. Its lens and charts take
 * no part.
 *
 * @param scale of the numbers of frames.
 * @see docs/reference/twin.md#t6
 */
export function practiseSession(
  whole: SensorPlan,
  {
    photons,
    seeds,
    scale,
  }: {
    readonly photons: Spectrum;
    readonly seeds: NoisePlan['seeds'];
    readonly scale: number;
  },
  host: Pick<Host, 'parallel'>,
): PractiseSession {
  const { sensor, notes } = sensorFigures(measurable(whole), photons);
  const { parameters, bits, label } = sensor;
  const { size, pattern } = framesOf(sensor);
  const { saturation } = pixelOf(sensor);
  const light = sharedFloat32(size.rows * size.columns);
  let taken = 0;
  const stacks: PractiseStack[] = [];
  const entries: Table[] = [];
  const planned = planSession({
    ...{ charts: [], lights: ['day'], exposures: [0.001, 10], tripod: false, temperature: true },
  }).frames;
  for (const { kind, frames, exposure, level, warmer } of planned) {
    const seconds = exposure ?? level! * SATURATES_AFTER;
    const count = Math.max(2, Math.round(frames * scale));
    const file = `${kind}-${stacks.length}.npy`;
    const growth = 2 ** (warmer / USUAL_DOUBLING);
    const warm = {
      ...sensor,
      parameters: { ...parameters, dark_voltage: parameters.dark_voltage * growth },
    };
    const begin = taken;
    taken += count;
    entries.push({
      ...{ kind, file, exposure: seconds },
      ...(kind === 'dark' ? { celsius: CELSIUS + warmer } : { light: 'day' }),
    });
    stacks.push({
      file,
      count,
      frames: async function* () {
        lightUp(light, size, (level ?? 0) * saturation);
        for (let i = 0; i < count; i += 1) {
          const temporal = (seeds.temporal + begin + i) >>> 0;
          const { raw } = await exposeSensor(
            {
              ...{ sensor: warm, size, light, lightUnit: 'electrons', exposureSeconds: seconds },
              ...{ noise: true, seeds: { ...seeds, temporal }, whitePhotons: photons },
            },
            host,
          );
          yield raw;
        }
      },
    });
  }
  return {
    ...size,
    stacks,
    notes,
    manifest: {
      ...{ version: 1, name: `Practised ${label}`.slice(0, 80) },
      ...{ pattern, bits },
      pixelMicrometres: Number((parameters.pixel_size * 1e6).toPrecision(9)),
      lights: { day: { illuminant: 'D65' } },
      frames: entries,
    },
    truth: truthOf(sensor),
  };
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

/** Electrons of a flat whose corners are darker. */
function lightUp(
  light: Float32Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  electrons: number,
): void {
  for (let i = 0; i < light.length; i += 1) {
    const x = ((i % columns) + 0.5) / columns - 0.5;
    const y = (Math.floor(i / columns) + 0.5) / rows - 0.5;
    light[i] = electrons * (1 - 2 * FALLOFF * (x * x + y * y));
  }
}

/** Figures of the generator, by their names in a twin. */
function truthOf(sensor: SensorPlan): PractiseSession['truth'] {
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
