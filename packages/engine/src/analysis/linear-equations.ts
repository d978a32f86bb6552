/**
 * Solves n equations, each n factors and then its right side, by Gauss-Jordan elimination; the
 * matrix of a least-squares fit needs no pivoting.
 */
export function solveLinear(equations: readonly Float64Array[]): readonly number[] {
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
