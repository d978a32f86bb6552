import { medianOf } from '@lumenloom/engine';

/** Deviation of a normal variable over the median of its absolute value, inverted. */
const MEDIAN_OF_NORMAL = 0.6745;
/** Weights of red, green and blue in luma. @see ITU-R BT.601. */
const LUMA = [0.299, 0.587, 0.114] as const;

/**
 * Noise of an 8-bit picture, codes: the median absolute value of the finest diagonal Haar level,
 * which edges hardly reach, as the deviation of a normal variable.
 *
 * @param data [rows, columns, channels].
 * @see Donoho and Johnstone, Ideal spatial adaptation by wavelet shrinkage, Biometrika 81 (1994).
 */
export function pictureNoise(
  data: Uint8Array,
  { rows, columns, channels }: { rows: number; columns: number; channels: 1 | 3 },
): number {
  const luma = (row: number, column: number): number => {
    const at = (row * columns + column) * channels;
    return channels === 1
      ? data[at]!
      : LUMA[0] * data[at]! + LUMA[1] * data[at + 1]! + LUMA[2] * data[at + 2]!;
  };
  const details: number[] = [];
  for (let row = 0; row + 1 < rows; row += 2)
    for (let column = 0; column + 1 < columns; column += 2)
      details.push(
        Math.abs(
          luma(row, column) -
            luma(row, column + 1) -
            luma(row + 1, column) +
            luma(row + 1, column + 1),
        ) / 2,
      );
  return details.length === 0 ? 0 : medianOf(details) / MEDIAN_OF_NORMAL;
}
