import { sinc } from '../../quantities/sinc.ts';
import { BINS_PER_PIXEL, edgeSpread, type EdgeSpread } from './edge-spread.ts';
import { findEdge, type EdgeLine } from './find-edge.ts';
import { refuse, transposed, type Region } from './region.ts';

/**
 * The sharpness of a picture, measured at an edge. Frequencies are cycles per pixel along the
 * normal of the edge.
 */
export interface EdgeSfr {
  /** Angle of the edge from the direction of the columns, 0 to 180 degrees. */
  readonly edgeDegrees: number;
  /** .02 to 1 in steps of .02. */
  readonly frequencies: readonly number[];
  /** Spatial frequency response at these frequencies, 1 at frequency 0. */
  readonly sfr: readonly number[];
  /**
   * Lowest frequency at which the response is half, 30 % or 10 %; null when it is not that low up
   * to 1 cycle per pixel.
   */
  readonly mtf50: number | null;
  readonly mtf30: number | null;
  readonly mtf10: number | null;
  /** Response at .5 cycles per pixel. */
  readonly atNyquist: number;
  /** Response at .25 cycles per pixel. */
  readonly atHalfNyquist: number;
  /** Distance between 10 and 90 % of the step, pixels along the normal. */
  readonly rise1090Px: number;
  /**
   * How far the curve goes beyond the plateaus of the step, % of the step; the larger one of both
   * sides.
   */
  readonly overshootPercent: number;
  /** (bright - dark) / (bright + dark) of the plateaus. */
  readonly contrast: number;
  /** Quarter-pixel bins that no pixel fell into. */
  readonly emptyBins: number;
  /** Root mean square distance of the rows' own edges from the line through them, pixels. */
  readonly residualPx: number;
}

export const SFR_FREQUENCIES: readonly number[] = Array.from(
  { length: 50 },
  (_, i) => (i + 1) / 50,
);

const LEAST_CONTRAST = 0.05;
const [LEAST_DEGREES, LARGEST_DEGREES] = [1, 44] as const;
/** An edge of 44 degrees is measured as a little more or less. */
const ROUNDING = 0.5;
/** A larger share of empty bins means that the edge meets the pixels at few places only. */
const MOST_EMPTY = 0.1;
/** With less of its variance explained by one edge, the region shows something else. */
const LEAST_EXPLAINED = 0.8;
/** Rows' centroids of one colour of a mosaic scatter by up to .2 pixels without any noise. */
const MOST_RESIDUAL = 0.35;
/**
 * Noise of the response (at Nyquist) above which the ends of the line spread function are windowed
 * away.
 */
const QUIET = 0.004;
/** The correction for bins and differences is never larger (ISO 12233:2023, annex D). */
const LARGEST_CORRECTION = 10;

/**
 * Edge SFR after ISO 12233:2023, annex D: the rows' edges lie on a line; all pixels are binned in
 * quarters by their distance from it along its normal; the differences of the bins, transformed,
 * are the response. Corrected for the width of a bin and for the difference.
 *
 * @throws SimulationError (field `roi`) with a sentence when the region has no such edge.
 * @see docs/reference/measuring.md#edge-sfr
 */
export function edgeSfr(region: Region): EdgeSfr {
  const { line, spread, edgeDegrees } = locateEdge(region);
  const response = responseOf(spread, FINE_FREQUENCIES);
  const at = (frequency: number): number => response[Math.round(frequency / FINE_STEP)]!;
  const beyond = Math.max(
    spread.values.reduce((most, value) => Math.max(most, value), -Infinity) - spread.bright,
    spread.dark - spread.values.reduce((least, value) => Math.min(least, value), Infinity),
  );
  return {
    edgeDegrees,
    frequencies: SFR_FREQUENCIES,
    sfr: SFR_FREQUENCIES.map(at),
    mtf50: firstBelow(response, 0.5),
    mtf30: firstBelow(response, 0.3),
    mtf10: firstBelow(response, 0.1),
    atNyquist: at(0.5),
    atHalfNyquist: at(0.25),
    rise1090Px: spread.rise,
    overshootPercent: (100 * Math.max(beyond, 0)) / (spread.bright - spread.dark),
    contrast: contrastOf(spread),
    emptyBins: spread.emptyBins,
    residualPx: line.residual,
  };
}

/** The edge of a region, and what is on its sides. */
export interface LocatedEdge {
  /** The region, transposed where its edge is nearer to the horizontal; `line` is in it. */
  readonly upright: Region;
  readonly isTransposed: boolean;
  readonly line: EdgeLine;
  readonly spread: EdgeSpread;
  /** Angle of the edge from the direction of the columns, 0 to 180 degrees. */
  readonly edgeDegrees: number;
}

/** Finds the edge of a region and its spread. @throws as `edgeSfr`. */
export function locateEdge(region: Region): LocatedEdge {
  const isHorizontal = isNearerToHorizontal(region);
  const upright = isHorizontal ? transposed(region) : region;
  const line = findEdge(upright);
  const middle = (line.rows[0] + line.rows[1]) / 2;
  const tilt = (Math.atan(line.slope(middle)) * 180) / Math.PI;
  if (Math.abs(tilt) < LEAST_DEGREES || Math.abs(tilt) > LARGEST_DEGREES + ROUNDING)
    refuse(
      `The edge is ${Math.abs(tilt).toFixed(1)} degrees from the ${isHorizontal ? 'rows' : 'columns'}: it must be tilted by ${LEAST_DEGREES} to ${LARGEST_DEGREES} degrees; about 5 is best.`,
    );
  const spread = edgeSpread(upright, line);
  checkSpread(spread, line);
  return {
    upright,
    isTransposed: isHorizontal,
    line,
    spread,
    edgeDegrees: (((isHorizontal ? 90 + tilt : -tilt) % 180) + 180) % 180,
  };
}

/** How far an edge is tilted, degrees, and from what: the nearer of rows and columns. */
export function tiltOf({ edgeDegrees }: Pick<EdgeSfr, 'edgeDegrees'>): {
  readonly degrees: number;
  readonly from: 'columns' | 'rows';
} {
  const fromColumns = Math.min(edgeDegrees, 180 - edgeDegrees);
  return fromColumns <= 45
    ? { degrees: fromColumns, from: 'columns' }
    : { degrees: 90 - fromColumns, from: 'rows' };
}

const contrastOf = ({ bright, dark }: EdgeSpread): number =>
  (bright - dark) / (Math.abs(bright) + Math.abs(dark));

/**
 * Compares the gradients along rows and columns of means over 4 x 4 pixels, so that noise and
 * mosaics do not count.
 */
function isNearerToHorizontal({ rows, columns, values, used }: Region): boolean {
  const cell = 4;
  const [high, wide] = [Math.floor(rows / cell), Math.floor(columns / cell)];
  const means = Float64Array.from({ length: high * wide }, (_, i) => {
    const [top, left] = [Math.floor(i / wide) * cell, (i % wide) * cell];
    let [sum, count] = [0, 0];
    for (let row = top; row < top + cell; row += 1)
      for (let column = left; column < left + cell; column += 1)
        if (used[row * columns + column]) {
          sum += values[row * columns + column]!;
          count += 1;
        }
    return count === 0 ? 0 : sum / count;
  });
  let [across, down] = [0, 0];
  for (let row = 0; row + 1 < high; row += 1)
    for (let column = 0; column + 1 < wide; column += 1) {
      const here = means[row * wide + column]!;
      across += (means[row * wide + column + 1]! - here) ** 2;
      down += (means[(row + 1) * wide + column]! - here) ** 2;
    }
  return down > across;
}

function checkSpread(spread: EdgeSpread, { residual, half }: EdgeLine): void {
  const contrast = contrastOf(spread);
  if (!(contrast >= LEAST_CONTRAST))
    refuse(
      `There is no edge in this region, or two that cancel: the contrast between its sides is ${Math.max(contrast, 0).toFixed(3)} and must be at least ${LEAST_CONTRAST}.`,
    );
  if (spread.explained < LEAST_EXPLAINED)
    refuse(
      `This region is not one straight edge between two even areas: an edge explains ${(100 * spread.explained).toFixed(0)} % of its variation. Choose a smaller region that holds one edge only.`,
    );
  // By parts, the centroid of a row is a sum of about 2 half widths of pixels, each with a weight
  // of about .6.
  const byNoise = (0.6 * spread.noise * Math.sqrt(2 * half)) / (spread.bright - spread.dark);
  if (residual > MOST_RESIDUAL + 3 * byNoise)
    refuse(
      `The edge is not straight: its rows lie ${residual.toFixed(2)} pixels from a smooth line. Choose a region without corners and other edges.`,
    );
  if (stepsIn(spread) > 1)
    refuse('There are two edges in this region: choose one that holds one edge only.');
  if (spread.emptyBins > MOST_EMPTY * spread.values.length)
    refuse(
      `${spread.emptyBins} of ${spread.values.length} bins of a quarter pixel stay empty: the edge is too short, or its slope is a ratio of small whole numbers, so that it meets the pixels at few places. Choose a longer edge or one of another angle.`,
    );
}

/**
 * Steps of the edge spread function: places where it rises, each at least a quarter as much as the
 * steepest, with an even part between.
 */
function stepsIn({ values, rise }: EdgeSpread): number {
  // Rises over a pixel; noise and ringing of a sharpened edge are smaller than a quarter or fall
  // instead.
  const rises = Array.from(
    { length: values.length - BINS_PER_PIXEL },
    (_, bin) => values[bin + BINS_PER_PIXEL]! - values[bin]!,
  );
  const steepest = Math.max(...rises);
  let [steps, isUp] = [0, false];
  for (const value of rises) {
    if (!isUp && value > steepest / 3) [steps, isUp] = [steps + 1, true];
    else if (isUp && value < steepest / 20) isUp = false;
  }
  return rise > 4 ? steps : Math.min(steps, 1);
}

/**
 * Step of the frequencies at which the response is computed, cycles per pixel. The response of an
 * edge does not fall and rise again within one step.
 */
const FINE_STEP = 0.005;

const FINE_FREQUENCIES = Float64Array.from(
  { length: 1 + Math.round(1 / FINE_STEP) },
  (_, i) => i * FINE_STEP,
);

/** The response at frequencies of 0 to 1 cycles per pixel. */
export function responseOf(spread: EdgeSpread, frequencies: Float64Array): Float64Array {
  const differences = windowedDifferences(spread);
  const total = Math.abs(sumOf(differences));
  return frequencies.map((frequency) => {
    const correction = Math.min(1 / sinc(frequency / BINS_PER_PIXEL) ** 2, LARGEST_CORRECTION);
    return (magnitudeAt(differences, frequency / BINS_PER_PIXEL) / total) * correction;
  });
}

/** Share of the step of an edge that the window of `responseOf` leaves, by which that is raised. */
export const windowedShare = (spread: EdgeSpread): number =>
  Math.abs(
    sumOf(windowedDifferences(spread)) / sumOf(windowedDifferences({ ...spread, noise: 0 })),
  );

function windowedDifferences(spread: EdgeSpread): Float64Array {
  const { values, centre } = spread;
  const window = windowOf(spread);
  return values.subarray(1).map((value, bin) => {
    // Between bin and bin + 1.
    const distance = (bin + 0.5 - centre) / BINS_PER_PIXEL;
    return (value - values[bin]!) * window(distance);
  });
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** |sum of value(n) exp(2 pi i f n)|, with the powers of the first factor multiplied up. */
function magnitudeAt(values: Float64Array, frequency: number): number {
  const [cosine, sine] = [Math.cos(2 * Math.PI * frequency), Math.sin(2 * Math.PI * frequency)];
  let [real, imaginary, x, y] = [0, 0, 1, 0];
  for (let i = 0; i < values.length; i += 1) {
    real += values[i]! * x;
    imaginary += values[i]! * y;
    const turned = x * cosine - y * sine;
    y = x * sine + y * cosine;
    x = turned;
  }
  return Math.hypot(real, imaginary);
}

/**
 * Weight of the line spread function by distance from the edge, pixels: 1 everywhere when the noise
 * allows it, else a Tukey window, as wide as keeps the noise of the response at Nyquist below
 * `QUIET`, but never so narrow that it cuts the edge itself.
 */
function windowOf({ noise, pixelsPerBin, bright, dark, rise, values }: EdgeSpread) {
  // The response sums differences of N bins: at Nyquist their noise adds up to .77 sqrt(N) of one
  // bin's.
  const perRootBin = (0.77 * noise) / Math.sqrt(pixelsPerBin) / (bright - dark);
  const bins = (QUIET / perRootBin) ** 2;
  if (bins >= values.length) return () => 1;
  const half = Math.max(bins / BINS_PER_PIXEL / 2, 2.5 * rise, 4);
  return (distance: number): number => {
    const part = Math.abs(distance) / half;
    if (part <= 0.5) return 1;
    return part >= 1 ? 0 : 0.5 + 0.5 * Math.cos(2 * Math.PI * (part - 0.5));
  };
}

/**
 * The lowest frequency up to 1 cycle per pixel at which the response falls to a level; null where
 * it stays above.
 */
function firstBelow(response: Float64Array, level: number): number | null {
  const i = response.findIndex((value) => value <= level);
  if (i < 0) return null;
  const [before, here] = [response[i - 1]!, response[i]!];
  return FINE_STEP * (i - 1 + (before - level) / (before - here));
}

/**
 * MTF50 of a response at ascending frequencies: the lowest at which it falls to half, interpolated;
 * null where it stays above.
 */
export function mtf50Of(frequencies: readonly number[], sfr: readonly number[]): number | null {
  const i = sfr.findIndex((value) => value <= 0.5);
  if (i < 0) return null;
  const [from, before] = i === 0 ? [0, 1] : [frequencies[i - 1]!, sfr[i - 1]!];
  return from + ((frequencies[i]! - from) * (before - 0.5)) / (before - sfr[i]!);
}
