import type { PointSpreadTable } from './point-spread-table.ts';
import type { Tiling } from './tiling.ts';

/**
 * Largest half width, pixels, of the part of a kernel that is compared: farther out kernels are
 * faint and smooth.
 */
const CORE = 12;

/**
 * How similar the kernels of the bands are: the sums of their products, over the first, a middle
 * and the last traced node.
 *
 * @param middles per band, the one whose kernels it has.
 * @returns bands x bands; 0 where the table does not hold their kernels.
 */
export function likenessOf(
  pointSpreads: PointSpreadTable,
  tiling: Tiling,
  middles: readonly number[],
): Float64Array {
  const count = middles.length;
  const known = kept.get(pointSpreads.kernels) ?? compare(pointSpreads, tiling, count);
  kept.set(pointSpreads.kernels, known);
  return Float64Array.from(
    { length: count * count },
    (_, at) => known[middles[Math.floor(at / count)]! * count + middles[at % count]!]!,
  );
}

/** By table in memory: pictures through the same lens have the same one. */
const kept = new WeakMap<Float32Array, Float64Array>();

function compare(
  { bands, kernels, nodes }: PointSpreadTable,
  { reach, oversampling }: Tiling,
  count: number,
): Float64Array {
  const wide = 2 * reach + 1;
  const half = Math.min(CORE, reach);
  const core = 2 * half + 1;
  const phases = oversampling ** 2;
  const likeness = new Float64Array(count * count);
  const cores = bands.map(() => new Float64Array(phases * core * core));
  for (const node of new Set([0, nodes >> 1, nodes - 1])) {
    for (const [i, one] of cores.entries()) {
      for (let phase = 0; phase < phases; phase += 1) {
        const kernel = ((node * phases + phase) * bands.length + i) * wide * wide;
        for (let row = 0; row < core; row += 1) {
          const from = kernel + (reach - half + row) * wide + reach - half;
          one.set(kernels.subarray(from, from + core), (phase * core + row) * core);
        }
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
