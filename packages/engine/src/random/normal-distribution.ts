import { exp, log } from '../quantities/elementary.ts';

/**
 * Probability of a standard normal number below −x, x >= 0; relative error below 1e-14.
 * @see Abramowitz and Stegun 26.2.10, 26.2.14.
 */
function tail(x: number): number {
  const density = exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < 3) {
    let term = x;
    let sum = x;
    for (let n = 1; term > sum * 1e-17; n += 1) {
      term *= (x * x) / (2 * n + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = x;
  for (let n = 120; n > 0; n -= 1) fraction = x + n / fraction;
  return density / fraction;
}

/**
 * The quantile −x of a probability below 1/2, by Newton's method on log(tail), which is nearly
 * linear.
 */
export function normalQuantile(probability: number): number {
  let x = Math.sqrt(Math.max(0, -2 * log(2 * probability)));
  for (let step = 0; step < 50; step += 1) {
    const value = tail(x);
    const slope = exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI) / value;
    const change = log(value / probability) / slope;
    x = Math.max(0, x + change);
    if (Math.abs(change) < 1e-13) break;
  }
  return -x;
}

/**
 * Probability that a standard normal number is above x, within 1.5e-7 of the largest.
 *
 * @see Abramowitz and Stegun: Handbook of mathematical functions, 7.1.26.
 */
export function quickNormalTail(x: number): number {
  const size = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * size);
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const upper = 0.5 * series * exp(-size * size);
  return x < 0 ? 1 - upper : upper;
}

/**
 * The number below which a standard normal one lies with that probability, within 4.5e-4. Searches
 * propose with it and `quickNormalTail`: other digits would be other proposals.
 *
 * @see Abramowitz and Stegun, 26.2.23.
 */
export function quickNormalQuantile(probability: number): number {
  const p = Math.min(probability, 1 - probability);
  if (!(p > 0)) return probability > 0.5 ? 40 : -40;
  const t = Math.sqrt(-2 * log(p));
  const size =
    t -
    (2.515517 + t * (0.802853 + t * 0.010328)) /
      (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  return probability < 0.5 ? -size : size;
}
