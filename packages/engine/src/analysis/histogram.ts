/** Counts of values in bins of equal width. */
export interface Histogram {
  /** Lower edge of the first bin. */
  readonly from: number;
  readonly width: number;
  readonly counts: Uint32Array;
}

/**
 * Counts values in bins of equal width from the smallest value to the largest.
 *
 * @param values at least one, finite.
 * @param bins at least 1; all values that are equal fall into one bin of width 1.
 */
export function histogramOf(values: ArrayLike<number>, bins: number): Histogram {
  let [from, to] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i += 1) {
    from = Math.min(from, values[i]!);
    to = Math.max(to, values[i]!);
  }
  const width = to > from ? (to - from) / bins : 1;
  const counts = new Uint32Array(to > from ? bins : 1);
  for (let i = 0; i < values.length; i += 1)
    counts[Math.min(counts.length - 1, Math.floor((values[i]! - from) / width))]! += 1;
  return { from, width, counts };
}
