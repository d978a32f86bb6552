import { solveLinear } from '../linear-algebra.ts';

/** A polynomial y(x). */
export interface Polynomial {
  readonly value: (x: number) => number;
  readonly slope: (x: number) => number;
}

/**
 * Least squares through points.
 *
 * @param order 1 is a straight line. More points than the order are needed.
 */
export function fitPolynomial(
  xs: readonly number[],
  ys: readonly number[],
  order: number,
): Polynomial {
  const first = Math.min(...xs);
  const half = Math.max((Math.max(...xs) - first) / 2, 1e-9);
  // -1 to 1, where powers stay well apart.
  const scaled = (x: number): number => (x - first) / half - 1;
  const terms = order + 1;
  // Σ t^k and Σ y t^k.
  const powers = new Float64Array(2 * order + 1);
  const moments = new Float64Array(terms);
  for (let i = 0; i < xs.length; i += 1) {
    const t = scaled(xs[i]!);
    let power = 1;
    for (let k = 0; k < powers.length; k += 1) {
      powers[k]! += power;
      if (k < terms) moments[k]! += ys[i]! * power;
      power *= t;
    }
  }
  const matrix = Array.from(moments, (moment, row) =>
    Float64Array.of(...powers.subarray(row, row + terms), moment),
  );
  const coefficients = solveLinear(matrix);
  const slopes = coefficients.map((c, power) => (c * power) / half).slice(1);
  return {
    value: (x) => horner(coefficients, scaled(x)),
    slope: (x) => horner(slopes, scaled(x)),
  };
}

/** Σ c_i t^i. */
function horner(coefficients: readonly number[], t: number): number {
  let sum = 0;
  for (let power = coefficients.length - 1; power >= 0; power -= 1)
    sum = sum * t + coefficients[power]!;
  return sum;
}
