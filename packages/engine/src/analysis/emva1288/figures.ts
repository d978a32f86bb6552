import { spatialVariance, type FrameStack, type PairStatistics } from './frames.ts';
import { weightedLine, type MeasuredPoint } from './weighted-line.ts';

/** What a sensor is characterised by, after EMVA 1288 release 4.0. */
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
  readonly bright: readonly { readonly photons: number; readonly pair: PairStatistics }[];
  /** Frames in the dark, of the same exposure time. */
  readonly dark: FrameStack;
  /** Frames at half of saturation. */
  readonly half: FrameStack;
  /** Mean of dark frames by exposure time, with the standard error of the mean. */
  readonly darkByTime: readonly {
    readonly seconds: number;
    readonly mean: number;
    readonly error: number;
  }[];
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
/** Smaller temporal variances in the dark cannot be told from rounding: this one is used instead (release 4.0, section 6.6). */
const LEAST_DARK_VARIANCE = 0.24;
/** Share of saturation up to which lines are fitted. */
const FITTED = 0.7;

/** Photon transfer of a series: its lines, and the levels they start from. */
export interface PhotonTransfer {
  readonly darkMean: number;
  readonly saturation: { readonly photons: number; readonly mean: number; readonly step: number };
  /** Codes per photon, and codes per electron, with standard errors. */
  readonly responsivity: { readonly value: number; readonly error: number };
  readonly gain: { readonly value: number; readonly error: number };
}

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Lines through mean against photons and variance against mean, up to 70 % of saturation. @see EMVA 1288 release 4.0, sections 6.3 to 6.5 */
export function photonTransfer({ bright, dark }: EmvaSeries): PhotonTransfer {
  const darkMean = meanOf(dark.means);
  const peak = bright.reduce((best, point) =>
    point.pair.temporalVariance > best.pair.temporalVariance ? point : best,
  );
  const at = bright.indexOf(peak);
  const saturation = {
    photons: peak.photons,
    mean: peak.pair.mean,
    step: peak.photons - (bright[at - 1]?.photons ?? 0),
  };
  const fitted = bright.filter(
    ({ pair }) => pair.mean - darkMean <= FITTED * (peak.pair.mean - darkMean),
  );
  const points = (y: (pair: PairStatistics) => number, error: (pair: PairStatistics) => number) =>
    fitted.map(({ photons, pair }) => ({
      photons,
      mean: pair.mean - darkMean,
      y: y(pair),
      error: error(pair),
    }));
  const means = points(
    (pair) => pair.mean - darkMean,
    ({ temporalVariance, pixels }) => Math.sqrt(temporalVariance / (2 * pixels)),
  );
  // The variance of half a mean of squared differences of normal numbers.
  const variances = points(
    (pair) => pair.temporalVariance - dark.temporalVariance,
    ({ temporalVariance, pixels }) => temporalVariance * Math.sqrt(2 / pixels),
  );
  const lineOf = (all: readonly { y: number; error: number }[], xs: readonly number[]) =>
    weightedLine(all.map(({ y, error }, i): MeasuredPoint => ({ x: xs[i]!, y, error })));
  const responsivity = lineOf(
    means,
    means.map(({ photons }) => photons),
  );
  const gain = lineOf(
    variances,
    variances.map(({ mean }) => mean),
  );
  return {
    darkMean,
    saturation,
    responsivity: { value: responsivity.slope, error: responsivity.slopeError },
    gain: { value: gain.slope, error: gain.slopeError },
  };
}

/** Standard error of a quotient, product or root of independent factors: each error relative to its value, times its power. */
const combined = (value: number, ...shares: readonly number[]): number =>
  Math.abs(value) * Math.hypot(...shares);

/** Root of a variance, 0 where noise made it negative, with the standard error that follows from that of the variance. */
function rootOf(variance: number, varianceError: number) {
  const value = Math.sqrt(Math.max(variance, 0));
  return {
    value,
    error:
      Math.min(varianceError / (2 * value || Infinity), Math.sqrt(varianceError)) ||
      Math.sqrt(varianceError),
  };
}

/** Non-uniformity in the dark, electrons, and of the response, a share. @see EMVA 1288 release 4.0, section 8 */
function nonUniformity({ dark, half }: EmvaSeries, { gain, darkMean }: PhotonTransfer) {
  const errorOf = (stack: FrameStack, variance: number): number =>
    (Math.max(variance, 0) + stack.temporalVariance / stack.frames) *
    Math.sqrt(2 / stack.means.length);
  const [inDark, inLight] = [spatialVariance(dark), spatialVariance(half)];
  const isRounded = dark.temporalVariance < LEAST_DARK_VARIANCE;
  // Without noise to spread the codes, the means of frames are rounded too.
  const darkError = Math.hypot(errorOf(dark, inDark), isRounded ? QUANTISATION : 0);
  const offsets = rootOf(inDark, darkError);
  const signal = meanOf(half.means) - darkMean;
  const response = rootOf(inLight - inDark, Math.hypot(errorOf(half, inLight), darkError));
  return {
    dsnu: {
      value: offsets.value / gain.value,
      error: Math.hypot(offsets.error, (offsets.value * gain.error) / gain.value) / gain.value,
    },
    prnu: { value: response.value / signal, error: response.error / signal },
  };
}

/** Temporal noise in the dark, electrons. @see EMVA 1288 release 4.0, section 6.6 */
function darkNoise({ dark }: EmvaSeries, { gain }: PhotonTransfer) {
  const { temporalVariance, frames, means } = dark;
  const isBelow = temporalVariance < LEAST_DARK_VARIANCE;
  const variance = Math.max(temporalVariance, LEAST_DARK_VARIANCE) - QUANTISATION;
  const sampling = temporalVariance * Math.sqrt(2 / means.length / (frames - 1));
  const root = rootOf(variance, Math.hypot(sampling, roundingError(dark)));
  // A bound says no more than that the noise is not larger.
  const error = isBelow ? root.value : root.error;
  return {
    isBelow,
    value: root.value / gain.value,
    error: Math.hypot(error, (root.value * gain.error) / gain.value) / gain.value,
  };
}

/**
 * How far rounding may move a variance away from adding 1/12, codes²: the first harmonic of its error for normal noise (B. Widrow, I. Kollar,
 * "Quantization Noise", 2008, chapter 4), which averages out over pixels of different dark levels.
 */
function roundingError(stack: FrameStack): number {
  const variance = Math.max(stack.temporalVariance - QUANTISATION, 0);
  const levels = Math.max(spatialVariance(stack), 0);
  return (4 * variance + 1 / Math.PI ** 2) * Math.exp(-2 * Math.PI ** 2 * (variance + levels));
}

/** Mean deviation, %, of the means from the line that is best relative to them. @see EMVA 1288 release 4.0, section 6.7 */
function linearityError({ bright }: EmvaSeries, { darkMean, saturation }: PhotonTransfer): number {
  const range = saturation.mean - darkMean;
  const points = bright
    .map(({ photons, pair }) => ({ x: photons, y: pair.mean - darkMean }))
    .filter(({ y }) => y >= 0.05 * range && y <= 0.95 * range);
  const line = weightedLine(points.map(({ x, y }) => ({ x, y, error: y })));
  const deviations = points.map(
    ({ x, y }) => Math.abs(y - line.offset - line.slope * x) / (line.offset + line.slope * x),
  );
  return (100 * deviations.reduce((sum, value) => sum + value, 0)) / points.length;
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
  const darkLine = weightedLine(
    series.darkByTime.map(({ seconds, mean, error }) => ({ x: seconds, y: mean, error })),
  );

  const saturationElectrons = quantumEfficiency * saturation.photons;
  const saturationShare = Math.hypot(efficiencyShare, saturation.step / 2 / saturation.photons);
  const withRounding = Math.sqrt(noise.value ** 2 + QUANTISATION / gain.value ** 2);
  const thresholdPhotons = (withRounding + 0.5) / quantumEfficiency;
  const thresholdShare = Math.hypot(efficiencyShare, noise.error / (withRounding + 0.5));
  const decibelError = (share: number, perDecade: number): number =>
    (perDecade / Math.LN10) * share;
  const linearityErrorPercent = linearityError(series, transfer);
  return {
    measured: {
      systemGain: gain.value,
      quantumEfficiency,
      darkNoiseElectrons: noise.value,
      dsnuElectrons: dsnu.value,
      prnuPercent: 100 * prnu.value,
      darkCurrentElectronsPerSecond: darkLine.slope / gain.value,
      saturationElectrons,
      snrMaxDb: 10 * Math.log10(saturationElectrons),
      dynamicRangeDb: 20 * Math.log10(saturation.photons / thresholdPhotons),
      thresholdPhotons,
      linearityErrorPercent,
    },
    standardError: {
      systemGain: gain.error,
      quantumEfficiency: combined(quantumEfficiency, efficiencyShare),
      darkNoiseElectrons: noise.error,
      dsnuElectrons: dsnu.error,
      prnuPercent: 100 * prnu.error,
      darkCurrentElectronsPerSecond:
        Math.hypot(darkLine.slopeError, darkLine.slope * gainShare) / gain.value,
      saturationElectrons: combined(saturationElectrons, saturationShare),
      snrMaxDb: decibelError(saturationShare, 10),
      dynamicRangeDb: decibelError(
        Math.hypot(thresholdShare, saturation.step / 2 / saturation.photons),
        20,
      ),
      thresholdPhotons: combined(thresholdPhotons, thresholdShare),
      linearityErrorPercent: 0,
    },
    notes: noise.isBelow
      ? [
          `The temporal noise in the dark, ${Math.sqrt(series.dark.temporalVariance).toFixed(2)} codes, cannot be told from rounding: the bound of ${Math.sqrt(LEAST_DARK_VARIANCE).toFixed(2)} codes that EMVA 1288 sets is used.`,
        ]
      : [],
  };
}
