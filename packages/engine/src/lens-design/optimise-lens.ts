import type { Host } from '../host.ts';
import { allocateShared } from '../images/shared-array.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { SimulationError } from '../simulation-error.ts';
import type { StageContext } from '../stage.ts';
import { exchangeGlasses, withGlasses } from './glass-exchange.ts';
import { stepsUntil, type LeastSquaresResult, type TrailPoint } from '../analysis/least-squares.ts';
import { meritOf, valuesAtStart, type LensMerit } from './lens-merit.ts';
import { lensOfValues } from './lens-of-values.ts';
import {
  atStart,
  lensProblem,
  raysAt,
  residualsAt,
  squaredMerit,
  type LensProblem,
} from './lens-problem.ts';
import type { LensStudy } from './lens-study.ts';
import { distinctLenses, improvingSteps, searchLenses, isWithin } from './multi-start.ts';

/** Numbers of a lens by their paths; glasses by name. */
export type LensValues = Readonly<Record<string, number | string>>;

/** A lens that was found. */
export interface FoundLens {
  readonly merit: number;
  readonly values: LensValues;
}

/** The result of a lens study. The keys are published, but for the lenses themselves. */
export interface LensSearch {
  readonly start: LensMerit & { readonly values: LensValues };
  readonly best: LensMerit & { readonly values: LensValues };
  /** After cma-es or de: where the least squares began that found the best lens. */
  readonly begun?: 'start' | 'search';
  /** The merit after each step that helped. */
  readonly trail: readonly TrailPoint[];
  readonly stopped: string;
  /** With several starts: the ten best lenses that differ, and how many starts could be opened. */
  readonly lenses?: readonly FoundLens[];
  readonly opened?: number;
  /** With varied glasses: every choice that was tried, the best first. */
  readonly exchanges?: readonly FoundLens[];
  readonly bestLens: LensFile;
}

/** Distinct lenses of several starts that are kept. */
const MOST_KEPT = 10;
/** Starts that a thread makes at a time. */
const STARTS_PER_PART = 4;

/** The merit of a lens as a function of the numbers that a study varies. */
export interface MeritFunction {
  /** Numbers of the start, in the order of `vary`. */
  readonly start: Float64Array;
  /** Undefined where a ray does not arrive. */
  readonly meritAt: (values: ArrayLike<number>) => number | undefined;
}

/** @throws SimulationError when nothing is varied, or a ray of the start does not arrive. */
export function meritFunction(study: LensStudy): MeritFunction {
  const { problem, values } = beginning(study);
  return {
    start: values,
    meritAt: (point) => {
      const residuals = residualsAt(problem, point, false);
      return residuals && Math.sqrt(squaredMerit(residuals));
    },
  };
}

/** @throws SimulationError when nothing is varied, or a ray of the start does not arrive. */
function beginning(study: LensStudy) {
  if (study.vary.length === 0)
    throw new SimulationError(
      'bad-parameter',
      'nothing is varied: name at least one number.',
      'vary',
    );
  const problem = lensProblem(study, study.vary);
  const values = valuesAtStart(problem, study);
  return {
    problem,
    values,
    start: atStart(problem, () => meritOf(raysAt(problem, values), study)),
  };
}

/** What a search of a lens is told besides its study. */
interface SearchContext extends Pick<StageContext, 'stopped'> {
  /** Where the least squares begin besides the start of the study. */
  readonly begin?: Float64Array;
  /** Part of the many starts of a study; all of them where it is left out. */
  readonly part?: StartsOfSearch;
}

/** Some of the starts, for a search that goes on later. */
export interface StartsOfSearch {
  /** From 0. */
  readonly from: number;
  /** The index after the last one. */
  readonly to: number;
  /** Lenses that the starts before them have come to. */
  readonly known: readonly FoundLens[];
}

/**
 * Searches the lens of a study: from its start, or from many, then over its glasses. The result is
 * the same for any number of threads. Where it is stopped, it ends within some steps and gives the
 * best lens so far.
 *
 * @param iterations most steps of each search.
 * @throws SimulationError when a ray of the start does not arrive.
 */
export async function optimiseLens(
  study: LensStudy,
  iterations: number,
  host: Pick<Host, 'parallel'>,
  context: SearchContext,
): Promise<LensSearch> {
  const { vary, glasses, algorithm } = study;
  const { problem, values, start } = beginning(study);
  const { stopped, begin } = context;
  const from = (point: Float64Array): Promise<LeastSquaresResult | undefined> =>
    stepsUntil(improvingSteps(problem, vary, point, iterations), stopped);
  // A search between bounds may begin where the lens itself is not.
  const own = begin && !isWithin(vary, values) ? undefined : await from(values);
  const other = begin && (await from(begin));
  const isFromSearch = other !== undefined && !(own && own.merit < other.merit);
  const single = isFromSearch ? other : own;
  if (!single)
    throw new SimulationError(
      'bad-parameter',
      'a figure of an operand is not a number at the start.',
      'operands',
    );
  const { part = { from: 0, to: startsOf(study), known: [] } } = context;
  const many =
    algorithm.name === 'multi-start'
      ? await manyStarts(study, part, iterations, host, context)
      : undefined;
  const known = part.known.map((lens) =>
    foundAt(lens.merit, numbersOf(study, lens), 'a lens of the starts before was the best.'),
  );
  const lenses = many && distinctLenses([single, ...known, ...many], MOST_KEPT);
  const result = lenses?.[0] ?? single;
  const exchanges =
    glasses.length > 0 && !stopped()
      ? await stepsUntil(exchangeGlasses(study, result.values, { iterations, stopped }), stopped)
      : undefined;
  const chosen = exchanges?.[0];
  const isExchanged = chosen !== undefined && chosen.result.merit < result.merit;
  const last = isExchanged ? chosen.result : result;
  const final = isExchanged ? withGlasses(study, chosen.glasses) : study;
  const finalProblem: LensProblem = {
    ...lensProblem(final, vary),
    pupilRadiusMm: problem.pupilRadiusMm,
  };
  return {
    start: { ...start, values: valuesOf(study, values) },
    best: {
      ...meritOf(raysAt(finalProblem, last.values), final),
      values: valuesOf(final, last.values),
    },
    ...(begin && { begun: isFromSearch ? ('search' as const) : ('start' as const) }),
    trail: last.trail,
    stopped:
      glasses.length > 0 && stopped() ? 'the exchange of glasses was interrupted.' : last.stopped,
    ...(lenses && {
      lenses: lenses.map((lens) => found(study, lens)),
      opened: many.length,
    }),
    ...(exchanges && {
      exchanges: exchanges.map((lens) => found(withGlasses(study, lens.glasses), lens.result)),
    }),
    bestLens: lensOfValues(finalProblem, last.values, study.semiDiameters === 'follow'),
  };
}

const valuesOf = ({ vary, glasses, lens }: LensStudy, values: ArrayLike<number>): LensValues =>
  Object.fromEntries<number | string>([
    ...vary.map(({ path }, i) => [path, values[i]!] as const),
    ...glasses.map(({ path, surface }) => [path, lens.surfaces[surface]!.glass!] as const),
  ]);

const found = (study: LensStudy, { merit, values }: LeastSquaresResult): FoundLens => ({
  merit,
  values: valuesOf(study, values),
});

/**
 * A lens that a search has found, as a file.
 *
 * @throws SimulationError where a ray at the rim of a beam, which its clear apertures grow to, does
 *   not arrive.
 */
export function foundLens(study: LensStudy, lens: Pick<FoundLens, 'values'>): LensFile {
  const problem = lensProblem(study, study.vary);
  const numbers = numbersOf(study, lens);
  return atStart(problem, () => lensOfValues(problem, numbers, study.semiDiameters === 'follow'));
}

const numbersOf = ({ vary }: LensStudy, { values }: Pick<FoundLens, 'values'>): Float64Array =>
  Float64Array.from(vary, ({ path }) => Number(values[path]));

/** Starts of a search; 1 for one that begins at the lens alone. */
export const startsOf = ({ algorithm }: LensStudy): number =>
  algorithm.name === 'multi-start' ? algorithm.starts : 1;

const foundAt = (merit: number, values: Float64Array, stopped: string): LeastSquaresResult => ({
  merit,
  values,
  stopped,
  trail: [{ step: 0, merit }],
});

/**
 * Improved lenses from random curvatures, in the order of their starts; those that are there where
 * the search is stopped.
 */
async function manyStarts(
  study: LensStudy,
  { from, to }: StartsOfSearch,
  iterations: number,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped'>,
): Promise<readonly LeastSquaresResult[]> {
  const width = study.vary.length + 1;
  const out = new Float64Array(allocateShared(8 * to * width)).fill(NaN);
  const parts = Array.from({ length: Math.ceil((to - from) / STARTS_PER_PART) }, (_, part) => ({
    study,
    iterations,
    out,
    from: from + part * STARTS_PER_PART,
    to: Math.min(to, from + (part + 1) * STARTS_PER_PART),
  }));
  await host.parallel(searchLenses, parts, context).catch((error: unknown) => {
    if (!(error instanceof SimulationError && error.code === 'cancelled')) throw error;
  });
  const all = startsOf(study);
  return Array.from({ length: to }, (_, start) => {
    const row = out.slice(start * width, (start + 1) * width);
    return foundAt(row[0]!, row.slice(1), `start ${start} of ${all} was the best.`);
  }).filter(({ merit }) => !Number.isNaN(merit));
}
