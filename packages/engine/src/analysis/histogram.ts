/** Counts of values in bins of equal width. */
export interface Histogram {
  /** Lower edge of the first bin. */
  readonly from: number;
  readonly width: number;
  readonly counts: Uint32Array;
}

/**
 * Counts values in bins of equal width that hold the smallest value and the largest.
 *
 * @param values at least one, finite.
 * @param bins largest number of bins, at least 1.
 * @param granule the values differ by multiples of it; every bin spans the same number of granules.
 */
export function histogramOf(values: ArrayLike<number>, bins: number, granule: number): Histogram {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i += 1) {
    least = Math.min(least, values[i]!);
    most = Math.max(most, values[i]!);
  }
  const width = granule * Math.ceil(((most - least) / granule + 1) / bins - 1e-9);
  const from = least - granule / 2;
  const counts = new Uint32Array(Math.floor((most - from) / width) + 1);
  for (let i = 0; i < values.length; i += 1) counts[Math.floor((values[i]! - from) / width)]! += 1;
  return { from, width, counts };
}
