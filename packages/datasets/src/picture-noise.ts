/** Deviation of a normal variable over the median of its absolute value, inverted. */
const MEDIAN_OF_NORMAL = 0.6745;
/** Noise of the source over the noise of the photograph above which it counts. */
export const MOST_SOURCE_NOISE = 0.1;
/** Weights of red, green and blue in luma, thousandths. @see ITU-R BT.601. */
const LUMA = [299, 587, 114] as const;
const THOUSAND = 1000;
/** Differences of four lumas, thousandths of a code. */
const LEVELS = 2 * 255 * THOUSAND + 1;

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
      ? THOUSAND * data[at]!
      : LUMA[0] * data[at]! + LUMA[1] * data[at + 1]! + LUMA[2] * data[at + 2]!;
  };
  // Counted, because sorting would take longer than all else here.
  const counts = new Uint32Array(LEVELS);
  let all = 0;
  for (let row = 0; row + 1 < rows; row += 2)
    for (let column = 0; column + 1 < columns; column += 2) {
      const detail =
        luma(row, column) -
        luma(row, column + 1) -
        luma(row + 1, column) +
        luma(row + 1, column + 1);
      counts[Math.abs(detail)]! += 1;
      all += 1;
    }
  if (all === 0) return 0;
  const middle = (all - 1) / 2;
  const median = (levelAt(counts, Math.floor(middle)) + levelAt(counts, Math.ceil(middle))) / 2;
  return median / (2 * THOUSAND) / MEDIAN_OF_NORMAL;
}

/** The value at a place of the sorted values that are counted. */
function levelAt(counts: Uint32Array, place: number): number {
  let below = 0;
  let level = 0;
  while (below + counts[level]! <= place) {
    below += counts[level]!;
    level += 1;
  }
  return level;
}
