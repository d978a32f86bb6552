import { weightedLine, type MeasuredPoint } from '../analysis/emva1288/weighted-line.ts';
import type { Estimate } from './dark-fit.ts';

/** Mean over black and variance of the pixels of a colour in a stack, codes. */
export interface TransferPoint {
  readonly colour: number;
  readonly mean: number;
  readonly variance: number;
  readonly pixels: number;
  readonly frames: number;
}

/** The line variance = s0 + K mean. */
export interface Transfer {
  /** K, codes per electron. */
  readonly gain: Estimate;
  /** Variance at the black level, codes², rounding included. */
  readonly floor: number;
  /** Read noise, electrons; undefined where rounding is all there is. */
  readonly readNoise: Estimate | undefined;
  /** K of each colour. */
  readonly gains: readonly (Estimate | undefined)[];
}

/** Variance of rounding to whole codes. */
const QUANTISATION = 1 / 12;
/** Levels are apart by at least this share, or they are one. */
const LEAST_SPAN = 0.02;

/**
 * Photon transfer of all colours together, and of each.
 *
 * @returns undefined where the levels do not differ, or the variance does not grow.
 * @see docs/reference/twin.md#t2
 */
export function photonTransferOf(
  points: readonly TransferPoint[],
  colours: number,
): Transfer | undefined {
  const line = lineOf(points);
  if (!line || !(line.slope > 0)) return undefined;
  const { slope: gain, slopeError, offset: floor, offsetError, middle } = line;
  const read = floor - QUANTISATION;
  const [byFloor, byGain] = [offsetError / (2 * read), slopeError / gain];
  // Offset and slope of a line go against each other by the middle of its points.
  const together = (-middle * slopeError ** 2) / (2 * read * gain);
  const relative = Math.sqrt(Math.max(byFloor ** 2 + byGain ** 2 - 2 * together, 0));
  const value = Math.sqrt(read) / gain;
  return {
    gain: { value: gain, error: slopeError },
    floor,
    readNoise: read > offsetError ? { value, error: relative * value } : undefined,
    gains: Array.from({ length: colours }, (_, colour) => {
      const own = lineOf(points.filter((point) => point.colour === colour));
      return own && { value: own.slope, error: own.slopeError };
    }),
  };
}

function lineOf(points: readonly TransferPoint[]) {
  const means = points.map(({ mean }) => mean);
  const [least, most] = [Math.min(...means), Math.max(...means)];
  if (points.length < 2 || !(most - least > LEAST_SPAN * Math.max(most, 1))) return undefined;
  return weightedLine(
    points.map(({ mean: x, variance: y, pixels, frames }): MeasuredPoint => ({
      x,
      y,
      error: y * Math.sqrt(2 / (pixels * (frames - 1))),
    })),
  );
}

/** Errors by which the gains of two colours differ before they count as two. */
const DIFFERENT_ERRORS = 3;

/** Whether colours have gains of their own. */
export const haveOwnGains = ({ gain, gains }: Transfer): boolean =>
  gains.length > 1 &&
  gains.some(
    (own) =>
      own !== undefined &&
      Math.abs(own.value - gain.value) > DIFFERENT_ERRORS * Math.hypot(own.error, gain.error),
  );
