import {
  algorithmOf,
  isWeighted,
  searchedObjectives,
  variableKey,
  type StudyDocument,
} from '@lumenloom/contract';
import type { Algorithm } from './algorithm.ts';
import { PROPOSERS } from './list.ts';
import { excessOf, turned, type CompiledStudy, type Outcome } from './compile.ts';
import { drawsOf } from './draws.ts';
import { frontOf } from '../decide/pareto.ts';
import { isFeasible, Ranking, type Evaluated } from '../decide/ranking.ts';
import type { Gene } from './space.ts';

/** A run that is to be computed. */
export interface Proposal {
  readonly run: number;
  /** By the keys of the variables, in the order of the document. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether a preview is wanted, which decides whether the run is computed in full. */
  readonly isPreview: boolean;
}

/** A run that has ended. */
export interface EndedRun {
  readonly run: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
}

/** Why a study has ended. */
export interface Stopped {
  readonly reason: 'budget' | 'target' | 'converged' | 'failed';
  readonly message: string;
}

/** The first runs, which must not all fail. */
const MOST_FAILED = 21;
/** Most previews side by side. */
const LARGEST_ROUND = 64;

/** A batch of previews, of which the best are computed in full. */
interface Round {
  readonly runs: readonly number[];
  readonly previews: Map<number, Outcome>;
}

/** Where a run is. */
interface Asked {
  readonly values: Readonly<Record<string, unknown>>;
  readonly genes: readonly number[];
  /** The earlier run with the same values. */
  readonly sameAs: number | undefined;
  outcome: Outcome | undefined;
}

/**
 * A study that is asked for runs and told their outcomes. Which runs it asks for depends on the
 * document and on the outcomes by the numbers of the runs, never on the order in which they come.
 */
export class StudySearch {
  readonly study: CompiledStudy;
  readonly #genes: readonly Gene[];
  readonly #algorithm: Algorithm;
  readonly #start: Readonly<Record<string, unknown>> | undefined;
  readonly #asked: Asked[] = [];
  readonly #results: Evaluated[] = [];
  readonly #byValues = new Map<string, number>();
  readonly #ready: Proposal[] = [];
  /** Objectives of the first run that has some: weighted ones count from there. */
  #first: readonly number[] | undefined;
  #round: Round | undefined;
  #stopped: Stopped | undefined;
  #failed = 0;
  #isConverged = false;

  /**
   * @param start values of the starting point by the keys of the variables; undefined where there
   * is none.
   */
  constructor(study: CompiledStudy, start: Readonly<Record<string, unknown>> | undefined) {
    this.study = study;
    this.#start = start;
    const { document } = study;
    // The order of `vary` is no part of a study: its draws and sums are those of the keys.
    this.#genes = study.genes.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const startGenes = start && this.#genes.map((gene) => gene.geneOf(start[gene.key])!);
    this.#algorithm = PROPOSERS[algorithmOf(document)]({
      genes: this.#genes,
      draws: drawsOf(document.seed),
      results: this.#results,
      start: startGenes,
      population: document.algorithm.population,
      runs: document.budget.runs,
    });
  }

  /** Most runs at the same time. */
  get batch(): number {
    return this.#algorithm.batch;
  }

  get restarts(): readonly number[] {
    return this.#algorithm.restarts;
  }

  /** Why it has ended; undefined while it goes on. */
  get stopped(): Stopped | undefined {
    return this.#stopped;
  }

  /** Results in the order of the runs as algorithms see them, without a gap. */
  get results(): readonly Evaluated[] {
    return this.#results;
  }

  /** A run that has ended. @param run a number below the length of `results`. */
  ended(run: number): EndedRun {
    const { values, outcome } = this.#asked[run]!;
    return { run, values, outcome: outcome! };
  }

  /** The next run to compute; undefined while it waits for outcomes, or has ended. */
  ask(): Proposal | undefined {
    while (this.#ready.length === 0 && !this.#stopped && this.#advance());
    return this.#stopped ? undefined : this.#ready.shift();
  }

  /** Takes the outcome of a proposal. */
  tell({ run, isPreview }: Pick<Proposal, 'run' | 'isPreview'>, outcome: Outcome): void {
    if (isPreview) {
      this.#round!.previews.set(run, outcome);
      this.#promote();
    } else this.#asked[run]!.outcome = outcome;
    this.#take();
  }

  /** Asks the algorithm for another run; false where it has none now. */
  #advance(): boolean {
    if (this.#isConverged || this.#round) return false;
    if (!this.study.document.preview) return this.#propose() !== undefined;
    // How far the full runs of the last batch are decides nothing about the next one.
    return this.#results.length === this.#asked.length && this.#openRound();
  }

  /** @returns the number of the run. @param isAsked whether it is ready to be computed. */
  #propose(isAsked = true): number | undefined {
    const run = this.#asked.length;
    if (run >= this.study.document.budget.runs) return undefined;
    const genes = this.#algorithm.propose(run);
    if (genes === 'wait') return undefined;
    if (genes === 'converged') {
      this.#isConverged = true;
      this.#take();
      return undefined;
    }
    // The start is what the document or the recipe has, to the last digit.
    const byKey = new Map(
      this.#genes.map((gene, at) => {
        const start = run === 0 ? this.#start?.[gene.key] : undefined;
        return [gene.key, start ?? gene.valueOf(genes[at]!)];
      }),
    );
    const values = Object.fromEntries(
      this.study.document.vary.map((variable) => {
        const key = variableKey(variable);
        return [key, byKey.get(key)];
      }),
    );
    const text = JSON.stringify(Object.values(values));
    const sameAs = this.#byValues.get(text);
    if (sameAs === undefined) this.#byValues.set(text, run);
    this.#asked.push({ values, genes, sameAs, outcome: undefined });
    if (sameAs === undefined && isAsked) this.#ready.push({ run, values, isPreview: false });
    this.#take();
    return run;
  }

  #openRound(): boolean {
    const runs: number[] = [];
    while (runs.length < Math.min(this.batch, LARGEST_ROUND)) {
      const run = this.#propose(false);
      if (run === undefined) break;
      if (this.#asked[run]!.sameAs === undefined) runs.push(run);
    }
    if (runs.length === 0) return false;
    this.#round = { runs, previews: new Map() };
    for (const run of runs)
      this.#ready.push({ run, values: this.#asked[run]!.values, isPreview: true });
    return true;
  }

  /** Where all previews of a round have ended, has the best of them computed in full. */
  #promote(): void {
    const { runs, previews } = this.#round!;
    if (previews.size < runs.length) return;
    const ranking = new Ranking();
    // Previews are compared with each other: full runs are no measure of them.
    const first = runs.map((run) => this.#turned(previews.get(run)!)).find((values) => values);
    const evaluated = runs.map((run) => this.#evaluated(run, previews.get(run)!, first));
    for (const one of evaluated) ranking.add(one);
    const order = this.#inOrder(evaluated, ranking);
    const number = Math.ceil(this.study.document.preview!.share * runs.length);
    // The start is always computed: what was gained is measured against it.
    const best = new Set([
      ...order.slice(0, number).map(({ run }) => run),
      ...(runs[0] === 0 ? [0] : []),
    ]);
    for (const run of runs) {
      const asked = this.#asked[run]!;
      if (best.has(run)) this.#ready.push({ run, values: asked.values, isPreview: false });
      else
        asked.outcome = {
          status: 'preview',
          figures: {},
          feasible: false,
          message: 'Its preview was not among the best of its batch.',
        };
    }
    this.#round = undefined;
  }

  /**
   * Feasible runs that may be the best: of one objective the first few, of several the front. Equal
   * points count once.
   */
  contenders(most: number): readonly number[] {
    const runs = this.#results.filter(
      (result) => isFeasible(result) && this.#asked[result.run]!.sameAs === undefined,
    );
    if (searchedObjectives(this.study.document) === 1)
      return this.#inOrder(runs, new Ranking())
        .slice(0, most)
        .map(({ run }) => run);
    return frontOf(runs);
  }

  /**
   * Runs by other figures than those of the search, the best first.
   *
   * @param hasLimits whether runs that keep all constraints come before the others.
   */
  orderOf(
    runs: readonly { readonly run: number; readonly figures: Outcome['figures'] }[],
    hasLimits = true,
  ): readonly number[] {
    const evaluated = runs.map(({ run, figures }) => {
      const outcome = { status: 'done', message: '', figures, feasible: true } as const;
      const found = this.#evaluated(run, outcome, this.#first);
      return hasLimits ? found : { ...found, limits: [] };
    });
    const ranking = new Ranking();
    for (const one of evaluated) ranking.add(one);
    return this.#inOrder(evaluated, ranking).map(({ run }) => run);
  }

  /** Best first; of several objectives by how many others beat a run. */
  #inOrder(runs: readonly Evaluated[], ranking: Ranking): readonly Evaluated[] {
    if (searchedObjectives(this.study.document) === 1)
      return runs.toSorted((a, b) => ranking.compare(a, b));
    const beatenBy = new Map(
      runs.map((run) => [run, runs.filter((other) => ranking.dominates(other, run)).length]),
    );
    return runs.toSorted((a, b) => beatenBy.get(a)! - beatenBy.get(b)! || a.run - b.run);
  }

  /** Takes outcomes in the order of the runs, as far as there is no gap. */
  #take(): void {
    while (!this.#stopped && this.#results.length < this.#asked.length) {
      const run = this.#results.length;
      const asked = this.#asked[run]!;
      if (asked.sameAs !== undefined) {
        const first = this.#asked[asked.sameAs]!.outcome!;
        asked.outcome = { ...first, message: first.message || `The same as run ${asked.sameAs}.` };
      }
      if (!asked.outcome) break;
      this.#first ??= this.#turned(asked.outcome);
      const result = this.#evaluated(run, asked.outcome, this.#first);
      this.#results.push(result);
      this.#stopAfter(result, asked.outcome);
    }
    const hasAllEnded = this.#results.length === this.#asked.length;
    if (!this.#stopped && this.#isConverged && hasAllEnded)
      this.#stopped = {
        reason: 'converged',
        message: 'The search has converged: nothing more was to be found.',
      };
  }

  #stopAfter(result: Evaluated, { message }: Outcome): void {
    const { budget, target } = this.study.document;
    const number = this.#results.length;
    if (result.status === 'failed') this.#failed += 1;
    const first = Math.min(MOST_FAILED, budget.runs);
    if (number === first && this.#failed === first)
      this.#stopped = {
        reason: 'failed',
        message: `All of the first ${first} runs failed; the last one because of ${message}`,
      };
    else if (
      target !== undefined &&
      isFeasible(result) &&
      result.objectives[0]! <= this.#target(target)
    )
      this.#stopped = { reason: 'target', message: `Run ${result.run} has reached the target.` };
    else if (number >= budget.runs)
      this.#stopped = {
        reason: 'budget',
        message: `All ${budget.runs} runs of the budget were made.`,
      };
  }

  /** The target as objectives are turned: less is better. */
  #target(target: number): number {
    const { objectives, document } = this.study;
    return !isWeighted(document) && objectives[0]!.goal === 'maximise' ? -target : target;
  }

  /** Objectives turned so that less is better; undefined where the run has none. */
  #turned({ status, figures }: Outcome): readonly number[] | undefined {
    return status === 'done'
      ? this.study.objectives.map((objective) => turned(objective, figures[objective.name]!))
      : undefined;
  }

  /** @param first objectives from which weighted ones count. */
  #evaluated(run: number, outcome: Outcome, first: readonly number[] | undefined): Evaluated {
    const { constraints, document } = this.study;
    const { genes } = this.#asked[run]!;
    const { status, figures } = outcome;
    const values = this.#turned(outcome);
    if (!values) return { run, genes, status, objectives: [], limits: [] };
    return {
      run,
      genes,
      status,
      objectives: isWeighted(document) ? [weightedSum(this.study, values, first!)] : values,
      limits: constraints.map((constraint) => {
        const value = figures[constraint.name]!;
        return { value, excess: excessOf(constraint, value) };
      }),
    };
  }
}

/** The sum of weight x (value - start)/|start|; a start of 0 divides by 1. */
function weightedSum(
  { objectives }: CompiledStudy,
  values: readonly number[],
  start: readonly number[],
): number {
  return objectives.reduce(
    (sum, { weight }, at) =>
      sum + weight! * ((values[at]! - start[at]!) / (Math.abs(start[at]!) || 1)),
    0,
  );
}

/**
 * Values of the starting point: what the document says, else what the recipe has; free variables
 * without one stand in the middle.
 *
 * @param recipeValue of a path; undefined where the recipe has none.
 * @returns undefined where a variable with a path has no value within its bounds.
 */
export function startOf(
  { genes, document }: Pick<CompiledStudy, 'genes'> & { readonly document: StudyDocument },
  recipeValue: (path: string) => unknown,
): Readonly<Record<string, unknown>> | undefined {
  const values: Record<string, unknown> = {};
  for (const [at, gene] of genes.entries()) {
    const { start, path } = document.vary[at]!;
    const value = start ?? (path === undefined ? undefined : recipeValue(path));
    const place = gene.geneOf(value);
    if (place === undefined && path !== undefined) return undefined;
    values[gene.key] = place === undefined ? gene.valueOf(gene.choices > 0 ? 0 : 0.5) : value;
  }
  return values;
}
