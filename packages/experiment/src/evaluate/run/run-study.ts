import { laterSeed } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import type { CompiledStudy, Outcome } from '../../propose/compile.ts';
import { isFeasible } from '../../decide/ranking.ts';
import { StudySearch, type Proposal } from '../../propose/search-study.ts';
import {
  freshDifference,
  freshMean,
  type Difference,
  type Fresh,
  type FreshMean,
} from '../../decide/fresh-intervals.ts';
import type { PlannedStudy } from '../../plan/plan-study.ts';
import {
  openPoints,
  type PointOptions,
  type PointOrder,
  type Points,
  type StudyLine,
} from './points.ts';
import { runName } from './run-sweep.ts';

/** Computes points somewhere else. */
export interface PointsElsewhere extends Pick<Points, 'compute'> {
  /** How many are asked for at once. */
  readonly most: number;
  /** Gives up those that nobody has begun: they are cancelled. */
  readonly withdraw: () => void;
}

export interface StudyOptions extends PointOptions {
  /** Computes the points in place of threads of this process. */
  readonly elsewhere?: PointsElsewhere;
  /** Of the minutes of the budget, those that earlier calls have used, in milliseconds. */
  readonly usedMs?: number;
  /** Ends the study after the runs in progress. */
  readonly signal: AbortSignal;
  /** Lines of the runs that were computed before. */
  readonly before: readonly StudyLine[];
  /** Keeps lines, in the order in which the runs end. */
  readonly keep: (...lines: readonly StudyLine[]) => Promise<void>;
  /** Is told how many runs of the study have ended. */
  readonly progress: (ended: number, search: StudySearch) => void;
  /** A clock, in milliseconds. */
  readonly now: () => number;
}

/** A study that has ended, or was stopped. */
export interface EndedStudy {
  readonly search: StudySearch;
  /** Why it has ended, in words. */
  readonly stopped: string;
  /** Whether it could go on. */
  readonly isInterrupted: boolean;
  /** How often each stage was computed, and not taken from memory, in this call. */
  readonly computed: Readonly<Record<string, number>>;
  /** What the runs of this call took, summed up, in milliseconds. */
  readonly computingMs: number;
  readonly validation: readonly Validated[] | null;
  readonly baseline: StudySearch | undefined;
}

/** A run that was computed again with fresh noise. */
export interface Validated {
  readonly run: number;
  /** By objective and constraint: over the fresh runs. */
  readonly figures: Readonly<Record<string, FreshMean>>;
  /** Place after validation, from 1; null of a start that was no candidate. */
  readonly order: number | null;
  /** By objective and constraint, against the start in the same noises; null of the start. */
  readonly againstStart: Readonly<Record<string, Difference>> | null;
}

/** Runs of expressions between two looks at the clock and the signal. */
const EXPRESSIONS_AT_ONCE = 500;

/** Computes runs, looks up those that were computed before, and counts. */
export class StudyRunner {
  readonly study: CompiledStudy;
  readonly options: StudyOptions;
  readonly computed: Record<string, number> = {};
  computingMs = 0;
  readonly #points: Points | undefined;
  readonly #outcomeAt: PlannedStudy['outcomeAt'];
  readonly #known: ReadonlyMap<string, Outcome>;
  readonly #deadline: number;

  constructor(planned: PlannedStudy, options: StudyOptions) {
    const { study, camera, outcomeAt } = planned;
    const { elsewhere } = options;
    this.study = study;
    this.options = options;
    this.#outcomeAt = outcomeAt;
    if (camera)
      this.#points = elsewhere
        ? { ...elsewhere, stop: elsewhere.withdraw, end: async () => undefined }
        : openPoints(planned, options);
    this.#known = new Map(options.before.map((line) => [keyOf(line), line.outcome]));
    options.signal.addEventListener('abort', () => elsewhere?.withdraw(), { once: true });
    const { minutes } = study.document.budget;
    const { now, usedMs = 0 } = options;
    this.#deadline = minutes === undefined ? Infinity : now() + 60_000 * minutes - usedMs;
  }

  async end(): Promise<void> {
    await this.#points?.end();
  }

  /** Points at the same time; one more than threads, so that none waits for the next plan. */
  get most(): number {
    return this.options.elsewhere?.most ?? this.options.jobs + 1;
  }

  get isOver(): boolean {
    return this.options.signal.aborted || this.options.now() >= this.#deadline;
  }

  /** Asks a search for its runs until it has ended, or no more are to be begun. */
  async follow(search: StudySearch, kind: 'full' | 'baseline'): Promise<void> {
    if (!this.#points) return this.#evaluate(search, kind);
    const busy = new Set<Promise<void>>();
    try {
      await this.#followOn(search, kind, busy);
    } catch (error) {
      // A thread must not be ended while a device works for it.
      this.#points.stop();
      await Promise.allSettled(busy);
      throw error;
    }
  }

  /** @param busy runs in progress. */
  async #followOn(
    search: StudySearch,
    kind: 'full' | 'baseline',
    busy: Set<Promise<void>>,
  ): Promise<void> {
    for (;;) {
      const limit = Math.min(this.most, search.batch);
      const proposal = busy.size < limit && !this.isOver ? search.ask() : undefined;
      // Nobody needs what is not begun any more.
      if (busy.size > 0 && (this.isOver || search.stopped)) this.options.elsewhere?.withdraw();
      if (proposal) {
        const line = { kind: proposal.isPreview ? ('preview' as const) : kind, run: proposal.run };
        const known = this.#known.get(keyOf(line));
        if (known) search.tell(proposal, known);
        else {
          const work = unlessStopped(this.#compute(proposal, line)).then((outcome) => {
            if (outcome) search.tell(proposal, outcome);
            busy.delete(work);
          });
          busy.add(work);
        }
        if (kind === 'full') this.options.progress(search.results.length, search);
      } else if (busy.size > 0) await Promise.race(busy);
      else return;
      if (kind === 'full') this.options.progress(search.results.length, search);
    }
  }

  /** Computes the point of a proposal and keeps its outcome. */
  async #compute(
    { values, isPreview, run }: Proposal,
    line: Pick<StudyLine, 'kind' | 'run'>,
  ): Promise<Outcome> {
    const { repeats } = this.study.document;
    const shots = { isPreview, firstRepeat: 0, repeats };
    const picture = line.kind === 'full' ? runName(run) : undefined;
    return this.#keep(line, { ...line, values, shots, picture });
  }

  /** The outcome of the fresh noise of a run. */
  async again(run: number, repeat: number, values: Proposal['values']): Promise<Outcome> {
    const line = { kind: 'validation' as const, run, repeat };
    const known = this.#known.get(keyOf(line));
    if (known) return known;
    const firstRepeat = this.study.document.repeats + repeat;
    const shots = { isPreview: false, firstRepeat, repeats: 1 };
    return this.#keep(line, { ...line, values, shots, isSampled: true });
  }

  async #keep(line: Omit<StudyLine, 'outcome'>, order: PointOrder): Promise<Outcome> {
    const { outcome, computed, computingMs } = await this.#points!.compute(order);
    this.computingMs += computingMs;
    for (const [name, times] of Object.entries(computed))
      this.computed[name] = (this.computed[name] ?? 0) + times;
    await this.options.keep({ ...line, outcome });
    return outcome;
  }

  /** Runs of expressions take microseconds, so they are computed here, many at a time. */
  async #evaluate(search: StudySearch, kind: StudyLine['kind']): Promise<void> {
    while (!this.isOver) {
      const lines: StudyLine[] = [];
      for (let at = 0; at < EXPRESSIONS_AT_ONCE; at += 1) {
        const proposal = search.ask();
        if (!proposal) break;
        const line = { kind, run: proposal.run };
        const known = this.#known.get(keyOf(line));
        const outcome = known ?? this.#outcomeAt(proposal.values);
        if (!known) lines.push({ ...line, outcome });
        search.tell(proposal, outcome);
      }
      if (lines.length > 0) await this.options.keep(...lines);
      if (kind === 'full') this.options.progress(search.results.length, search);
      if (search.stopped) return;
      // Lets Ctrl+C in.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** @returns undefined where the evaluation of a run was stopped. */
const unlessStopped = (outcome: Promise<Outcome>): Promise<Outcome | undefined> =>
  outcome.catch((error: unknown) => {
    if (error instanceof SimulationError && error.code === 'cancelled') return undefined;
    throw error;
  });

const keyOf = ({ kind, run, repeat }: Pick<StudyLine, 'kind' | 'run' | 'repeat'>): string =>
  `${kind} ${run} ${repeat ?? 0}`;

/** Most runs that are validated, of one objective. */
const MOST_VALIDATED = 5;

/**
 * Runs a study: its search, then the validation of the best and the random baseline where the
 * document asks for them. The same lines come out for any number of jobs, and after any
 * interruption.
 */
export async function runStudy(planned: PlannedStudy, options: StudyOptions): Promise<EndedStudy> {
  const { study, start } = planned;
  const { document } = study;
  const search = new StudySearch(study, start);
  const runner = new StudyRunner(planned, options);
  let [validation, baseline]: [readonly Validated[] | null, StudySearch | undefined] = [
    null,
    undefined,
  ];
  try {
    await runner.follow(search, 'full');
    const hasEnded = search.stopped !== undefined || !options.signal.aborted;
    if (hasEnded && document.validate !== undefined && search.stopped?.reason !== 'failed')
      validation = await validated(runner, search, document.validate, start !== undefined);
    if (hasEnded && document.baseline && search.results.length > 0) {
      baseline = new StudySearch(randomStudy(study, search.results.length), start);
      await runner.follow(baseline, 'baseline');
    }
  } finally {
    await runner.end();
  }
  const isInterrupted = options.signal.aborted;
  return {
    search,
    isInterrupted,
    validation,
    baseline,
    computed: runner.computed,
    computingMs: runner.computingMs,
    stopped: stoppedInWords(search, document.budget.minutes, isInterrupted),
  };
}

function stoppedInWords(
  { stopped, results }: StudySearch,
  minutes: number | undefined,
  isInterrupted: boolean,
): string {
  if (stopped) return stopped.message;
  if (isInterrupted || minutes === undefined)
    return `It was interrupted after ${results.length} runs.`;
  return `The ${minutes} minutes of the budget were over after ${results.length} runs; where it ended depends on the machine.`;
}

/** The same study with points that are drawn. */
const randomStudy = (study: CompiledStudy, runs: number): CompiledStudy => ({
  ...study,
  document: {
    ...study.document,
    algorithm: { name: 'random' },
    budget: { runs },
    // Not the draws of the study itself.
    seed: laterSeed(study.document.seed, 1),
    target: undefined,
    preview: undefined,
  },
});

/**
 * Runs the best and the start again, all with the same fresh noises; those that fail then are left
 * out.
 */
async function validated(
  runner: StudyRunner,
  search: StudySearch,
  times: number,
  hasStart: boolean,
): Promise<readonly Validated[]> {
  const { study } = runner;
  const names = [...study.objectives, ...study.constraints].map(({ name }) => name);
  const isStartDone = hasStart && search.results[0]?.status === 'done';
  const found = search.contenders(MOST_VALIDATED);
  const isCandidate =
    study.document.keepsStart === true && isStartDone && isFeasible(search.results[0]!);
  const best = isCandidate && !found.includes(0) ? [...found, 0] : found;
  const again = isStartDone && !best.includes(0) ? [...best, 0] : best;
  const outcomes = await freshOutcomes(runner, search, again, times);
  const rows = again.map((run) => {
    const fresh = outcomes.get(run)!;
    const figures = Object.fromEntries(names.map((name) => [name, freshMean(fresh, name)]));
    return { run, figures, number: fresh.filter((one) => one !== undefined).length };
  });
  const complete = rows.filter(({ number }) => number > 0);
  const luck = isCandidate
    ? luckOfStart(study, search, complete.find(({ run }) => run === 0)?.figures)
    : new Map<string, number>();
  const means = (row: (typeof rows)[number]): Readonly<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(row.figures).map(([name, { mean }]) => [name, mean + (luck.get(name) ?? 0)]),
    );
  const ranked = complete
    .filter(({ run }) => best.includes(run))
    .map((row) => ({ run: row.run, figures: means(row) }));
  const order = isCandidate ? startKept(search, ranked) : search.orderOf(ranked);
  return complete.map(({ run, figures }) => ({
    run,
    figures,
    order: best.includes(run) ? order.indexOf(run) + 1 : null,
    againstStart:
      isStartDone && run !== 0
        ? differencesIn(names, (name) =>
            freshDifference(outcomes.get(run)!, outcomes.get(0)!, name),
          )
        : null,
  }));
}

/**
 * By constraint, what the figure of the start was in the noise of the search above its mean in the
 * fresh ones. Limits that come from that noise hold for differences from the start.
 */
function luckOfStart(
  { constraints }: StudyRunner['study'],
  search: StudySearch,
  fresh: Readonly<Record<string, FreshMean>> = {},
): ReadonlyMap<string, number> {
  const { figures } = search.ended(0).outcome;
  return new Map(constraints.map(({ name }) => [name, figures[name]! - fresh[name]!.mean]));
}

/** The order of validated runs, where those that are worse than the start come last. */
function startKept(
  search: StudySearch,
  ranked: Parameters<StudySearch['orderOf']>[0],
): readonly number[] {
  const order = search.orderOf(ranked);
  const byObjectives = search.orderOf(ranked, false);
  const isWorse = (run: number): boolean => byObjectives.indexOf(run) > byObjectives.indexOf(0);
  return [...order.filter((run) => !isWorse(run)), ...order.filter(isWorse)];
}

/** Differences by figure; null where there is none. */
function differencesIn(
  names: readonly string[],
  differenceOf: (name: string) => Difference | undefined,
): Readonly<Record<string, Difference>> | null {
  const found = names.flatMap((name) => {
    const difference = differenceOf(name);
    return difference ? [[name, difference] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/** Computes runs in fresh noises, the same for all. */
async function freshOutcomes(
  runner: StudyRunner,
  search: StudySearch,
  runs: readonly number[],
  times: number,
): Promise<ReadonlyMap<number, Fresh>> {
  const again = runs.flatMap((run) =>
    Array.from({ length: times }, (_, repeat) => ({ run, repeat })),
  );
  const found = new Map(
    runs.map((run) => [run, Array.from<Outcome | undefined>({ length: times })]),
  );
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < again.length && !runner.isOver) {
      const { run, repeat } = again[next]!;
      next += 1;
      const outcome = await unlessStopped(runner.again(run, repeat, search.ended(run).values));
      if (outcome?.status === 'done') found.get(run)![repeat] = outcome;
    }
  };
  await Promise.all(
    Array.from({ length: runner.options.elsewhere?.most ?? runner.options.jobs }, work),
  );
  return found;
}
