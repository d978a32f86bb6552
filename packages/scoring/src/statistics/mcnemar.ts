/**
 * The exact two-sided p of McNemar's test: how likely so uneven a split of the cases that only one
 * of two was right about is, if both are equally good.
 *
 * @param onlyFirst cases that the first alone had right, and `onlySecond` the second.
 * @see McNemar: Note on the sampling error of the difference between correlated proportions or
 *   percentages. Psychometrika 12 (1947); the binomial instead of its approximation.
 */
export function mcNemarExact(onlyFirst: number, onlySecond: number): number {
  const cases = onlyFirst + onlySecond;
  // The logarithm of the probability of k: 2^-cases is 0 in doubles from 1,075 cases on.
  let logarithm = -cases * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k += 1) {
    tail += Math.exp(logarithm);
    logarithm += Math.log((cases - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}
