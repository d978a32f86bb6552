import { allSteps, leastSquares } from '../analysis/least-squares.ts';
import { solveLinear } from '../analysis/linear-algebra.ts';

/** Numbers that were fitted. */
export interface FittedNumbers {
  readonly values: readonly number[];
  /** Sum of the squares of the residuals. */
  readonly squares: number;
  /** Inverse of JᵀJ, for residuals of variance 1. */
  readonly covariance: readonly (readonly number[])[];
  readonly count: number;
  readonly residuals: Float64Array;
  /** Of the residuals, row by row, one by each number. */
  readonly slopes: readonly Float64Array[];
}

export interface NumbersProblem {
  readonly start: readonly number[];
  /** Step of each number with which slopes are taken. */
  readonly steps: readonly number[];
  readonly from?: readonly number[];
  readonly to?: readonly number[];
  /** Undefined where the numbers make no sense. */
  readonly residuals: (values: ArrayLike<number>) => Float64Array | undefined;
}

const MOST_STEPS = 200;

/** Damped least squares with slopes by differences; deterministic. */
export function fitNumbers({ start, steps, from, to, residuals }: NumbersProblem): FittedNumbers {
  const slopesAt = (values: Float64Array, base: Float64Array): Float64Array[] => {
    const columns = steps.map((step, at) => {
      const [plus, minus] = [values.slice(), values.slice()];
      plus[at]! += step;
      minus[at]! -= step;
      const [high, low] = [residuals(plus), residuals(minus)];
      return high && low
        ? high.map((value, i) => (value - low[i]!) / (2 * step))
        : new Float64Array(base.length);
    });
    return Array.from(base, (_, i) => Float64Array.from(columns, (column) => column[i]!));
  };
  const { values } = allSteps(
    leastSquares(
      {
        start: Float64Array.from(start),
        from: from ?? start.map(() => -Infinity),
        to: to ?? start.map(() => Infinity),
        residuals: (at) => {
          const found = residuals(at);
          return found && { values: Array.from(found), slopes: slopesAt(at, found) };
        },
      },
      MOST_STEPS,
    ),
  );
  const left = residuals(values)!;
  const slopes = slopesAt(values, left);
  const normal = (unit: number): Float64Array[] =>
    start.map((_, i) =>
      Float64Array.from({ length: start.length + 1 }, (__, j) =>
        j === start.length
          ? Number(i === unit)
          : slopes.reduce((sum, row) => sum + row[i]! * row[j]!, 0),
      ),
    );
  return {
    values: Array.from(values),
    squares: left.reduce((sum, value) => sum + value * value, 0),
    covariance: start.map((_, unit) => solveLinear(normal(unit))),
    count: left.length,
    residuals: left,
    slopes,
  };
}
