import type { PointSpreadTable } from './point-spread-table.ts';
import type { Tiling } from './tiling.ts';

/** Half width of the part of a kernel that likeness is judged by: the rest is faint and smooth. */
const CORE = 12;

/** How alike the bands' kernels are: sums of products, over the first, a middle and the last traced node; 0 for bands that are not needed. */
export function likenessOf(
  { bands, kernels, nodes }: PointSpreadTable,
  { reach }: Tiling,
  count: number,
): Float64Array {
  const wide = 2 * reach + 1;
  const core = 2 * CORE + 1;
  const likeness = new Float64Array(count * count);
  const cores = bands.map(() => new Float64Array(core * core));
  for (const node of new Set([0, nodes >> 1, nodes - 1])) {
    for (const [i, one] of cores.entries()) {
      for (let row = 0; row < core; row += 1) {
        const from =
          (node * bands.length + i) * wide * wide + (reach - CORE + row) * wide + reach - CORE;
        one.set(kernels.subarray(from, from + core), row * core);
      }
      for (let j = 0; j <= i; j += 1) {
        const other = cores[j]!;
        let sum = 0;
        for (let k = 0; k < one.length; k += 1) sum += one[k]! * other[k]!;
        likeness[bands[i]! * count + bands[j]!]! += sum;
        if (i !== j) likeness[bands[j]! * count + bands[i]!]! += sum;
      }
    }
  }
  return likeness;
}
