/**
 * A sum of orthogonal polynomials of x and its first two derivatives, and, in their places, what
 * each polynomial and its derivative are.
 */
export interface TermSums {
  value: number;
  first: number;
  second: number;
  readonly terms: Float64Array;
  readonly slopes: Float64Array;
}

/** The weights of a Q-type surface, and 1/R² of its norm radius, 1/mm². */
export interface QWeights {
  readonly weights: Float64Array;
  readonly perSquare: number;
}

/** Most terms of a Q-type surface. */
export const MOST_TERMS = 30;

export const newTermSums = (): TermSums => ({
  value: 0,
  first: 0,
  second: 0,
  terms: new Float64Array(MOST_TERMS),
  slopes: new Float64Array(MOST_TERMS),
});

/** Polynomials by a recurrence p_m = (a_m + b_m x) p_(m−1) − c_m p_(m−2), from p_0 on. */
export interface Recurrence {
  readonly start: number;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
}

/** Sums terms with weights by a recurrence, without derivatives. */
export function sumOfTerms(
  { start, a, b, c }: Recurrence,
  weights: Float64Array,
  x: number,
): number {
  const count = weights.length;
  if (count === 0) return 0;
  let before = 0;
  let now = start;
  let sum = weights[0]! * start;
  for (let m = 1; m < count; m += 1) {
    const next = (a[m]! + b[m]! * x) * now - c[m]! * before;
    before = now;
    now = next;
    sum += weights[m]! * next;
  }
  return sum;
}

/** The sum and its derivative by x. */
export function slopeOfTerms(
  { start, a, b, c }: Recurrence,
  weights: Float64Array,
  x: number,
  to: { value: number; first: number },
): void {
  const count = weights.length;
  let before = 0;
  let now = start;
  let slopeBefore = 0;
  let slope = 0;
  let sum = count > 0 ? weights[0]! * start : 0;
  let slopes = 0;
  for (let m = 1; m < count; m += 1) {
    const factor = a[m]! + b[m]! * x;
    const nextSlope = factor * slope + b[m]! * now - c[m]! * slopeBefore;
    const next = factor * now - c[m]! * before;
    slopeBefore = slope;
    slope = nextSlope;
    before = now;
    now = next;
    sum += weights[m]! * next;
    slopes += weights[m]! * nextSlope;
  }
  to.value = sum;
  to.first = slopes;
}

/** The sum, both derivatives, and every term. */
export function allOfTerms(
  { start, a, b, c }: Recurrence,
  weights: ArrayLike<number>,
  x: number,
  to: TermSums,
): void {
  let [before, now, slopeBefore, slope, bendBefore, bend] = [0, start, 0, 0, 0, 0];
  [to.value, to.first, to.second] = [0, 0, 0];
  for (let m = 0; m < weights.length; m += 1) {
    if (m > 0) {
      const factor = a[m]! + b[m]! * x;
      const nextBend = factor * bend + 2 * b[m]! * slope - c[m]! * bendBefore;
      const nextSlope = factor * slope + b[m]! * now - c[m]! * slopeBefore;
      const next = factor * now - c[m]! * before;
      [bendBefore, bend] = [bend, nextBend];
      [slopeBefore, slope] = [slope, nextSlope];
      [before, now] = [now, next];
    }
    to.terms[m] = now;
    to.slopes[m] = slope;
    to.value += weights[m]! * now;
    to.first += weights[m]! * slope;
    to.second += weights[m]! * bend;
  }
}

/** Jacobi polynomials P_m^(0,4)(2x − 1), which are orthogonal over x from 0 to 1. */
export function jacobiTerms(): Recurrence {
  const [a, b, c] = [0, 1, 2].map(() => new Float64Array(MOST_TERMS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let m = 1; m < MOST_TERMS; m += 1) {
    if (m === 1) [a[1], b[1]] = [-5, 6];
    else {
      const norm = 2 * m * (m + 4) * (2 * m + 2);
      const along = ((2 * m + 3) * (2 * m + 4) * (2 * m + 2)) / norm;
      a[m] = (-(2 * m + 3) * 16) / norm - along;
      b[m] = 2 * along;
      c[m] = (2 * (m - 1) * (m + 3) * (2 * m + 4)) / norm;
    }
  }
  return { start: 1, a, b, c };
}

/** The polynomials P_m of Forbes 2010, of which his Q_m are made: 2, 6 − 8x, … */
export function auxiliaryTerms(): Recurrence {
  const recurrence = {
    start: 2,
    a: new Float64Array(MOST_TERMS).fill(2),
    b: new Float64Array(MOST_TERMS).fill(-4),
    c: new Float64Array(MOST_TERMS).fill(1),
  };
  // P_1 = 6 − 8x = (3 − 4x)·2.
  [recurrence.a[1], recurrence.c[1]] = [3, 0];
  return recurrence;
}

/** Factors of Q_m = (P_m − g_(m−1) Q_(m−1) − h_(m−2) Q_(m−2))/f_m. */
const F = [2, Math.sqrt(19) / 2];
const G = [-1 / 2];
const H: number[] = [];
for (let m = 2; m < MOST_TERMS + 2; m += 1) {
  H[m - 2] = (-m * (m - 1)) / (2 * F[m - 2]!);
  G[m - 1] = -(1 + G[m - 2]! * H[m - 2]!) / F[m - 1]!;
  F[m] = Math.sqrt(m * (m + 1) + 3 - G[m - 1]! ** 2 - H[m - 2]! ** 2);
}

/** Weights of P_m that give the same sum as weights of Q_m. */
export function weightsOfAuxiliary(weights: readonly number[]): Float64Array {
  const found = new Float64Array(weights.length);
  for (let m = weights.length - 1; m >= 0; m -= 1)
    found[m] = (weights[m]! - G[m]! * (found[m + 1] ?? 0) - H[m]! * (found[m + 2] ?? 0)) / F[m]!;
  return found;
}

/** Makes terms of P_m, in place, those of Q_m. */
export function auxiliaryToQ(terms: Float64Array, count: number): void {
  for (let m = 0; m < count; m += 1)
    terms[m] =
      (terms[m]! -
        (m > 0 ? G[m - 1]! * terms[m - 1]! : 0) -
        (m > 1 ? H[m - 2]! * terms[m - 2]! : 0)) /
      F[m]!;
}
