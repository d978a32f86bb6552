import { solveLinear } from '../linear-equations.ts';

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
  const matrix = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  for (const [i, x] of xs.entries()) {
    const t = scaled(x);
    for (const [row, equation] of matrix.entries()) {
      for (let column = 0; column < terms; column += 1) equation[column]! += t ** (row + column);
      equation[terms]! += ys[i]! * t ** row;
    }
  }
  const coefficients = solveLinear(matrix);
  return {
    value: (x) => coefficients.reduceRight((sum, c) => sum * scaled(x) + c, 0),
    slope: (x) =>
      coefficients
        .map((c, power) => c * power)
        .slice(1)
        .reduceRight((sum, c) => sum * scaled(x) + c, 0) / half,
  };
}
