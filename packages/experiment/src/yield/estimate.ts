import { binomialInterval, studentQuantile } from '@lumenloom/scoring';
import { quickNormalTail } from '@lumenloom/engine/arithmetic';
import { POOL, chooserOf } from './pool.ts';

/** Cameras that are run before a method is chosen. */
export const PILOT = 20;
/** Share of the chances that all cameras have alike. */
const DEFENCE = 0.25;
/** One standard deviation of the error of a pilot, on one side. */
const PILOT_TAIL = 0.16;
/** From here on the surrogate is worth its runs. */
const GOOD_MODEL = 0.8;

/** A camera that was run: its place in the pool, and its score; null where it has none. */
export interface RunCamera {
  readonly camera: number;
  readonly value: number | null;
}

/** A share with its interval. */
export interface ShareEstimate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** How well the surrogate tells the scores of the pilot. */
export interface PilotFit {
  readonly r2: number;
  readonly offset: number;
  readonly spread: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const varianceOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
};

/** @param scores of the surrogate, by camera. */
export function fitOf(pilot: readonly RunCamera[], scores: Float64Array): PilotFit {
  const known = pilot.flatMap(({ camera, value }) =>
    value === null ? [] : [{ value, error: value - scores[camera]! }],
  );
  let [least, most] = [Infinity, -Infinity];
  for (const score of scores) [least, most] = [Math.min(least, score), Math.max(most, score)];
  const smallest = Math.max(1e-9 * (most - least), Number.MIN_VALUE);
  if (known.length < 2) return { r2: 0, offset: 0, spread: Math.max(most - least, smallest) };
  const errors = known.map(({ error }) => error);
  const [ofErrors, ofValues] = [varianceOf(errors), varianceOf(known.map(({ value }) => value))];
  const quantile = studentQuantile(PILOT_TAIL, Math.max(1, pilot.length - 1));
  return {
    r2: ofValues > 0 ? 1 - ofErrors / ofValues : ofErrors > 0 ? 0 : 1,
    offset: meanOf(errors),
    spread: Math.max(Math.sqrt(ofErrors) * quantile, smallest),
  };
}

/** Whether the surrogate is used where the document leaves it open. */
export const isGoodFit = ({ r2 }: PilotFit): boolean => r2 >= GOOD_MODEL;

/** Chances of cameras to be run, and what the surrogate expects of them. */
interface Sampling {
  /** Probability that a camera is good, by camera. */
  readonly expected: Float64Array;
  /** Probability of each draw, by camera. */
  readonly chances: Float64Array;
  /** The camera of a draw. */
  readonly drawn: (run: number) => number;
}

/**
 * Cameras near the limit are drawn more often; a quarter of the chances is the same for all.
 *
 * @param scores of the surrogate; good ones are not below `limit`.
 */
export function samplingOf(
  scores: Float64Array,
  limit: number,
  { offset, spread }: PilotFit,
  seed: number,
): Sampling {
  const expected = scores.map((score) => quickNormalTail((limit - score - offset) / spread));
  const doubts = expected.map((share) => Math.sqrt(Math.max(0, share * (1 - share))));
  const sum = doubts.reduce((total, doubt) => total + doubt, 0);
  const chances = doubts.map((doubt) =>
    sum > 0 ? DEFENCE / POOL + ((1 - DEFENCE) * doubt) / sum : 1 / POOL,
  );
  const sums = new Float64Array(POOL);
  let total = 0;
  for (let camera = 0; camera < POOL; camera += 1) {
    total += chances[camera]!;
    sums[camera] = total;
  }
  const choose = chooserOf(seed);
  return {
    expected,
    chances,
    drawn: (run) => {
      const wanted = choose(run) * total;
      let [low, high] = [0, POOL - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle]! < wanted) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** The share by a surrogate as control variate; a wrong one widens the interval alone. */
export function modelShare(
  runs: readonly RunCamera[],
  isGood: (value: number | null) => boolean,
  { expected, chances }: Sampling,
  confidence: number,
): ShareEstimate {
  const n = runs.length;
  const terms = runs.map(({ camera, value }) => {
    const mixture = ((n - PILOT) * chances[camera]! + PILOT / POOL) / n;
    return ((isGood(value) ? 1 : 0) - expected[camera]!) / (POOL * mixture);
  });
  const share = expected.reduce((sum, value) => sum + value, 0) / POOL + meanOf(terms);
  const inside = Math.min(1, Math.max(0, share));
  const error = Math.sqrt(varianceOf(terms) / n + (inside * (1 - inside)) / POOL);
  const width = studentQuantile((1 - confidence) / 2, n - 1) * error;
  return {
    share: inside,
    low: Math.max(0, share - width),
    high: Math.min(1, share + width),
  };
}

/** The share of runs that are good, with its exact interval. */
export function plainShare(
  runs: readonly RunCamera[],
  isGood: (value: number | null) => boolean,
  confidence: number,
): ShareEstimate & { readonly passed: number } {
  const passed = runs.filter(({ value }) => isGood(value)).length;
  return {
    share: passed / runs.length,
    passed,
    ...binomialInterval(passed, runs.length, confidence),
  };
}
