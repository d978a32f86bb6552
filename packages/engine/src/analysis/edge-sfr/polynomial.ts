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
  const coefficients = solve(matrix);
  return {
    value: (x) => coefficients.reduceRight((sum, c) => sum * scaled(x) + c, 0),
    slope: (x) =>
      coefficients
        .map((c, power) => c * power)
        .slice(1)
        .reduceRight((sum, c) => sum * scaled(x) + c, 0) / half,
  };
}

/** Gauss-Jordan elimination of n equations of n + 1 numbers; the matrix of a least-squares fit needs no pivoting. */
function solve(equations: readonly Float64Array[]): readonly number[] {
  const last = equations.length;
  for (const [pivot, chosen] of equations.entries())
    for (const [row, equation] of equations.entries()) {
      if (row === pivot) continue;
      const factor = equation[pivot]! / chosen[pivot]!;
      for (let column = pivot; column <= last; column += 1)
        equation[column]! -= factor * chosen[column]!;
    }
  return equations.map((equation, row) => equation[last]! / equation[row]!);
}
