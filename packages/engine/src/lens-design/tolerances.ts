import { percentile } from '../analysis/percentile.ts';
import { gaussianOf } from '../random/gaussian.ts';
import { philox } from '../random/philox.ts';
import { wilsonInterval } from '../quantities/statistics.ts';
import { SimulationError } from '../simulation-error.ts';
import type { Host } from '../host.ts';
import { allocateShared } from '../images/shared-array.ts';
import type { StageContext } from '../stage.ts';
import { allSteps, leastSquares } from '../analysis/least-squares.ts';
import {
  atStart,
  lensProblem,
  raysAt,
  residualsAt,
  startValues,
  type LensProblem,
} from './lens-problem.ts';
import { refocused, residualsOf } from './merit.ts';
import { squaredMerit } from './lens-problem.ts';
import { LostRay } from './field-rays.ts';
import type { Distribution, Tolerance, ToleranceStudy } from './tolerance-document.ts';

/** What one change does. The keys are published. */
export interface Sensitivity {
  readonly path: string;
  readonly change: number;
  /** Merit; null where a ray does not arrive. */
  readonly value: number | null;
  readonly compensated: number | null;
  /** How far the compensators move, by their paths. */
  readonly compensator: Readonly<Record<string, number>>;
}

/** What a lens comes to within its tolerances. The keys are published. */
export interface ToleranceResult {
  readonly nominal: number;
  readonly sensitivities: readonly Sensitivity[];
  /** √E[M²] by the mean changes of M² of the tolerances, one by one. */
  readonly meanSquarePrediction: number | null;
  /** The change of each at which the compensated merit reaches the limit; null: none found. */
  readonly inverse?: readonly { readonly path: string; readonly plusMinus: number | null }[];
  readonly monteCarlo?: MonteCarlo;
}

/** Lenses drawn within the tolerances. */
export interface MonteCarlo {
  readonly samples: number;
  /** Lenses through which a ray does not get: they have no merit. */
  readonly failed: number;
  readonly mean: number;
  readonly standardDeviation: number;
  readonly quantiles: Readonly<Record<string, number>>;
  readonly values: readonly (number | null)[];
  readonly yield?: {
    readonly limit: number;
    readonly share: number;
    /** 95 % interval of the share (Wilson). */
    readonly low: number;
    readonly high: number;
  };
}

const QUANTILES = [0.02, 0.1, 0.2, 0.5, 0.8, 0.9, 0.98];
/** Samples that a thread computes at a time. */
const SAMPLES_PER_PART = 50;
const COMPENSATING_STEPS = 50;
/** Largest change that is looked for, over the tolerance. */
const FARTHEST = 2 ** 16;
/** Relative accuracy of an inverse tolerance; its own limit is 1e-4. */
const INVERSE_ACCURACY = 1e-6;
/** Variance of a number over its tolerance squared. */
const VARIANCES: Readonly<Record<Distribution, number>> = {
  uniform: 1 / 3,
  normal: 1 / 4,
  ends: 1,
};

/** A lens with its tolerances, ready to be changed. */
interface ToleranceProblem {
  readonly study: ToleranceStudy;
  /** Tolerances first, then compensators. */
  readonly problem: LensProblem;
  readonly nominal: Float64Array;
  /** Whether moving the sensor along the axis is all that compensates. */
  readonly isRefocus: boolean;
}

function toleranceProblem(study: ToleranceStudy): ToleranceProblem {
  const { tolerances, compensators, merit, operands } = study;
  const problem = lensProblem(study, [...tolerances, ...compensators]);
  const [only, ...others] = compensators;
  return {
    study,
    problem,
    nominal: startValues(problem),
    isRefocus:
      only !== undefined &&
      others.length === 0 &&
      merit === 'spot' &&
      operands.length === 0 &&
      only.part.part === 'image' &&
      only.part.property === 'decentre' &&
      only.part.component === 2,
  };
}

/** Merit squared of a changed lens, then of the compensated one; undefined where a ray is lost. */
interface Changed {
  readonly squared: number;
  readonly compensatedSquared: number;
  readonly shifts: readonly number[];
}

function changedLens(at: ToleranceProblem, changes: ArrayLike<number>): Changed | undefined {
  const { problem, nominal, study, isRefocus } = at;
  const values = nominal.map((value, i) => value + (changes[i] ?? 0));
  try {
    const rays = raysAt(problem, values);
    if (isRefocus) {
      const { squared, refocusedSquared, shiftMm } = refocused(rays, study);
      const shift = shiftMm / problem.scale;
      return Number.isFinite(refocusedSquared)
        ? { squared, compensatedSquared: refocusedSquared, shifts: [shift] }
        : undefined;
    }
    const squared = squaredMerit(residualsOf(rays, study));
    if (!Number.isFinite(squared)) return undefined;
    return study.compensators.length === 0
      ? { squared, compensatedSquared: squared, shifts: [] }
      : compensated(at, values, squared);
  } catch (error) {
    if (error instanceof LostRay) return undefined;
    throw error;
  }
}

/** Sets the compensators by least squares. */
function compensated(
  { problem, study }: ToleranceProblem,
  values: Float64Array,
  squared: number,
): Changed {
  const count = study.tolerances.length;
  const start = values.slice(count);
  // The rest of the lens is constant: only compensators have derivatives.
  const own: LensProblem = {
    ...problem,
    vary: study.compensators,
    base: { vary: study.tolerances, values: values.slice(0, count) },
  };
  const { values: best, merit } = allSteps(
    leastSquares(
      {
        start,
        from: start.map(() => -Infinity),
        to: start.map(() => Infinity),
        residuals: (tried, hasSlopes) => residualsAt(own, tried, hasSlopes),
      },
      COMPENSATING_STEPS,
    ),
  );
  return {
    squared,
    compensatedSquared: merit * merit,
    shifts: Array.from(best, (value, i) => value - start[i]!),
  };
}

const rootOrNull = (squared: number | undefined): number | null =>
  squared === undefined ? null : Math.sqrt(squared);

/** One tolerance changed, all others as they should be. */
function alone(at: ToleranceProblem, index: number, change: number): Changed | undefined {
  const changes = new Float64Array(at.nominal.length);
  changes[index] = change;
  return changedLens(at, changes);
}

function sensitivityOf(at: ToleranceProblem, index: number, change: number): Sensitivity {
  const { tolerances, compensators } = at.study;
  const changed = alone(at, index, change);
  return {
    path: tolerances[index]!.path,
    change,
    value: rootOrNull(changed?.squared),
    compensated: rootOrNull(changed?.compensatedSquared),
    compensator: Object.fromEntries(
      (changed?.shifts ?? []).map((shift, i) => [compensators[i]!.path, shift]),
    ),
  };
}

/** E[M²] from both signs of every tolerance; null where one of them loses a ray. */
function predicted(
  { tolerances }: ToleranceStudy,
  nominal: number,
  sensitivities: readonly Sensitivity[],
): number | null {
  let squared = nominal ** 2;
  for (const [i, { distribution }] of tolerances.entries()) {
    const [up, down] = [sensitivities[2 * i]!.compensated, sensitivities[2 * i + 1]!.compensated];
    if (up === null || down === null) return null;
    squared += ((up ** 2 + down ** 2) / 2 - nominal ** 2) * VARIANCES[distribution];
  }
  return Math.sqrt(squared);
}

/** The smallest change, of either sign, at which the compensated merit reaches a limit. */
function inverseOf(at: ToleranceProblem, index: number, limit: number): number | null {
  const { plusMinus } = at.study.tolerances[index]!;
  const found = [1, -1].flatMap((sign) => {
    const isBeyond = (change: number): boolean =>
      !((alone(at, index, sign * change)?.compensatedSquared ?? Infinity) < limit * limit);
    let [low, high] = [0, plusMinus];
    while (!isBeyond(high)) {
      [low, high] = [high, 2 * high];
      if (high > FARTHEST * plusMinus) return [];
    }
    while (high - low > INVERSE_ACCURACY * high) {
      const middle = (low + high) / 2;
      if (isBeyond(middle)) high = middle;
      else low = middle;
    }
    return [(low + high) / 2];
  });
  return found.length === 0 ? null : Math.min(...found);
}

/** Draws that are made at most for one number within two standard deviations. */
const MOST_DRAWS = 100;

/** The change of one tolerance in one sample: a function of both numbers and the seed alone. */
function drawnChange(
  seed: number,
  sample: number,
  index: number,
  { plusMinus, distribution }: Tolerance,
): number {
  const words = new Uint32Array(4);
  const word = (draw: number): number => {
    philox([sample, index, draw, 0], [seed, 0x746f6c65], words);
    return words[0]!;
  };
  if (distribution === 'ends') return word(0) >= 2 ** 31 ? plusMinus : -plusMinus;
  if (distribution === 'uniform') return plusMinus * (2 * ((word(0) + 0.5) / 2 ** 32) - 1);
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const standard = gaussianOf(word(draw));
    if (Math.abs(standard) <= 2) return (plusMinus * standard) / 2;
  }
  return 0;
}

/** A part of the samples of a Monte Carlo run. */
export interface SamplesPart {
  readonly study: ToleranceStudy;
  readonly from: number;
  readonly to: number;
  /** Compensated merits of all samples; NaN where a ray does not arrive. */
  readonly out: Float64Array;
}

/** Draws lenses within their tolerances; a job. */
export function drawTolerances({ study, from, to, out }: SamplesPart): void {
  const at = toleranceProblem(study);
  for (let sample = from; sample < to; sample += 1) {
    const changes = study.tolerances.map((tolerance, index) =>
      drawnChange(study.seed, sample, index, tolerance),
    );
    out[sample] = rootOrNull(changedLens(at, changes)?.compensatedSquared) ?? NaN;
  }
}

function monteCarloOf(values: Float64Array, limit: number | undefined): MonteCarlo {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const count = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const kept = limit === undefined ? 0 : sorted.filter((value) => value <= limit).length;
  return {
    samples: values.length,
    failed: values.length - count,
    mean,
    standardDeviation: Math.sqrt(squares / Math.max(1, count - 1)),
    quantiles: Object.fromEntries(
      QUANTILES.map((share) => [`${share}`, count === 0 ? NaN : percentile(sorted, share)]),
    ),
    values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    ...(limit !== undefined && {
      yield: { limit, share: kept / values.length, ...wilsonInterval(kept, values.length) },
    }),
  };
}

/**
 * Sensitivities, prediction, inverse tolerances and drawn lenses of a tolerance document. The
 * result is the same for any number of threads.
 *
 * @throws SimulationError when the nominal lens loses a ray or is beyond the limit, 'cancelled'
 *   when stopped.
 */
export async function tolerancesOf(
  study: ToleranceStudy,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped'>,
): Promise<ToleranceResult> {
  const at = toleranceProblem(study);
  const { tolerances, inverseLimit, yieldLimit, samples } = study;
  const nominal = Math.sqrt(
    atStart(at.problem, () => squaredMerit(residualsOf(raysAt(at.problem, at.nominal), study))),
  );
  if (inverseLimit !== undefined && !(nominal < inverseLimit))
    throw new SimulationError(
      'bad-parameter',
      `the merit of the lens without errors is ${nominal.toPrecision(6)}: the limit must be above it.`,
      'inverse.limit',
    );
  const sensitivities = tolerances.flatMap(({ plusMinus }, index) =>
    [plusMinus, -plusMinus].map((change) => sensitivityOf(at, index, change)),
  );
  const out = new Float64Array(allocateShared(8 * samples));
  const parts = Array.from({ length: Math.ceil(samples / SAMPLES_PER_PART) }, (_, part) => ({
    study,
    from: part * SAMPLES_PER_PART,
    to: Math.min(samples, (part + 1) * SAMPLES_PER_PART),
    out,
  }));
  await host.parallel(drawTolerances, parts, context);
  return {
    nominal,
    sensitivities,
    meanSquarePrediction: predicted(study, nominal, sensitivities),
    ...(inverseLimit !== undefined && {
      inverse: tolerances.map(({ path }, index) => ({
        path,
        plusMinus: inverseOf(at, index, inverseLimit),
      })),
    }),
    ...(samples > 0 && { monteCarlo: monteCarloOf(out, yieldLimit) }),
  };
}
