/** Statistics of a set of values, in their own unit. */
export interface Statistics {
  readonly count: number;
  readonly mean: number;
  /** Deviation of the sample, over count - 1; 0 for a single value. */
  readonly standardDeviation: number;
  readonly min: number;
  readonly max: number;
  /** mean / standardDeviation; null where all values are equal. */
  readonly snr: number | null;
}

/**
 * Statistics of values, in two passes so that a large mean takes nothing from a small spread. At
 * least one value is needed.
 */
export function statisticsOf(values: ArrayLike<number>): Statistics {
  const count = values.length;
  let [sum, min, max] = [0, Infinity, -Infinity];
  for (let i = 0; i < count; i += 1) {
    const value = values[i]!;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i += 1) squares += (values[i]! - mean) ** 2;
  const standardDeviation = count > 1 && max > min ? Math.sqrt(squares / (count - 1)) : 0;
  return {
    count,
    mean,
    standardDeviation,
    min,
    max,
    snr: standardDeviation > 0 ? mean / standardDeviation : null,
  };
}
