import { exp } from '../../../../quantities/elementary.ts';
import { padRows, reflect } from '../../rows.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { nlmFields } from './descriptor.ts';

export interface NlmTables {
  /** Width of the search window and of the patches, pixels; odd. */
  readonly window: number;
  readonly patch: number;
  /** Weight by mean squared difference of patches, see `patchWeights`. */
  readonly weights: Uint16Array;
}
/** Some rows to denoise. */
export type NlmPart = StepPart<'y', 'y', NlmTables>;

/**
 * Weights by mean squared difference d: 1024·exp(−d/h²), truncated to integers; the list ends
 * before the first 0.
 */
export function patchWeights(h: number): Uint16Array {
  const weights = new Uint16Array(255 ** 2);
  for (let distance = 0; distance < weights.length; distance += 1) {
    const weight = Math.trunc(1024 * exp(-distance / h ** 2));
    if (weight === 0) return weights.slice(0, distance);
    weights[distance] = weight;
  }
  return weights;
}

/**
 * Replaces each pixel by the mean of its search window, weighted by the similarity of the patches
 * around both pixels.
 *
 * The picture is mirrored at its borders for the search; the squared differences, not the patches,
 * are mirrored for the patch sums.
 *
 * @see docs/reference/isp.md#nlm.
 */
export function denoiseByPatches({
  source: { y: source },
  target: { y: target },
  tables: { window, patch, weights },
  rows,
  columns,
  from,
  to,
}: NlmPart): void {
  const radius = window >> 1;
  const half = patch >> 1;
  const count = to - from;
  // The centre rows of the patch sums are mirrored before they are shifted, so a shift never leaves
  // this band.
  const margin = radius + half;
  const { data, stride } = padRows(source, { rows, columns, from, to }, margin);
  const total = new Int32Array(count * columns);
  const totalWeight = new Int32Array(count * columns);
  const squares = new Int32Array((count + 2 * half) * columns);
  const padded = new Int32Array(columns + 2 * half);
  const sums = new Int32Array(columns);
  const weigher = { area: patch ** 2, weights };
  for (let down = -radius; down <= radius; down += 1) {
    for (let right = -radius; right <= radius; right += 1) {
      for (let line = 0; line < count + 2 * half; line += 1) {
        const centre = (reflect(from - half + line, rows) - from + margin) * stride + margin;
        squareDifferences(
          data.subarray(centre),
          data.subarray(centre + down * stride + right),
          squares.subarray(line * columns, (line + 1) * columns),
        );
      }
      const columnSums = new Int32Array(columns);
      for (let line = 0; line < patch - 1; line += 1) addLine(columnSums, squares, line * columns);
      for (let row = 0; row < count; row += 1) {
        addLine(columnSums, squares, (row + patch - 1) * columns);
        sumAlong(columnSums, half, padded, sums);
        weigh(sums, weigher, data.subarray((row + down + margin) * stride + right + margin), {
          total: total.subarray(row * columns),
          totalWeight: totalWeight.subarray(row * columns),
        });
        subtractLine(columnSums, squares, row * columns);
      }
    }
  }
  for (let at = 0; at < count * columns; at += 1)
    target[from * columns + at] = Math.trunc(total[at]! / totalWeight[at]!);
}

function squareDifferences(line: Uint8Array, shifted: Uint8Array, squares: Int32Array): void {
  for (let column = 0; column < squares.length; column += 1) {
    const difference = line[column]! - shifted[column]!;
    squares[column] = difference * difference;
  }
}

function addLine(sums: Int32Array, squares: Int32Array, line: number): void {
  for (let column = 0; column < sums.length; column += 1) sums[column]! += squares[line + column]!;
}

function subtractLine(sums: Int32Array, squares: Int32Array, line: number): void {
  for (let column = 0; column < sums.length; column += 1) sums[column]! -= squares[line + column]!;
}

/**
 * Running sums of 2 · half + 1 values along a line, mirrored at its ends; `padded` is scratch
 * memory for the line and half a patch on each side.
 */
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

/** Adds a line of values, weighted by the similarity of their patches. */
function weigh(
  sums: Int32Array,
  { area, weights }: { readonly area: number; readonly weights: Uint16Array },
  values: Uint8Array,
  { total, totalWeight }: { readonly total: Int32Array; readonly totalWeight: Int32Array },
): void {
  // Larger sums have no weight, which is so for most pixels and shifts.
  const limit = weights.length * area;
  for (let column = 0; column < sums.length; column += 1) {
    const sum = sums[column]!;
    if (sum >= limit) continue;
    const weight = weights[(sum / area) | 0]!;
    total[column]! += weight * values[column]!;
    totalWeight[column]! += weight;
  }
}

export const code = {
  // The request uses the names of the reference, which do not say what they mean: its radius is a
  // width.
  prepare: ({ nlmRadius: window, nlmSigma: patch, nlmHeight: h }) => ({
    window,
    patch,
    weights: patchWeights(h),
  }),
  apply: denoiseByPatches,
} satisfies ModuleCode<typeof nlmFields, NlmPart>;
