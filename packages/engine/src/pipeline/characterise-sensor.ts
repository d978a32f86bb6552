import {
  emvaFigures,
  type EmvaFigures,
  type EmvaResult,
  type EmvaSeries,
} from '../analysis/emva1288/figures.ts';
import {
  FrameStacker,
  mosaicPixels,
  pairStatistics,
  type FrameStack,
  type PairStatistics,
  type PixelSet,
} from '../analysis/emva1288/frames.ts';
import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { brightnessChannel, mosaicOf, type FilterColour } from '../sensors/colour-filters.ts';
import { pixelOf, quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';
import {
  BAND_WIDTH,
  NEAR_INFRARED,
  WAVELENGTHS,
  type Spectrum,
} from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import { noiseGain } from '../sensors/chip/crosstalk.ts';
import { deviationOf, noiseBudget, termOf } from '../sensors/noise-budget.ts';
import { measurable } from './characterise-captures.ts';
import { exposeSensor } from './expose-sensor.ts';
import { figure } from '../text/figure.ts';

/** One colour of a sensor, measured. */
export interface MeasuredChannel extends EmvaResult {
  readonly name: string;
  readonly pixels: PixelSet;
  readonly series: EmvaSeries;
  /** The true value from the sensor's parameters; undefined where it is not known. */
  readonly model?: EmvaFigures;
}

/** A sensor, photographed and measured as EMVA 1288 asks. */
export interface Characterisation {
  /** Pixels of a frame. */
  readonly rows: number;
  readonly columns: number;
  readonly exposureSeconds: number;
  /** Volts, with which the sensor was measured. */
  readonly offset: number;
  /** The colour that stands for the sensor: green where it has that. */
  readonly first: string;
  /** Colours that respond to the light. */
  readonly channels: readonly MeasuredChannel[];
  /** Sentences about how it was measured. */
  readonly notes: readonly string[];
}

/** The light, the frames and the noise of a characterisation. */
export interface CharacterisationPlan {
  /** Photons per band, on any scale: the light that falls on the sensor. */
  readonly light: Spectrum;
  /** Frames in the dark, and at half of saturation; at least 2. */
  readonly frames: number;
  readonly seeds: NoisePlan['seeds'];
}

/** Exposures from dark to saturation (release 4.0, section 6.1: at least 50). */
const EXPOSURES = 50;
/** Largest light, relative to saturation. */
const BRIGHTEST = 1.1;
/** Frames are no larger, in rows and in columns: more pixels change no figure. */
const LARGEST_SIDE = 1024;
const SMALLEST_SIDE = 32;
/** Seconds, unless dark current asks for less. */
const LONGEST_EXPOSURE = 0.01;
/** Share of the variance of the read noise that dark current may add within an exposure. */
const MOST_DARK_VARIANCE = 0.01;
/**
 * Dark current is measured up to the time in which it adds this share of saturation, or to the
 * longest time, seconds.
 */
const DARK_SIGNAL = 0.2;
const LONGEST_DARK = 1000;
const DARK_TIMES = 3;
/** The offset in standard deviations of the noise in the dark: one pixel of 1e9 is clipped. */
const OFFSET_DEVIATIONS = 6;
/**
 * Saturation is at least so many codes, and so many standard deviations of the noise in the dark.
 */
const FEWEST_CODES = 20;
const LEAST_RANGE = 10;

/**
 * Photographs even light, without a lens, with a sensor, and measures it after EMVA 1288 release
 * 4.0: pairs of frames from dark to saturation, dark frames at three exposure times and frames at
 * half of saturation. Each colour has a light of its own, so that all saturate at the same
 * exposure.
 *
 * @param progress gets the share of the frames that are taken, 0 to 1.
 * @throws SimulationError with the field at fault when the sensor cannot be measured.
 * @see docs/reference/measuring.md#emva1288
 */
export async function characteriseSensor(
  wholeSensor: SensorPlan,
  plan: CharacterisationPlan,
  host: Pick<Host, 'parallel'>,
  progress: (share: number) => void = () => undefined,
): Promise<Characterisation> {
  const { sensor, notes } = withOffset(measurable(wholeSensor));
  checkRange(sensor);
  const size = frameSize(sensor);
  const { saturation } = pixelOf(sensor);
  const darkTimes = darkTimesOf(sensor);
  const [exposureSeconds] = darkTimes;
  const { responding, first } = respondingColours(sensor, plan.light);
  const pixelsOf = mosaicPixels(mosaicOf(sensor).layout, size.rows, size.columns);
  const colours = responding.map((colour) => ({ ...colour, pixels: pixelsOf[colour.at]! }));
  const frames = framesTaken(plan);
  const shoot = cameraOf(sensor, size, plan, host, (taken) => {
    progress(taken / frames);
  });
  const stack = async (electrons: number, seconds: number): Promise<FrameStack[]> => {
    const stackers = colours.map(({ pixels }) => new FrameStacker(pixels));
    for (let i = 0; i < plan.frames; i += 1) {
      const frame = await shoot(electrons, seconds);
      for (const stacker of stackers) stacker.add(frame);
    }
    return stackers.map((stacker) => stacker.stack());
  };

  const pairs: { readonly electrons: number; readonly statistics: PairStatistics[] }[] = [];
  for (let i = 1; i <= EXPOSURES; i += 1) {
    const electrons = (BRIGHTEST * saturation * i) / EXPOSURES;
    const one = await shoot(electrons, exposureSeconds);
    const other = await shoot(electrons, exposureSeconds);
    pairs.push({
      electrons,
      statistics: colours.map(({ pixels }) => pairStatistics(one, other, pixels)),
    });
  }
  const dark: { readonly seconds: number; readonly stacks: FrameStack[] }[] = [];
  for (const seconds of darkTimes) dark.push({ seconds, stacks: await stack(0, seconds) });
  const half = await stack(saturation / 2, exposureSeconds);

  const channels = colours.map(({ name, pixels, efficiency }, i): MeasuredChannel => {
    const series: EmvaSeries = {
      bright: pairs.map(({ electrons, statistics }) => ({
        seconds: exposureSeconds,
        photons: electrons / efficiency,
        pair: statistics[i]!,
      })),
      dark: dark.map(({ seconds, stacks }) => ({ seconds, stack: stacks[i]! })),
      half: half[i]!,
    };
    const model = modelFigures(sensor, efficiency, exposureSeconds);
    return { name, pixels, series, model, ...emvaFigures(series) };
  });
  const { channels: colourNames } = mosaicOf(sensor);
  const missing = colourNames.filter((name) => !colours.some((colour) => colour.name === name));
  return {
    ...size,
    exposureSeconds,
    offset: sensor.parameters.analog_offset,
    first,
    channels,
    notes: [
      ...notes,
      ...missing.map(
        (name) => `The ${name} pixels do not respond to this light and are not measured.`,
      ),
    ],
  };
}

/** Frames that a characterisation takes. */
export const framesTaken = ({ frames }: Pick<CharacterisationPlan, 'frames'>): number =>
  2 * EXPOSURES + (DARK_TIMES + 1) * frames;

/** A sensor as its parameters make it, without a frame. */
export interface SensorFigures {
  /** As it would be measured: with an offset that keeps the dark from being clipped. */
  readonly sensor: SensorPlan;
  /** The colour that stands for the sensor: green where it has that. */
  readonly first: FilterColour;
  /** For the measured colour: electrons per photon on the whole pixel, and the true figures. */
  readonly efficiency: number;
  /** Exposure of all frames except the ones that measure the dark current. */
  readonly exposureSeconds: number;
  readonly figures: EmvaFigures;
  readonly notes: readonly string[];
}

/**
 * The figures that a characterisation of a sensor would measure, by formula.
 *
 * @param light photons per band, on any scale.
 * @throws SimulationError (field `light`) where no pixel responds to the light.
 */
export function sensorFigures(wholeSensor: SensorPlan, light: Spectrum): SensorFigures {
  const { sensor, notes } = withOffset(measurable(wholeSensor));
  const [seconds] = darkTimesOf(sensor);
  const { responding, first } = respondingColours(sensor, light);
  const { efficiency } = responding.find(({ name }) => name === first)!;
  const figures = modelFigures(sensor, efficiency, seconds);
  return { sensor, first, efficiency, exposureSeconds: seconds, figures, notes };
}

/**
 * Exposure times of the dark frames, seconds, ascending; all other frames are exposed for the first
 * of them.
 */
function darkTimesOf(sensor: SensorPlan): readonly [number, number, number] {
  const { darkCurrent, readNoise, saturation } = pixelOf(sensor);
  const most = (MOST_DARK_VARIANCE * Math.max(readNoise ** 2, 1)) / darkCurrent;
  const first = Number(Math.min(LONGEST_EXPOSURE, most).toPrecision(6));
  const last = Math.min(LONGEST_DARK, (DARK_SIGNAL * saturation) / darkCurrent);
  return [first, Math.max(last, 4 * first) / 2, Math.max(last, 4 * first)];
}

/**
 * The colours whose pixels respond to the light, with their places among the channels and their
 * electrons per photon on the whole pixel.
 */
function respondingColours(sensor: SensorPlan, light: Spectrum) {
  const { channels } = mosaicOf(sensor);
  const responses = quantumEfficiencyOf(sensor);
  const brightness = channels[brightnessChannel(channels)]!;
  const responding = channels
    .map((name, at) => ({
      name,
      at,
      efficiency: efficiencyOf(light, responses[at]!) * sensor.parameters.fill_factor,
    }))
    .filter(({ efficiency }) => efficiency > 0);
  // In the near infrared pixels behind a filter that passes it alone are those that matter.
  const first = [brightness, 'infrared' as const].find((name) =>
    responding.some((colour) => colour.name === name),
  );
  if (first === undefined)
    throw new SimulationError(
      'bad-parameter',
      `The ${brightness} pixels do not respond to this light: choose another one.`,
      'light',
    );
  return { responding, first };
}

/**
 * Takes frames of even light, each with temporal noise of its own: electrons on average, besides
 * those of the dark current.
 */
function cameraOf(
  sensor: SensorPlan,
  size: FrameSize,
  { seeds, light: whitePhotons }: CharacterisationPlan,
  host: Pick<Host, 'parallel'>,
  tookFrame: (taken: number) => void,
) {
  const light = sharedFloat32(size.rows * size.columns);
  let taken = 0;
  return async (electrons: number, exposureSeconds: number): Promise<Uint16Array> => {
    light.fill(electrons);
    const temporal = (seeds.temporal + taken) >>> 0;
    taken += 1;
    const { raw } = await exposeSensor(
      {
        sensor,
        size,
        light,
        lightUnit: 'electrons',
        exposureSeconds,
        noise: true,
        seeds: { ...seeds, temporal },
        whitePhotons,
      },
      host,
    );
    tookFrame(taken);
    return raw;
  };
}

type FrameSize = Pick<Characterisation, 'rows' | 'columns'>;

/** Electrons per photon on the photodiode. */
const efficiencyOf = (light: Spectrum, response: Spectrum): number =>
  light.reduce((sum, photons, band) => sum + photons * response[band]!, 0) /
  light.reduce((sum, photons) => sum + photons, 0);

/**
 * Light of one wavelength as photons per band: shared between the bands on both sides, which
 * interpolates what depends on the wavelength.
 *
 * @param wavelength nanometres, 400 to 1000.
 * @returns 31 bands, or beyond 700 nm 61.
 */
export const monochromaticLight = (wavelength: number): Spectrum =>
  Float64Array.from(
    wavelength > WAVELENGTHS.at(-1)! ? [...WAVELENGTHS, ...NEAR_INFRARED] : WAVELENGTHS,
    (band) => Math.max(0, 1 - Math.abs(band - wavelength) / BAND_WIDTH),
  );

/**
 * Standard deviation of the noise in the dark, from pixel to pixel and from frame to frame, volts.
 */
const darkVolts = (sensor: SensorPlan): number =>
  deviationOf(noiseBudget(sensor, { signal: 0, exposureSeconds: 0 }), 'darkSpread') *
  pixelOf(sensor).conversionGain;

/** The sensor with an offset that keeps the dark from being clipped at 0, where it has none. */
function withOffset(sensor: SensorPlan): {
  readonly sensor: SensorPlan;
  readonly notes: readonly string[];
} {
  const { parameters } = sensor;
  const needed = OFFSET_DEVIATIONS * darkVolts(sensor);
  if (parameters.analog_offset >= needed) return { sensor, notes: [] };
  const offset = Number(needed.toPrecision(4));
  return {
    sensor: { ...sensor, parameters: { ...parameters, analog_offset: offset } },
    notes: [
      `With an analog offset of ${figure(parameters.analog_offset)} V, dark codes are clipped at 0, which biases their mean and noise. The sensor is measured with an offset of ${figure(offset)} V instead.`,
    ],
  };
}

function checkRange(sensor: SensorPlan): void {
  const { saturation, electronsPerCode, conversionGain } = pixelOf(sensor);
  const { read_noise: read, dsnu } = sensor.parameters;
  const deviation = darkVolts(sensor) / conversionGain;
  if (!(saturation > LEAST_RANGE * deviation))
    throw new SimulationError(
      'bad-parameter',
      `The noise in the dark, ${figure(deviation)} electrons, leaves no range below saturation in which a sensor can be measured: reduce ${read > dsnu ? 'Read Noise' : 'DSNU'}.`,
      `sensorParams.${read > dsnu ? 'read_noise' : 'dsnu'}`,
    );
  if (saturation < FEWEST_CODES * electronsPerCode)
    throw new SimulationError(
      'bad-parameter',
      `Saturation is ${figure(saturation / electronsPerCode)} codes, too few to measure: at least ${FEWEST_CODES} are needed, so reduce Analog Gain.`,
      'sensorParams.analog_gain',
    );
}

/** Rows and columns of a frame: those of the sensor up to a limit, even. */
function frameSize({ parameters: { rows, cols } }: SensorPlan): FrameSize {
  for (const [key, label, size] of [
    ['rows', 'Rows', rows],
    ['cols', 'Cols', cols],
  ] as const)
    if (size < SMALLEST_SIDE)
      throw new SimulationError(
        'bad-parameter',
        `${label} must be at least ${SMALLEST_SIDE} for a sensor to be measured, not ${size}.`,
        `sensorParams.${key}`,
      );
  const even = (size: number): number => Math.min(LARGEST_SIDE, size - (size % 2));
  return { rows: even(rows), columns: even(cols) };
}

/**
 * The true figures, from the parameters of the sensor. `efficiency` is per photon on the whole
 * pixel.
 */
function modelFigures(sensor: SensorPlan, efficiency: number, seconds: number): EmvaFigures {
  const { electronsPerCode, darkCurrent, saturation } = pixelOf(sensor);
  const { gain, slope } = apparentGain(sensor);
  const dark = noiseBudget(sensor, { signal: 0, exposureSeconds: seconds });
  const darkNoise = deviationOf(dark, 'temporalDark');
  const thresholdPhotons =
    (Math.hypot(darkNoise, termOf(dark, 'rounding').deviation) / gain + 0.5) / (efficiency / gain);
  return {
    systemGain: (gain * slope) / electronsPerCode,
    quantumEfficiency: efficiency / gain,
    darkNoiseElectrons: darkNoise / gain,
    dsnuElectrons: deviationOf(dark, 'darkPattern') / gain,
    prnuPercent: 100 * sensor.parameters.prnu,
    darkCurrentElectronsPerSecond: darkCurrent / gain,
    saturationElectrons: saturation / gain,
    snrMaxDb: 10 * Math.log10(saturation / gain),
    dynamicRangeDb: 20 * Math.log10(saturation / efficiency / thresholdPhotons),
    thresholdPhotons,
    linearityErrorPercent: 0,
  };
}

/** Share of the well at which the gain of a response that is no line is compared. */
const GAIN_AT = 0.35;

/**
 * What photon transfer takes for gain: crosstalk of electrons smooths their noise by the sum of the
 * squares, and a response that is no line has a slope.
 */
function apparentGain({ chip }: SensorPlan): { readonly gain: number; readonly slope: number } {
  const electrical = chip?.crosstalk?.electrical;
  const [second, third] = chip?.nonLinearity ?? [0, 0];
  return {
    gain: electrical ? noiseGain(electrical) : 1,
    slope: 1 + 2 * second * GAIN_AT + 3 * third * GAIN_AT ** 2,
  };
}
