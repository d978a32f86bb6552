import { solveLinear } from '../analysis/linear-algebra.ts';

/** The mean of a stack in the dark. */
export interface DarkPoint {
  readonly seconds: number;
  readonly celsius: number | undefined;
  /** Codes. */
  readonly mean: number;
  /** Standard error of the mean, codes. */
  readonly error: number;
}

/** A number with its standard error. */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Black level and dark signal, codes. */
export interface DarkFit {
  readonly black: Estimate;
  /** Codes per second at the reference temperature; undefined with one exposure. */
  readonly rate: Estimate | undefined;
  /** Kelvins; undefined where the frames do not say it. */
  readonly doubling: Estimate | undefined;
  /** Whether the rate holds for the temperature of the frames, which is not known. */
  readonly isAtUnknown: boolean;
  /** Expected mean in the dark. */
  readonly at: (seconds: number, celsius: number | undefined) => number;
}

/** Kelvins by which dark current doubles where frames of one temperature do not say it. */
export const USUAL_DOUBLING = 6;
const SEARCHED = { from: 2, to: 30, steps: 281 } as const;
/** Temperatures that differ by less count as one. */
const SAME_KELVIN = 0.5;
const NEWTON_STEPS = 20;

/**
 * Fits mean = black + rate t 2^((T - reference)/doubling) to darks.
 *
 * @param reference °C.
 * @see docs/reference/twin.md#t2
 */
export function fitDark(points: readonly DarkPoint[], reference: number): DarkFit {
  const times = points.map(({ seconds }) => seconds);
  const isKnown = points.every(({ celsius }) => celsius !== undefined);
  const temperatures = points.map(({ celsius }) => celsius ?? reference);
  const growth = (celsius: number | undefined, doubling: number): number =>
    2 ** (((isKnown ? (celsius ?? reference) : reference) - reference) / doubling);
  if (Math.max(...times) <= Math.min(...times)) {
    const weights = points.map(({ error }) => 1 / error ** 2);
    const sum = weights.reduce((a, b) => a + b, 0);
    const mean = points.reduce((total, point, i) => total + point.mean * weights[i]!, 0) / sum;
    return {
      black: { value: mean, error: 1 / Math.sqrt(sum) },
      rate: undefined,
      doubling: undefined,
      isAtUnknown: !isKnown,
      at: () => mean,
    };
  }
  const longer = points.filter(({ seconds }) => seconds > Math.min(...times));
  const hasTemperatures =
    isKnown &&
    points.length > 2 &&
    spanOf(longer.map(({ celsius }) => celsius!)) > SAME_KELVIN &&
    spanOf(temperatures) > SAME_KELVIN;
  const linear = (doubling: number) => {
    const rows = points.map(({ seconds, celsius, mean, error }) => {
      const x = seconds * growth(celsius, doubling);
      return { terms: [1, x], mean, error };
    });
    return weightedFit(rows);
  };
  let doubling = USUAL_DOUBLING;
  let fit = linear(doubling);
  if (!hasTemperatures) {
    const [black, rate] = fit.solved as [number, number];
    return {
      black: { value: black, error: Math.sqrt(fit.covariance[0]![0]!) },
      rate: { value: rate, error: Math.sqrt(fit.covariance[1]![1]!) },
      doubling: undefined,
      isAtUnknown: !isKnown,
      at: (seconds, celsius) => black + rate * seconds * growth(celsius, USUAL_DOUBLING),
    };
  }
  for (let i = 0; i < SEARCHED.steps; i += 1) {
    const tried = SEARCHED.from + ((SEARCHED.to - SEARCHED.from) * i) / (SEARCHED.steps - 1);
    const found = linear(tried);
    if (found.squares < fit.squares) [fit, doubling] = [found, tried];
  }
  return together(points, reference, [...(fit.solved as [number, number]), doubling]);
}

/** All three at once, from near the solution. */
function together(
  points: readonly DarkPoint[],
  reference: number,
  start: readonly [number, number, number],
): DarkFit {
  let [black, rate, doubling] = start;
  let covariance: readonly (readonly number[])[] = [];
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const rows = points.map(({ seconds, celsius, mean, error }) => {
      const kelvins = celsius! - reference;
      const x = seconds * 2 ** (kelvins / doubling);
      const slope = (-rate * x * Math.LN2 * kelvins) / doubling ** 2;
      return { terms: [1, x, slope], mean: mean - black - rate * x, error };
    });
    const { solved, covariance: found } = weightedFit(rows);
    covariance = found;
    black += solved[0]!;
    rate += solved[1]!;
    doubling = Math.min(Math.max(doubling + solved[2]!, SEARCHED.from), SEARCHED.to);
  }
  const error = (i: number): number => Math.sqrt(covariance[i]![i]!);
  return {
    black: { value: black, error: error(0) },
    rate: { value: rate, error: error(1) },
    doubling: { value: doubling, error: error(2) },
    isAtUnknown: false,
    at: (seconds, celsius) =>
      black + rate * seconds * 2 ** (((celsius ?? reference) - reference) / doubling),
  };
}

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

interface WeightedRow {
  readonly terms: readonly number[];
  readonly mean: number;
  readonly error: number;
}

/** Weighted least squares of a few terms, with the covariance of the solution. */
function weightedFit(rows: readonly WeightedRow[]) {
  const count = rows[0]!.terms.length;
  const normal = (right: (i: number) => number): Float64Array[] =>
    Array.from({ length: count }, (_, i) =>
      Float64Array.from({ length: count + 1 }, (__, j) =>
        j === count
          ? right(i)
          : rows.reduce((sum, { terms, error }) => sum + (terms[i]! * terms[j]!) / error ** 2, 0),
      ),
    );
  const solved = solveLinear(
    normal((i) => rows.reduce((sum, row) => sum + (row.terms[i]! * row.mean) / row.error ** 2, 0)),
  );
  const covariance = Array.from({ length: count }, (_, unit) =>
    solveLinear(normal((i) => Number(i === unit))),
  );
  const squares = rows.reduce((sum, { terms, mean, error }) => {
    const expected = terms.reduce((total, term, i) => total + term * solved[i]!, 0);
    return sum + ((mean - expected) / error) ** 2;
  }, 0);
  return { solved, covariance, squares };
}
