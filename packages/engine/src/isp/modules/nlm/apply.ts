import { padRows, reflect, type Rows } from '../../rows.ts';

/** Some rows to denoise. */
export interface NlmPart extends Rows {
  readonly source: Uint8Array;
  readonly target: Uint8Array;
  /** Widths of search window and patch, pixels; odd. */
  readonly window: number;
  readonly patch: number;
  /** Weight by mean squared difference of patches, see `patchWeights`. */
  readonly weights: Uint16Array;
}

/** Weight x 1024 by mean squared difference: 1024·exp(−d/h²), cut off to whole numbers; as long as it is not 0. */
export function patchWeights(h: number): Uint16Array {
  const weights = Uint16Array.from({ length: 255 ** 2 }, (_, distance) => Math.trunc(1024 * Math.exp(-distance / h ** 2)));
  const firstZero = weights.indexOf(0);
  return firstZero < 0 ? weights : weights.slice(0, firstZero);
}

/**
 * Replaces each pixel by the mean of its search window, weighted by how alike the patches around both pixels are.
 *
 * The picture is mirrored at its borders for the search; the squared differences, not the patches, are mirrored for the patch sums.
 *
 * @see isp.md module 10.
 */
export function denoiseByPatches({ source, target, rows, columns, from, to, window, patch, weights }: NlmPart): void {
  const radius = window >> 1;
  const half = patch >> 1;
  const count = to - from;
  // The centre rows of the patch sums are mirrored first, so shifts from them never leave this band.
  const margin = radius + half;
  const { data, stride } = padRows(source, { rows, columns, from, to }, margin);
  const total = new Int32Array(count * columns);
  const totalWeight = new Int32Array(count * columns);
  const squares = new Int32Array((count + 2 * half) * columns);
  for (let down = -radius; down <= radius; down += 1) {
    for (let right = -radius; right <= radius; right += 1) {
      for (let line = 0; line < count + 2 * half; line += 1) {
        const centre = (reflect(from - half + line, rows) - from + margin) * stride + margin;
        const shifted = centre + down * stride + right;
        for (let column = 0; column < columns; column += 1) squares[line * columns + column] = (data[centre + column]! - data[shifted + column]!) ** 2;
      }
      sumPatches(squares, count, columns, patch, (at, sum) => {
        const distance = Math.trunc(sum / patch ** 2);
        if (distance >= weights.length) return;
        const row = Math.trunc(at / columns);
        const weight = weights[distance]!;
        total[at]! += weight * data[(row + down + margin) * stride + at - row * columns + right + margin]!;
        totalWeight[at]! += weight;
      });
    }
  }
  for (let at = 0; at < count * columns; at += 1) target[from * columns + at] = Math.trunc(total[at]! / totalWeight[at]!);
}

/** Sums over patch x patch windows: running sums down the columns, then along the rows; mirrored at the left and right ends. */
function sumPatches(squares: Int32Array, count: number, columns: number, patch: number, take: (at: number, sum: number) => void): void {
  const half = patch >> 1;
  const columnSums = new Int32Array(columns);
  for (let line = 0; line < patch - 1; line += 1) for (let column = 0; column < columns; column += 1) columnSums[column]! += squares[line * columns + column]!;
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < columns; column += 1) columnSums[column]! += squares[(row + patch - 1) * columns + column]!;
    let sum = 0;
    for (let i = -half; i < half; i += 1) sum += columnSums[reflect(i, columns)]!;
    for (let column = 0; column < columns; column += 1) {
      const ahead = column + half;
      const behind = column - half;
      sum += columnSums[ahead < columns ? ahead : reflect(ahead, columns)]!;
      take(row * columns + column, sum);
      sum -= columnSums[behind >= 0 ? behind : reflect(behind, columns)]!;
    }
    for (let column = 0; column < columns; column += 1) columnSums[column]! -= squares[row * columns + column]!;
  }
}
