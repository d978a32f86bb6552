import { leastSquares } from './linear-algebra.ts';

/** Gradients within this share of the largest are 0. */
const NO_GAIN = 1e-12;
/** Most changes of the set of free values, per value. */
const MOST_CHANGES = 10;

/**
 * Solves rows · x = values by least squares with no x below 0. Deterministic.
 *
 * @param rows at least as many as an x has values.
 * @see C. L. Lawson and R. J. Hanson, Solving Least Squares Problems, chapter 23.
 */
export function nonNegative(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): number[] {
  const count = rows[0]!.length;
  let x = new Array<number>(count).fill(0);
  const free = new Set<number>();
  const gradientOf = (at: readonly number[]): readonly number[] => {
    const left = rows.map(
      (row, i) => values[i]! - row.reduce((sum, factor, k) => sum + factor * at[k]!, 0),
    );
    return Array.from({ length: count }, (_, k) =>
      rows.reduce((sum, row, i) => sum + row[k]! * left[i]!, 0),
    );
  };
  const most = Math.max(...gradientOf(x).map(Math.abs));
  for (let change = 0; change < MOST_CHANGES * count; change += 1) {
    const gradient = gradientOf(x);
    const next = bestOf(gradient, free);
    if (next === undefined || !(gradient[next]! > NO_GAIN * most)) break;
    free.add(next);
    let wanted = solvedFor(rows, values, free);
    while (wanted.some((value, k) => free.has(k) && value <= 0)) {
      const held = [...free].filter((k) => wanted[k]! <= 0);
      const share = Math.min(...held.map((k) => x[k]! / (x[k]! - wanted[k]!)));
      const at = x.map((value, k) => value + share * (wanted[k]! - value));
      // What reaches 0 first is held there, exactly.
      const least = Math.min(...held.map((k) => at[k]!));
      for (const k of held) if (at[k]! <= least) free.delete(k);
      x = at.map((value, k) => (free.has(k) ? value : 0));
      wanted = solvedFor(rows, values, free);
    }
    x = wanted;
  }
  return x;
}

/** The held value whose growth gains most. */
function bestOf(gradient: readonly number[], free: ReadonlySet<number>): number | undefined {
  let best: number | undefined;
  for (const [k, value] of gradient.entries())
    if (!free.has(k) && (best === undefined || value > gradient[best]!)) best = k;
  return best;
}

/** The least-squares solution in the free values; the others are 0. */
function solvedFor(
  rows: readonly (readonly number[])[],
  values: readonly number[],
  free: ReadonlySet<number>,
): number[] {
  const at = [...free].sort((a, b) => a - b);
  const solution = new Array<number>(rows[0]!.length).fill(0);
  if (at.length === 0) return solution;
  const some = leastSquares(
    rows.map((row) => at.map((k) => row[k]!)),
    values,
  );
  for (const [i, k] of at.entries()) solution[k] = some[i]!;
  return solution;
}
