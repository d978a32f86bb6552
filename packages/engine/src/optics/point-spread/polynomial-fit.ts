/**
 * A polynomial in (p, q) that is even or odd in p: the sum of coefficients[row][j]·p^(2·row +
 * odd)·q^j. The light of a field in the y direction is symmetric in x, so that every quantity over
 * the pupil is one or the other.
 */
export interface Polynomial {
  readonly odd: 0 | 1;
  readonly coefficients: readonly Float64Array[];
}

/** Value at (p, q). */
export function evaluate({ odd, coefficients }: Polynomial, p: number, q: number): number {
  const squared = p * p;
  let sum = 0;
  for (let row = coefficients.length - 1; row >= 0; row -= 1) {
    const terms = coefficients[row]!;
    let inner = 0;
    for (let j = terms.length - 1; j >= 0; j -= 1) inner = inner * q + terms[j]!;
    sum = sum * squared + inner;
  }
  return odd ? sum * p : sum;
}

/** The polynomial in p that another one is at a fixed q: `evaluate` gives the same bits. */
export const atFixed = ({ odd, coefficients }: Polynomial, q: number): Polynomial => ({
  odd,
  coefficients: coefficients.map((terms) => Float64Array.of(atColumn(terms, q))),
});

/** A polynomial in (x, y): the sum of coefficients[degree][k]·x^k·y^(degree − k). */
export type RotatedPolynomial = readonly Float64Array[];

/**
 * The same polynomial in rotated axes: p = x·ey − y·ex, q = x·ex + y·ey, where (ex, ey) is a unit
 * vector.
 */
export function rotated(
  { odd, coefficients }: Polynomial,
  ex: number,
  ey: number,
): RotatedPolynomial {
  const highest = Math.max(...coefficients.map((terms, row) => 2 * row + odd + terms.length - 1));
  const powersOf = (alongX: number, alongY: number): Float64Array[] => {
    const powers = [Float64Array.of(1)];
    for (let degree = 1; degree <= highest; degree += 1)
      powers.push(
        Float64Array.from(
          { length: degree + 1 },
          (_, k) =>
            alongX * (powers[degree - 1]![k - 1] ?? 0) + alongY * (powers[degree - 1]![k] ?? 0),
        ),
      );
    return powers;
  };
  const [ps, qs] = [powersOf(ey, -ex), powersOf(ex, ey)];
  const out = Array.from({ length: highest + 1 }, (_, degree) => new Float64Array(degree + 1));
  for (const [row, terms] of coefficients.entries()) {
    const p = ps[2 * row + odd]!;
    for (let j = 0; j < terms.length; j += 1) {
      const q = qs[j]!;
      const to = out[2 * row + odd + j]!;
      for (let a = 0; a < p.length; a += 1) {
        const weight = terms[j]! * p[a]!;
        if (weight !== 0) for (let b = 0; b < q.length; b += 1) to[a + b]! += weight * q[b]!;
      }
    }
  }
  return out;
}

/** Coefficients of the powers of x of the polynomial at a fixed y. */
export function alongRow(polynomial: RotatedPolynomial, y: number): Float64Array {
  const out = new Float64Array(polynomial.length);
  for (let power = 0; power < out.length; power += 1) {
    let sum = 0;
    for (let degree = polynomial.length - 1; degree >= power; degree -= 1)
      sum = sum * y + polynomial[degree]![power]!;
    out[power] = sum;
  }
  return out;
}

/** The sum of two polynomials in the same axes. */
export const added = (one: RotatedPolynomial, other: RotatedPolynomial): RotatedPolynomial =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, degree) =>
    Float64Array.from(
      { length: degree + 1 },
      (__, k) => (one[degree]?.[k] ?? 0) + (other[degree]?.[k] ?? 0),
    ),
  );

/** Value at x of a polynomial by its terms, such as those that `alongRow` gives. */
export function atColumn(terms: Float64Array, x: number): number {
  let sum = 0;
  for (let power = terms.length - 1; power >= 0; power -= 1) sum = sum * x + terms[power]!;
  return sum;
}

/** ∂/∂p, which is odd where the polynomial is even, and the reverse. */
export function alongP({ odd, coefficients }: Polynomial): Polynomial {
  const rows = coefficients.map((terms, row) => terms.map((value) => value * (2 * row + odd)));
  return odd
    ? { odd: 0, coefficients: rows }
    : { odd: 1, coefficients: rows.length > 1 ? rows.slice(1) : [new Float64Array(1)] };
}

/** ∂/∂q. */
export const alongQ = ({ odd, coefficients }: Polynomial): Polynomial => ({
  odd,
  coefficients: coefficients.map((terms) =>
    terms.length > 1 ? terms.subarray(1).map((value, j) => value * (j + 1)) : new Float64Array(1),
  ),
});

/**
 * A least-squares problem whose points are fixed: factored once, solved for any number of
 * quantities.
 */
export interface Fitter {
  /** Fits values at the points. */
  readonly fit: (values: Float64Array) => Polynomial;
}

/**
 * Prepares least-squares fits through points (p, q) within ±1, by products of Chebyshev
 * polynomials, which keep the normal equations well conditioned.
 *
 * @param degree highest total degree.
 * @param odd 1 for polynomials that are odd in p, 0 for even ones.
 */
export function polynomialFitter(
  p: Float64Array,
  q: Float64Array,
  degree: number,
  odd: 0 | 1,
): Fitter {
  const orders = ordersTo(degree, odd, 2);
  const weightsOf = chebyshevFitter(p, q, degree, orders);
  return { fit: (values) => toMonomials(orders, weightsOf(values), degree, odd) };
}

/** A polynomial in (p, q) as its parts that are even and odd in p. */
export type ParityPair = readonly [even: Polynomial, odd: Polynomial];

/** The same for polynomials that are neither even nor odd in p. */
export function pairFitter(
  p: Float64Array,
  q: Float64Array,
  degree: number,
): { readonly fit: (values: Float64Array) => ParityPair } {
  const orders = ordersTo(degree, 0, 1);
  const weightsOf = chebyshevFitter(p, q, degree, orders);
  return {
    fit: (values) => {
      const weights = weightsOf(values);
      const part = (odd: 0 | 1): Polynomial => {
        const kept = orders.flatMap(([i], k) => (i % 2 === odd ? [k] : []));
        return toMonomials(
          kept.map((k) => orders[k]!),
          Float64Array.from(kept, (k) => weights[k]!),
          degree,
          odd,
        );
      };
      return [part(0), part(1)];
    },
  };
}

/** Orders in p, from the first on in steps, and in q, up to a total degree. */
function ordersTo(
  degree: number,
  first: number,
  step: number,
): readonly (readonly [number, number])[] {
  const orders: (readonly [number, number])[] = [];
  for (let i = first; i <= degree; i += step)
    for (let j = 0; i + j <= degree; j += 1) orders.push([i, j]);
  return orders;
}

/** Weights of products of Chebyshev polynomials that fit values at the points. */
function chebyshevFitter(
  p: Float64Array,
  q: Float64Array,
  degree: number,
  orders: readonly (readonly [number, number])[],
): (values: Float64Array) => Float64Array {
  const [count, points] = [orders.length, p.length];
  // One row per product of polynomials, with its values at the points.
  const design = new Float64Array(count * points);
  const [tp, tq] = [p, q].map((places) => chebyshevRows(places, degree)) as [
    Float64Array,
    Float64Array,
  ];
  for (const [k, [i, j]] of orders.entries())
    for (let point = 0; point < points; point += 1)
      design[k * points + point] = tp[i * points + point]! * tq[j * points + point]!;
  const factor = cholesky(normalMatrix(design, count, points), count);
  return (values) => {
    const right = new Float64Array(count);
    for (let k = 0; k < count; k += 1) right[k] = product(design, k * points, values, 0, points);
    solve(factor, right, count);
    return right;
  };
}

/** Chebyshev polynomials up to a degree at places: rows[n * places.length + place]. */
function chebyshevRows(places: Float64Array, degree: number): Float64Array {
  const count = places.length;
  const rows = new Float64Array((degree + 1) * count).fill(1, 0, count);
  if (degree > 0) rows.set(places, count);
  for (let n = 2; n <= degree; n += 1)
    for (let at = n * count, place = 0; place < count; at += 1, place += 1)
      rows[at] = 2 * places[place]! * rows[at - count]! - rows[at - 2 * count]!;
  return rows;
}

/** Sum of the products of two rows of numbers. */
function product(
  a: Float64Array,
  from: number,
  b: Float64Array,
  other: number,
  length: number,
): number {
  let sum = 0;
  for (let i = 0; i < length; i += 1) sum += a[from + i]! * b[other + i]!;
  return sum;
}

/** Products of every two rows, in the lower triangle. */
function normalMatrix(rows: Float64Array, count: number, length: number): Float64Array {
  const matrix = new Float64Array(count * count);
  for (let i = 0; i < count; i += 1) {
    const one = i * length;
    let j = 0;
    // Four independent sums: in a single one each addition waits for the one before.
    for (; j + 3 <= i; j += 4) {
      const at = j * length;
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let k = 0; k < length; k += 1) {
        const value = rows[one + k]!;
        a += value * rows[at + k]!;
        b += value * rows[at + length + k]!;
        c += value * rows[at + 2 * length + k]!;
        d += value * rows[at + 3 * length + k]!;
      }
      matrix[i * count + j] = a;
      matrix[i * count + j + 1] = b;
      matrix[i * count + j + 2] = c;
      matrix[i * count + j + 3] = d;
    }
    for (; j <= i; j += 1) matrix[i * count + j] = product(rows, one, rows, j * length, length);
  }
  return matrix;
}

/**
 * Cholesky factor in the lower triangle, in place. A coefficient that the points do not determine
 * gets an infinite pivot, which makes it 0.
 */
function cholesky(matrix: Float64Array, count: number): Float64Array {
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i * count + j]!;
      for (let k = 0; k < j; k += 1) sum -= matrix[i * count + k]! * matrix[j * count + k]!;
      if (i === j) matrix[i * count + i] = sum > 1e-13 * matrix[0]! ? Math.sqrt(sum) : Infinity;
      else matrix[i * count + j] = sum / matrix[j * count + j]!;
    }
  }
  return matrix;
}

function solve(factor: Float64Array, right: Float64Array, count: number): void {
  for (let i = 0; i < count; i += 1) {
    let sum = right[i]!;
    for (let k = 0; k < i; k += 1) sum -= factor[i * count + k]! * right[k]!;
    right[i] = sum / factor[i * count + i]!;
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    let sum = right[i]!;
    for (let k = i + 1; k < count; k += 1) sum -= factor[k * count + i]! * right[k]!;
    right[i] = sum / factor[i * count + i]!;
  }
}

/** Coefficients of the powers in each Chebyshev polynomial up to a degree. */
function chebyshevPowers(degree: number): readonly Float64Array[] {
  const rows = [Float64Array.of(1), Float64Array.of(0, 1)];
  for (let n = 2; n <= degree; n += 1) {
    rows.push(
      Float64Array.from(
        { length: n + 1 },
        (_, power) => 2 * (rows[n - 1]![power - 1] ?? 0) - (rows[n - 2]![power] ?? 0),
      ),
    );
  }
  return rows;
}

function toMonomials(
  orders: readonly (readonly [number, number])[],
  weights: Float64Array,
  degree: number,
  odd: 0 | 1,
): Polynomial {
  const powers = chebyshevPowers(degree);
  const coefficients = Array.from(
    { length: ((degree - odd) >> 1) + 1 },
    (_, row) => new Float64Array(degree - 2 * row - odd + 1),
  );
  for (const [k, [i, j]] of orders.entries()) {
    const weight = weights[k]!;
    for (let a: number = odd; a <= i; a += 2) {
      const row = coefficients[(a - odd) >> 1]!;
      for (let b = j & 1; b <= j; b += 2) row[b]! += weight * powers[i]![a]! * powers[j]![b]!;
    }
  }
  return { odd, coefficients };
}
