/** The largest of some numbers, and its place; the first of equal ones. */
export function largest(
  count: number,
  valueAt: (at: number) => number,
): { readonly label: number; readonly score: number } {
  let [label, score] = [-1, -Infinity];
  for (let at = 0; at < count; at += 1) {
    const value = valueAt(at);
    if (value > score) [label, score] = [at, value];
  }
  return { label, score };
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Probabilities that sum to 1. */
export function softmax(logits: ArrayLike<number>): Float64Array {
  const most = largest(logits.length, (at) => logits[at]!).score;
  const powers = Float64Array.from(logits, (value) => Math.exp(value - most));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}
