/**
 * Spearman's rank correlation of two lists of equal length; equal values get the mean of their
 * ranks. Undefined when a list is flat.
 * @see Spearman 1904.
 */
export function rankCorrelation(one: Float32Array, other: Float32Array): number | undefined {
  return correlation(ranksOf(one), ranksOf(other));
}

function ranksOf(values: Float32Array): Float64Array {
  const order = Uint32Array.from(values, (_, index) => index).sort(
    (a, b) => values[a]! - values[b]!,
  );
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let i = from; i < to; i += 1) ranks[order[i]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

/** Pearson's correlation; undefined when a list is flat. */
function correlation(one: Float64Array, other: Float64Array): number | undefined {
  const { variance, otherVariance, covariance } = moments(one, other);
  return variance > 0 && otherVariance > 0
    ? covariance / Math.sqrt(variance * otherVariance)
    : undefined;
}

function moments(one: ArrayLike<number>, other: ArrayLike<number>) {
  const { length } = one;
  let [mean, otherMean] = [0, 0];
  for (let i = 0; i < length; i += 1) {
    mean += one[i]! / length;
    otherMean += other[i]! / length;
  }
  let [variance, otherVariance, covariance] = [0, 0, 0];
  for (let i = 0; i < length; i += 1) {
    const [from, otherFrom] = [one[i]! - mean, other[i]! - otherMean];
    variance += (from * from) / length;
    otherVariance += (otherFrom * otherFrom) / length;
    covariance += (from * otherFrom) / length;
  }
  return { mean, otherMean, variance, otherVariance, covariance };
}

/**
 * Least-squares fit of scale · values + shift to `target`, and its mean absolute residual. The
 * scale is 0 when `values` is flat.
 */
export function fitScaleAndShift(
  values: Float32Array,
  target: Float32Array,
): { readonly scale: number; readonly shift: number; readonly meanDifference: number } {
  const { mean, otherMean, variance, covariance } = moments(values, target);
  const scale = variance > 0 ? covariance / variance : 0;
  const shift = otherMean - scale * mean;
  let meanDifference = 0;
  for (let i = 0; i < values.length; i += 1)
    meanDifference += Math.abs(scale * values[i]! + shift - target[i]!) / values.length;
  return { scale, shift, meanDifference };
}

/** Smallest and largest value. */
export function rangeOf(values: Float32Array): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i += 1) {
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
  }
  return [low, high];
}
