/** Correct digits beyond which a root is not sought. */
const STEPS = 200;
const ACCURACY = 1e-13;

/**
 * The t that Student's distribution exceeds with a probability: relative error below 1e-7, for
 * tails down to 1e-7 and further.
 *
 * @param tail above 0, at most .5; .025 is one side of a 95 % interval.
 * @param degrees of freedom, above 0.
 * @see Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.5.8 and 26.7.1.
 */
export function studentQuantile(tail: number, degrees: number): number {
  if (!(tail > 0 && tail <= 0.5 && degrees > 0)) return NaN;
  let [low, high] = [0, 1];
  while (studentTail(high, degrees) > tail) [low, high] = [high, 2 * high];
  // The tail falls as a power of t, so far ends are halved by their logarithms.
  for (let step = 0; step < STEPS && high - low > ACCURACY * high; step += 1) {
    const middle = low > 0 && high > 2 * low ? Math.sqrt(low * high) : (low + high) / 2;
    if (studentTail(middle, degrees) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability that Student's distribution exceeds t, which is not negative. */
export function studentTail(t: number, degrees: number): number {
  const square = t * t;
  return square < degrees
    ? 0.5 - betaShare(square / (degrees + square), 0.5, degrees / 2) / 2
    : betaShare(degrees / (degrees + square), degrees / 2, 0.5) / 2;
}

/** The regularised incomplete beta function, x from 0 to 1. */
export function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean of the distribution.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const front =
    lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a);
  return Math.exp(front) * betaFraction(x, a, b);
}

/** Least size of a denominator. */
const TINY = 1e-300;
const MOST_TERMS = 10_000;

/** The continued fraction of the incomplete beta function, by Lentz's rule. */
function betaFraction(x: number, a: number, b: number): number {
  const notZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / notZero(1 + even * d);
    c = notZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + odd * d);
    c = notZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < Number.EPSILON) break;
  }
  return value;
}

/** From here on Stirling's series has all digits. */
const LARGE = 12;
/** Coefficients of Stirling's series. @see Abramowitz and Stegun, 6.1.41. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360];

/** The logarithm of the gamma function of a number above 0. */
function lnGamma(value: number): number {
  let [x, shift] = [value, 0];
  for (; x < LARGE; x += 1) shift -= Math.log(x);
  const inverse = 1 / (x * x);
  const series = STIRLING.reduceRight((sum, term) => sum * inverse + term, 0) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series + shift;
}
