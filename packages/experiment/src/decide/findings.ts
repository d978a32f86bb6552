import {
  isWeighted,
  searchedObjectives,
  variableKey,
  type RunConditions,
} from '@lumenloom/contract';
import { turned } from '../propose/compile.ts';
import { drawsOf } from '../propose/draws.ts';
import { importanceOf, LEAST_RUNS, type Importance } from './importance.ts';
import type { BestRun } from './decision.ts';
import { decisionsOf } from './list.ts';
import { Front, frontOf, hypervolume } from './pareto.ts';
import { isFeasible, type Evaluated } from './ranking.ts';
import type { EndedRun, StudySearch } from '../propose/search-study.ts';

/** A run of a study as results.json has it. */
export interface StudyRun {
  readonly run: number;
  /** Of its noise; without a camera the one of the study. */
  readonly seed: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly feasible: boolean;
  readonly status: 'done' | 'failed' | 'preview';
  readonly message: string;
  /** Under which it was computed, of a finished run with a picture. */
  readonly conditions?: RunConditions | undefined;
}

/** What the runs of a study say together. */
export interface StudyFindings {
  /** The best run of one objective; null where none keeps all constraints, or of several. */
  readonly best: BestRun | null;
  /** Runs that keep all constraints and that no other one beats, by the first objective. */
  readonly front: readonly number[];
  /** Of several objectives: the runs of best-recipe-1.json and so on. */
  readonly representatives: readonly number[];
  /** Of several objectives: the volume that the first `runs` runs dominate. */
  readonly hypervolume: readonly { readonly runs: number; readonly value: number }[];
  /** By objective and variable; null where there are too few runs. */
  readonly importance: Readonly<Record<string, Readonly<Record<string, Importance>>>> | null;
  /** Runs at which the search began anew. */
  readonly restarts: readonly number[];
  /** What a reader should know before the best is used. */
  readonly notes: readonly string[];
  /** What decisions have found, by their names; absent where they found nothing. */
  readonly decisions?: Readonly<Record<string, object>>;
}

/** Name of the sum of weighted objectives in the figures. */
export const WEIGHTED_SUM = 'weighted sum';

/** Figures of a run, with the weighted sum where there is one. */
export function figuresOf(search: StudySearch, run: number): EndedRun['outcome']['figures'] {
  const { figures } = search.ended(run).outcome;
  const [sum] = search.results[run]!.objectives;
  return isWeighted(search.study.document) && sum !== undefined
    ? { ...figures, [WEIGHTED_SUM]: sum }
    : figures;
}

/**
 * Runs of a study that have ended without a gap, in their order.
 *
 * @param from number of the first.
 */
export const runsOf = (search: StudySearch, seed: number, from = 0): readonly StudyRun[] =>
  search.results.slice(from).map(({ run }) => {
    const { values, outcome } = search.ended(run);
    const { feasible, status, message, conditions } = outcome;
    const ended = { run, seed, values, figures: figuresOf(search, run), feasible, status, message };
    return conditions === undefined ? ended : { ...ended, conditions };
  });

/**
 * What the results of a study say.
 *
 * @param preferred run, the best by validation.
 * @param labels of variables by their keys.
 */
export function findingsOf(
  search: StudySearch,
  preferred?: number,
  labels: Readonly<Record<string, string>> = {},
): StudyFindings {
  const { study, results } = search;
  const isSingle = searchedObjectives(study.document) === 1;
  const feasible = results.filter(isFeasible);
  const runs = frontOf(feasible);
  const run = isSingle ? (preferred ?? runs[0]) : undefined;
  const best =
    run === undefined
      ? null
      : { run, values: search.ended(run).values, figures: figuresOf(search, run) };
  return {
    best,
    front: runs,
    restarts: search.restarts,
    representatives: isSingle ? [] : representatives(search, runs),
    hypervolume: isSingle ? [] : hypervolumes(search, feasible),
    importance: importances(search),
    ...decisionsOf({ search, best, labels }),
  };
}

/** Most points of the trail of hypervolumes. */
const MOST_VOLUMES = 50;
/** What the reference adds to the worst of the first batch, in its ranges. */
const SPARE = 0.1;

function hypervolumes(
  { study, results, batch }: StudySearch,
  feasible: readonly Evaluated[],
): StudyFindings['hypervolume'] {
  const { objectives, document } = study;
  const asked = document.hypervolumeReference?.map((value, at) => turned(objectives[at]!, value));
  const first = results.slice(0, batch).filter(({ status }) => status === 'done');
  if (!asked && first.length === 0) return [];
  const reference =
    asked ??
    objectives.map((_, at) => {
      const values = first.map((result) => result.objectives[at]!);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      return most + SPARE * (most - least);
    });
  const step = Math.max(batch, Math.ceil(results.length / MOST_VOLUMES));
  const ends = Array.from({ length: Math.ceil(results.length / step) }, (_, at) =>
    Math.min(results.length, (at + 1) * step),
  );
  const front = new Front<Evaluated>();
  let taken = 0;
  return ends.map((runs) => {
    for (; taken < feasible.length && feasible[taken]!.run < runs; taken += 1)
      front.add(feasible[taken]!);
    const points = front.runs.map((run) => run.objectives);
    return { runs, value: hypervolume(points, reference) };
  });
}

function importances({ study, results }: StudySearch): StudyFindings['importance'] {
  const done = results.filter(({ status }) => status === 'done');
  if (done.length < LEAST_RUNS) return null;
  const { document } = study;
  const genes = study.genes.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const names = isWeighted(document) ? [WEIGHTED_SUM] : study.objectives.map(({ name }) => name);
  const samples = done.map((result) => result.genes);
  return Object.fromEntries(
    names.map((name, objective) => {
      const values = done.map((result) => result.objectives[objective]!);
      const found = importanceOf(genes, { genes: samples, values }, drawsOf(document.seed));
      const byKey = new Map(genes.map(({ key }, at) => [key, found[at]!]));
      return [
        name,
        Object.fromEntries(
          document.vary.map((variable) => {
            const key = variableKey(variable);
            return [key, byKey.get(key)!];
          }),
        ),
      ];
    }),
  );
}

/**
 * Runs that stand for a front: its ends by each objective, and the knee, which is nearest to the
 * best of all objectives over the ranges of the front.
 */
export function representatives(
  { results }: StudySearch,
  front: readonly number[],
): readonly number[] {
  if (front.length === 0) return [];
  const points = front.map((run) => results[run]!);
  const dimensions = points[0]!.objectives.map((_, at) => at);
  const least = dimensions.map((at) => Math.min(...points.map((one) => one.objectives[at]!)));
  const most = dimensions.map((at) => Math.max(...points.map((one) => one.objectives[at]!)));
  const ends = dimensions.map((at) => points.find((one) => one.objectives[at] === least[at])!.run);
  const distance = ({ objectives }: Evaluated): number =>
    dimensions.reduce((sum, at) => {
      const range = most[at]! - least[at]!;
      return sum + (range > 0 ? ((objectives[at]! - least[at]!) / range) ** 2 : 0);
    }, 0);
  const knee = points.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return [...new Set([...ends, knee.run])];
}
