import { SimulationError } from '../../simulation-error.ts';
import { spatialVariance, type FrameStack, type PairStatistics } from './frames.ts';
import { linearityError, type Signal } from './linearity-error.ts';
import { weightedLine } from './weighted-line.ts';
import { meanOf } from '../../quantities/statistics.ts';

/** The figures of a sensor after EMVA 1288 release 4.0. */
export interface EmvaFigures {
  /** K, codes per electron. */
  readonly systemGain: number;
  /** eta, electrons per photon that falls on the whole pixel. */
  readonly quantumEfficiency: number;
  /** sigma_d, standard deviation of the temporal noise in the dark. */
  readonly darkNoiseElectrons: number;
  /** DSNU1288. */
  readonly dsnuElectrons: number;
  /** PRNU1288, at half of saturation. */
  readonly prnuPercent: number;
  readonly darkCurrentElectronsPerSecond: number;
  /** Electrons at the largest temporal variance. */
  readonly saturationElectrons: number;
  readonly snrMaxDb: number;
  readonly dynamicRangeDb: number;
  /** Photons per pixel at which the signal is as large as its noise. */
  readonly thresholdPhotons: number;
  /** Mean deviation from a line of relative least squares, 5 to 95 % of saturation. */
  readonly linearityErrorPercent: number;
}

/** One colour of one sensor, photographed as the standard asks. Codes throughout. */
export interface EmvaSeries {
  /** Pairs of frames of even light, ascending, from some photons per pixel to saturation. */
  readonly bright: readonly {
    readonly seconds: number;
    readonly photons: number;
    readonly pair: PairStatistics;
  }[];
  /**
   * Frames in the dark, at least two per exposure time, ascending; noise and non-uniformity are
   * those of the first.
   */
  readonly dark: readonly { readonly seconds: number; readonly stack: FrameStack }[];
  /** Frames at half of saturation. */
  readonly half: FrameStack;
}

/** Figures with the standard error of each, in its own unit. */
export interface EmvaResult {
  readonly measured: EmvaFigures;
  readonly standardError: EmvaFigures;
  /** Sentences about what limits the measurement. */
  readonly notes: readonly string[];
}

/** Variance of rounding to whole codes. */
const QUANTISATION = 1 / 12;
/**
 * Smaller temporal variances in the dark cannot be told from rounding: this one is used instead
 * (release 4.0, section 6.6).
 */
const LEAST_DARK_VARIANCE = 0.24;
/** Share of saturation up to which lines are fitted. */
const FITTED = 0.7;

const FEWEST_FITTED = 3;
const NOT_EVEN_LIGHT =
  'Mean and temporal variance do not both grow with the light: these are no frames of even light with photon noise.';

function refuse(sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, 'frames');
}

/**
 * The variance peaks where the brightest values begin to be cut: so many standard deviations below
 * saturation.
 */
const PEAK_DEVIATIONS = 3;

/** Photon transfer of a series: its lines, and the levels they start from. */
interface PhotonTransfer {
  /**
   * Mean and temporal variance in the dark; codes per second that dark current adds, NaN where it
   * was not measured.
   */
  readonly dark: {
    readonly mean: number;
    readonly variance: number;
    readonly slope: number;
    readonly slopeError: number;
  };
  /** Where the variance is largest, and how far below saturation that may be, relative to it. */
  readonly saturation: { readonly photons: number; readonly mean: number; readonly share: number };
  /** Codes per photon, and codes per electron, with standard errors. */
  readonly responsivity: { readonly value: number; readonly error: number };
  readonly gain: { readonly value: number; readonly error: number };
  /**
   * Signal of every point over the dark of its own exposure time, codes, with its standard error.
   */
  readonly signals: readonly Signal[];
}

/**
 * Lines through mean against photons and variance against mean, up to 70 % of saturation.
 * @see EMVA 1288 release 4.0, sections 6.3 to 6.5
 */
function photonTransfer({ bright, dark, half }: EmvaSeries): PhotonTransfer {
  const { seconds: darkSeconds, stack: inDark } = dark[0]!;
  const darkLevel = darkLevelOf(dark);
  const { mean, slope } = darkLevel;
  const darkAt = (seconds: number): number =>
    mean + (Number.isNaN(slope) ? 0 : slope * (seconds - darkSeconds));
  const signals = bright.map(({ seconds, photons, pair }) => ({
    photons,
    mean: pair.mean - darkAt(seconds),
    error: Math.hypot(
      Math.sqrt(pair.temporalVariance / (2 * pair.pixels)),
      roundingOfMean(pair.temporalVariance, pair.spatialVariance),
    ),
  }));
  const at = bright.reduce(
    (best, { pair }, i) => (pair.temporalVariance > bright[best]!.pair.temporalVariance ? i : best),
    0,
  );
  const { photons: peak, pair } = bright[at]!;
  if (!(pair.temporalVariance > inDark.temporalVariance)) refuse(NOT_EVEN_LIGHT);
  const saturation = {
    photons: peak,
    mean: signals[at]!.mean,
    share: Math.hypot(
      (peak - (bright[at - 1]?.photons ?? 0)) / 2 / peak,
      (PEAK_DEVIATIONS * Math.sqrt(pair.temporalVariance + Math.max(pair.spatialVariance, 0))) /
        signals[at]!.mean,
    ),
  };
  const isFitted = signals.map((signal) => signal.mean <= FITTED * saturation.mean);
  if (isFitted.filter(Boolean).length < FEWEST_FITTED)
    refuse(
      `Lines are fitted up to 70 % of saturation, where the temporal variance is largest: at least ${FEWEST_FITTED} exposures are needed there, not ${isFitted.filter(Boolean).length}.`,
    );
  const responsivity = weightedLine(
    signals
      .filter((_, i) => isFitted[i])
      .map(({ photons, mean: y, error }) => ({ x: photons, y, error })),
  );
  // The dark current has shot noise of its own: here the signal counts from the shortest dark
  // frames, with the electrons that it adds.
  const gain = weightedLine(
    bright
      .filter((_, i) => isFitted[i])
      .map(({ pair: { mean: x, temporalVariance, spatialVariance: levels, pixels } }) => ({
        x: x - mean,
        y: temporalVariance - inDark.temporalVariance,
        // The variance of half a mean of squared differences of normal numbers.
        error: Math.hypot(
          temporalVariance * Math.sqrt(2 / pixels),
          roundingOfVariance(temporalVariance, levels),
        ),
      })),
  );
  if (!(gain.slope > 0) || !(responsivity.slope > 0)) refuse(NOT_EVEN_LIGHT);
  // Where it is the gain that differs from pixel to pixel, the mean of its squares exceeds the
  // square of its mean by their variance.
  const relativeSpread =
    Math.max(spatialVariance(half) - spatialVariance(inDark), 0) / (meanOf(half.means) - mean) ** 2;
  return {
    dark: darkLevel,
    saturation,
    responsivity: { value: responsivity.slope, error: responsivity.slopeError },
    gain: { value: gain.slope, error: Math.hypot(gain.slopeError, relativeSpread * gain.slope) },
    signals,
  };
}

/**
 * Mean and variance of the shortest dark frames, and the line through the means over the exposure
 * times.
 */
function darkLevelOf(dark: EmvaSeries['dark']): PhotonTransfer['dark'] {
  const { means, temporalVariance: variance } = dark[0]!.stack;
  const line = weightedLine(
    dark.map(({ seconds, stack }) => ({
      x: seconds,
      y: meanOf(stack.means),
      error: errorOf(stack),
    })),
  );
  const isLine = dark.length > 1;
  return {
    mean: meanOf(means),
    variance,
    slope: isLine ? line.slope : NaN,
    slopeError: isLine ? line.slopeError : NaN,
  };
}

/** Standard error of the mean of a stack, codes. */
const errorOf = (stack: FrameStack): number =>
  Math.hypot(
    Math.sqrt(stack.temporalVariance / stack.frames / stack.means.length),
    roundingOfMean(stack.temporalVariance, spatialVariance(stack)),
  );

/**
 * The least noise that explains measured variances, codes²: in time, and among the levels of the
 * pixels. Rounding adds 1/12 to both where they are large; where they are small it may add up to
 * 1/4, which is the variance of values of which half are rounded up.
 *
 * @param temporalVariance measured, rounding included.
 * @param spatialVariance measured.
 */
function leastNoise(temporalVariance: number, spatialVariance: number) {
  const levels = Math.max(spatialVariance - 1 / 4, 0);
  let variance = 0;
  for (let step = 0; step < 30; step += 1)
    variance = Math.max(
      temporalVariance - QUANTISATION - (4 * variance + 1 / 6) * harmonic(variance + levels),
      0,
    );
  return { variance, levels };
}

/**
 * First harmonic of the error of rounding normal numbers, relative to its largest (B. Widrow, I.
 * Kollar, "Quantization Noise", 2008, chapter 4).
 */
const harmonic = (variance: number): number => Math.exp(-2 * Math.PI ** 2 * variance);

/** How far rounding may move a mean, codes; parameters as `leastNoise`. */
function roundingOfMean(temporalVariance: number, spatialVariance: number): number {
  const { variance, levels } = leastNoise(temporalVariance, spatialVariance);
  return harmonic(variance + levels) / 2;
}

/**
 * How far rounding may move a variance away from adding 1/12, codes²: by its first harmonic, which
 * averages out over pixels of different levels, and, whatever their levels, by the rounding that
 * stays the same from frame to frame (the same source: at most 1/12). Parameters as `leastNoise`.
 */
function roundingOfVariance(temporalVariance: number, spatialVariance: number): number {
  const { variance, levels } = leastNoise(temporalVariance, spatialVariance);
  return (
    (4 * variance + 1 / 6) * harmonic(variance + levels) + QUANTISATION * harmonic(2 * variance)
  );
}

/**
 * Standard error of a quotient, product or root of independent factors: each error relative to its
 * value, times its power.
 */
const combined = (value: number, ...shares: readonly number[]): number =>
  Math.abs(value) * Math.hypot(...shares);

/**
 * Root of a variance, 0 where noise made it negative, with the standard error that follows from the
 * variance's own.
 */
function rootOf(variance: number, varianceError: number) {
  const value = Math.sqrt(Math.max(variance, 0));
  return {
    value,
    error:
      Math.min(varianceError / (2 * value || Infinity), Math.sqrt(varianceError)) ||
      Math.sqrt(varianceError),
  };
}

/**
 * Non-uniformity in the dark, electrons, and of the response, a share.
 * @see EMVA 1288 release 4.0, section 8
 */
function nonUniformity({ dark: [first], half }: EmvaSeries, { gain, dark }: PhotonTransfer) {
  const figureOf = (stack: FrameStack) => {
    const variance = spatialVariance(stack);
    const { temporalVariance, frames, means } = stack;
    const sampling =
      (Math.max(variance, 0) + temporalVariance / frames) * Math.sqrt(2 / means.length);
    return {
      variance,
      error: Math.hypot(sampling, roundingOfVariance(temporalVariance, variance)),
    };
  };
  const [inDark, inLight] = [figureOf(first!.stack), figureOf(half)];
  const offsets = rootOf(inDark.variance, inDark.error);
  const signal = meanOf(half.means) - dark.mean;
  const response = rootOf(
    inLight.variance - inDark.variance,
    Math.hypot(inLight.error, inDark.error),
  );
  return {
    dsnu: {
      value: offsets.value / gain.value,
      error: Math.hypot(offsets.error, (offsets.value * gain.error) / gain.value) / gain.value,
    },
    prnu: { value: response.value / signal, error: response.error / signal },
  };
}

/** Temporal noise in the dark, electrons. @see EMVA 1288 release 4.0, section 6.6 */
function darkNoise({ dark: [first] }: EmvaSeries, { gain }: PhotonTransfer) {
  const { stack } = first!;
  const { temporalVariance, frames, means } = stack;
  const isBelow = temporalVariance < LEAST_DARK_VARIANCE;
  const variance = Math.max(temporalVariance, LEAST_DARK_VARIANCE) - QUANTISATION;
  const sampling = temporalVariance * Math.sqrt(2 / means.length / (frames - 1));
  const root = rootOf(
    variance,
    Math.hypot(sampling, roundingOfVariance(temporalVariance, spatialVariance(stack))),
  );
  // A bound says no more than that the noise is not larger.
  const error = isBelow ? root.value : root.error;
  return {
    isBelow,
    value: root.value / gain.value,
    error: Math.hypot(error, (root.value * gain.error) / gain.value) / gain.value,
  };
}

/**
 * The figures of a series, each with its standard error from the number of pixels and frames.
 *
 * @see EMVA 1288 release 4.0 linear, sections 6 to 8; docs/reference/measuring.md#emva1288
 */
export function emvaFigures(series: EmvaSeries): EmvaResult {
  const transfer = photonTransfer(series);
  const { gain, responsivity, saturation } = transfer;
  const [gainShare, responsivityShare] = [
    gain.error / gain.value,
    responsivity.error / responsivity.value,
  ];
  const quantumEfficiency = responsivity.value / gain.value;
  const efficiencyShare = Math.hypot(gainShare, responsivityShare);
  const noise = darkNoise(series, transfer);
  const { dsnu, prnu } = nonUniformity(series, transfer);
  const saturationElectrons = quantumEfficiency * saturation.photons;
  const saturationShare = Math.hypot(efficiencyShare, saturation.share);
  const withRounding = Math.sqrt(noise.value ** 2 + QUANTISATION / gain.value ** 2);
  const thresholdPhotons = (withRounding + 0.5) / quantumEfficiency;
  const thresholdShare = Math.hypot(efficiencyShare, noise.error / (withRounding + 0.5));
  const decibelError = (share: number, perDecade: number): number =>
    (perDecade / Math.LN10) * share;
  const linearity = linearityError(transfer.signals, transfer.saturation.mean);
  const { slope, slopeError, variance } = transfer.dark;
  return {
    measured: {
      systemGain: gain.value,
      quantumEfficiency,
      darkNoiseElectrons: noise.value,
      dsnuElectrons: dsnu.value,
      prnuPercent: 100 * prnu.value,
      darkCurrentElectronsPerSecond: slope / gain.value,
      saturationElectrons,
      snrMaxDb: 10 * Math.log10(saturationElectrons),
      dynamicRangeDb: 20 * Math.log10(saturation.photons / thresholdPhotons),
      thresholdPhotons,
      linearityErrorPercent: linearity.value,
    },
    standardError: {
      systemGain: gain.error,
      quantumEfficiency: combined(quantumEfficiency, efficiencyShare),
      darkNoiseElectrons: noise.error,
      dsnuElectrons: dsnu.error,
      prnuPercent: 100 * prnu.error,
      darkCurrentElectronsPerSecond: Math.hypot(slopeError, slope * gainShare) / gain.value,
      saturationElectrons: combined(saturationElectrons, saturationShare),
      snrMaxDb: decibelError(saturationShare, 10),
      dynamicRangeDb: decibelError(Math.hypot(thresholdShare, saturation.share), 20),
      thresholdPhotons: combined(thresholdPhotons, thresholdShare),
      linearityErrorPercent: linearity.error,
    },
    notes: noise.isBelow
      ? [
          `The temporal noise in the dark, ${Math.sqrt(variance).toFixed(2)} codes, cannot be told from rounding: the bound of ${Math.sqrt(LEAST_DARK_VARIANCE).toFixed(2)} codes that EMVA 1288 sets is used.`,
        ]
      : [],
  };
}
