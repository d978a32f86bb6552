/** A mosaic in electrons above black: electrons[row * columns + column]. */
export interface ElectronMosaic {
  readonly electrons: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** Rows and columns of the tile that repeats over it. */
  readonly period: readonly [rows: number, columns: number];
}

/** The other pixels of the same place in the tile that count: tiles down and across. */
export const AROUND = [-2, -1, 0, 1, 2].flatMap((y) =>
  [-2, -1, 0, 1, 2].flatMap((x): (readonly [number, number])[] =>
    (x === 0 && y === 0) || Math.abs(x) + Math.abs(y) > 2 ? [] : [[y, x]],
  ),
);

/** Differences beyond so many standard deviations are edges; with strength 1. */
const EDGE_DEVIATIONS = 4;

/** 1 over the square of the difference from which on a pixel does not count. */
export const perReachOf = (strength: number): number => 1 / (EDGE_DEVIATIONS * strength) ** 2;

/** What the inverse of the transform subtracts. */
export const inverseShift = (floor: number): number => 1 / 8 + floor ** 2;

/** @see denoised */
export type Denoise = (mosaic: ElectronMosaic, floor: number, strength: number) => Float32Array;

/**
 * Reduces noise with the sensor's own model: a variance of electrons + floor². The generalised
 * Anscombe transform gives every pixel a deviation of 1; there each pixel becomes the mean of the
 * 13 pixels of its own place in the tile within two tiles (in rows plus columns), with Tukey's
 * biweight of their differences, so that edges beyond the noise stay. Before demosaicing, because
 * the model is exact there: interpolation correlates the noise. The plain twin of the kernel
 * assembly/reference-isp.ts.
 *
 * @param floor standard deviation without light, electrons.
 * @param strength 0 leaves the mosaic as it is; 1 is usual.
 * @returns a new mosaic.
 * @see Starck, Murtagh, Bijaoui, Image Processing and Data Analysis, 1998: the transform; Makitalo,
 *   Foi 2011: its asymptotically unbiased inverse.
 */
export function denoised(
  { electrons, rows, columns, period }: ElectronMosaic,
  floor: number,
  strength: number,
): Float32Array {
  if (strength === 0) return electrons;
  const shift = 3 / 8 + floor ** 2;
  const stable = new Float32Array(electrons.length);
  for (let i = 0; i < stable.length; i += 1)
    stable[i] = 2 * Math.sqrt(Math.max(0, electrons[i]! + shift));
  const out = new Float32Array(electrons.length);
  const perReach = perReachOf(strength);
  const back = inverseShift(floor);
  const [down, across] = period;
  const offsets = Int32Array.from(AROUND, ([y, x]) => y * down * columns + x * across);
  const taps = { stable, out, offsets, perReach, back };
  for (let row = 0; row < rows; row += 1) {
    const isInside = row >= 2 * down && row < rows - 2 * down;
    const from = row * columns;
    const [left, right] = isInside
      ? [2 * across, Math.max(2 * across, columns - 2 * across)]
      : [columns, columns];
    for (let column = 0; column < columns; column += 1) {
      if (column === left) column = right;
      if (column >= columns) break;
      const usable = AROUND.flatMap(([y, x], i) => {
        const [otherRow, otherColumn] = [row + y * down, column + x * across];
        const isThere =
          otherRow >= 0 && otherRow < rows && otherColumn >= 0 && otherColumn < columns;
        return isThere ? [offsets[i]!] : [];
      });
      smooth({ ...taps, offsets: Int32Array.from(usable) }, from + column, from + column + 1);
    }
    if (isInside) smooth(taps, from + left, from + right);
  }
  return out;
}

/** The stabilised mosaic, where its means go, and the pixels around that count. */
interface Taps {
  readonly stable: Float32Array;
  readonly out: Float32Array;
  readonly offsets: Int32Array;
  readonly perReach: number;
  readonly back: number;
}

/** Means of so many pixels along a row, as electrons. */
function smooth({ stable, out, offsets, perReach, back }: Taps, from: number, to: number): void {
  const count = offsets.length;
  for (let at = from; at < to; at += 1) {
    const middle = stable[at]!;
    let sum = middle;
    let weights = 1;
    for (let i = 0; i < count; i += 1) {
      const difference = stable[at + offsets[i]!]! - middle;
      const share = 1 - difference * difference * perReach;
      if (share > 0) {
        const weight = share * share;
        sum += weight * (middle + difference);
        weights += weight;
      }
    }
    const mean = sum / weights;
    out[at] = (mean * mean) / 4 - back;
  }
}
