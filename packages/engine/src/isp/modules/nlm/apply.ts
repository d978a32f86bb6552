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
  const weights = Uint16Array.from({ length: 255 ** 2 }, (_, distance) =>
    Math.trunc(1024 * Math.exp(-distance / h ** 2)),
  );
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
export function denoiseByPatches({
  source,
  target,
  rows,
  columns,
  from,
  to,
  window,
  patch,
  weights,
}: NlmPart): void {
  const radius = window >> 1;
  const half = patch >> 1;
  const count = to - from;
  // The centre rows of the patch sums are mirrored first, so shifts from them never leave this band.
  const margin = radius + half;
  const { data, stride } = padRows(source, { rows, columns, from, to }, margin);
  const total = new Int32Array(count * columns);
  const totalWeight = new Int32Array(count * columns);
  const squares = new Int32Array((count + 2 * half) * columns);
  const padded = new Int32Array(columns + 2 * half);
  const sums = new Int32Array(columns);
  for (let down = -radius; down <= radius; down += 1) {
    for (let right = -radius; right <= radius; right += 1) {
      for (let line = 0; line < count + 2 * half; line += 1) {
        const centre = (reflect(from - half + line, rows) - from + margin) * stride + margin;
        squareDifferences(
          data,
          centre,
          centre + down * stride + right,
          squares,
          line * columns,
          columns,
        );
      }
      const columnSums = new Int32Array(columns);
      for (let line = 0; line < patch - 1; line += 1) addLine(columnSums, squares, line * columns);
      for (let row = 0; row < count; row += 1) {
        addLine(columnSums, squares, (row + patch - 1) * columns);
        sumAlong(columnSums, half, padded, sums);
        weigh(
          sums,
          patch ** 2,
          weights,
          data,
          (row + down + margin) * stride + right + margin,
          total,
          totalWeight,
          row * columns,
        );
        subtractLine(columnSums, squares, row * columns);
      }
    }
  }
  for (let at = 0; at < count * columns; at += 1)
    target[from * columns + at] = Math.trunc(total[at]! / totalWeight[at]!);
}

function squareDifferences(
  data: Uint8Array,
  centre: number,
  shifted: number,
  squares: Int32Array,
  out: number,
  columns: number,
): void {
  for (let column = 0; column < columns; column += 1) {
    const difference = data[centre + column]! - data[shifted + column]!;
    squares[out + column] = difference * difference;
  }
}

function addLine(sums: Int32Array, squares: Int32Array, line: number): void {
  for (let column = 0; column < sums.length; column += 1) sums[column]! += squares[line + column]!;
}

function subtractLine(sums: Int32Array, squares: Int32Array, line: number): void {
  for (let column = 0; column < sums.length; column += 1) sums[column]! -= squares[line + column]!;
}

/** Running sums of 2 · half + 1 along a line, mirrored at its ends; `padded` has room for it and for half a patch on either side. */
function sumAlong(line: Int32Array, half: number, padded: Int32Array, sums: Int32Array): void {
  const columns = line.length;
  padded.set(line, half);
  for (let i = 1; i <= half; i += 1) {
    padded[half - i] = line[reflect(-i, columns)]!;
    padded[half + columns - 1 + i] = line[reflect(columns - 1 + i, columns)]!;
  }
  let sum = 0;
  for (let i = 0; i < 2 * half; i += 1) sum += padded[i]!;
  for (let column = 0; column < columns; column += 1) {
    sum += padded[column + 2 * half]!;
    sums[column] = sum;
    sum -= padded[column]!;
  }
}

/** Adds a line of values, weighted by how like their patches are. */
function weigh(
  sums: Int32Array,
  area: number,
  weights: Uint16Array,
  data: Uint8Array,
  values: number,
  total: Int32Array,
  totalWeight: Int32Array,
  out: number,
): void {
  // Beyond this sum there is no weight: most of a picture, for most shifts.
  const limit = weights.length * area;
  for (let column = 0; column < sums.length; column += 1) {
    const sum = sums[column]!;
    if (sum >= limit) continue;
    const weight = weights[(sum / area) | 0]!;
    total[out + column]! += weight * data[values + column]!;
    totalWeight[out + column]! += weight;
  }
}
