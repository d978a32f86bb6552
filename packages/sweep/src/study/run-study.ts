import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { figureOf, isDatasetFigure, laterSeed } from '@lumenloom/contract';
import { SimulationError, type SimulationReport } from '@lumenloom/engine';
import {
  failed,
  isFeasible,
  outcomeOf,
  StudySearch,
  type CompiledStudy,
  type Outcome,
  type Proposal,
} from '@lumenloom/study';
import {
  openPool,
  runName,
  runOn,
  writePicture,
  type DatasetFigures,
  type Evaluate,
  type Evaluated,
  type RunPool,
} from '../run-sweep.ts';
import type { RunSettings } from '../run-worker.ts';
import { isDesignFigure } from './design-figures.ts';
import {
  freshDifference,
  freshMean,
  type Difference,
  type Fresh,
  type FreshMean,
} from './fresh-intervals.ts';
import { partFigure } from './part-figures.ts';
import type { Camera, PlannedPoint, PlannedStudy } from './plan-study.ts';

/** What a line of the journal is the outcome of. */
export interface StudyLine {
  readonly kind: 'full' | 'preview' | 'validation' | 'baseline';
  readonly run: number;
  /** Of a validation: the number of its noise. */
  readonly repeat?: number;
  readonly outcome: Outcome;
}

export interface StudyOptions {
  /** Runs at the same time, a thread each. */
  readonly jobs: number;
  readonly models: RunSettings['models'];
  readonly device?: RunSettings['device'];
  readonly maximumSeconds?: RunSettings['maximumSeconds'];
  /** Of the minutes of the budget, those that earlier calls have used, in milliseconds. */
  readonly usedMs?: number;
  /** Needed where the study has `evaluate`; a run that it gives up is computed again. */
  readonly evaluate?: Evaluate;
  /** Folder for pictures and stages. */
  readonly folder: string;
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

/** Bytes of results of stages that a thread keeps at most, and all threads together. */
const MEMORY_BYTES = { each: 512e6, all: 2e9 } as const;
/** Runs of expressions between two looks at the clock and the signal. */
const EXPRESSIONS_AT_ONCE = 500;

/** Computes runs, looks up those that were computed before, and counts. */
export class StudyRunner {
  readonly study: CompiledStudy;
  readonly options: StudyOptions;
  readonly computed: Record<string, number> = {};
  computingMs = 0;
  readonly #camera: Camera | undefined;
  readonly #outcomeAt: PlannedStudy['outcomeAt'];
  readonly #known: ReadonlyMap<string, Outcome>;
  readonly #pool: RunPool | undefined;
  readonly #deadline: number;
  // Runs in progress end by themselves unless one has failed.
  readonly #stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor({ study, camera, outcomeAt }: PlannedStudy, options: StudyOptions) {
    this.study = study;
    this.options = options;
    this.#camera = camera;
    this.#outcomeAt = outcomeAt;
    this.#known = new Map(options.before.map((line) => [keyOf(line), line.outcome]));
    this.#pool = camera
      ? openPool(options.jobs, {
          models: options.models,
          device: options.device,
          maximumSeconds: options.maximumSeconds,
          memoryBytes: Math.min(MEMORY_BYTES.each, MEMORY_BYTES.all / options.jobs),
        })
      : undefined;
    const { minutes } = study.document.budget;
    const { now, usedMs = 0 } = options;
    this.#deadline = minutes === undefined ? Infinity : now() + 60_000 * minutes - usedMs;
  }

  async end(): Promise<void> {
    await this.#pool?.destroy();
  }

  get isOver(): boolean {
    return this.options.signal.aborted || this.options.now() >= this.#deadline;
  }

  /** Asks a search for its runs until it has ended, or no more are to be begun. */
  async follow(search: StudySearch, kind: 'full' | 'baseline'): Promise<void> {
    if (!this.#camera) return this.#evaluate(search, kind);
    const busy = new Set<Promise<void>>();
    try {
      await this.#followOn(search, kind, busy);
    } catch (error) {
      // A thread must not be ended while a device works for it.
      Atomics.store(this.#stopFlag, 0, 1);
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
      // One more than is computed, so that no thread waits while the next run is planned.
      const limit = Math.min(this.options.jobs + 1, search.batch);
      const proposal = busy.size < limit && !this.isOver ? search.ask() : undefined;
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
    const name = line.kind === 'full' ? runName(run) : undefined;
    const outcome = await this.outcome(values, { isPreview, firstRepeat: 0, repeats }, name);
    await this.options.keep({ ...line, outcome });
    return outcome;
  }

  /** The outcome of the fresh noise of a run. */
  async again(run: number, repeat: number, values: Proposal['values']): Promise<Outcome> {
    const line = { kind: 'validation' as const, run, repeat };
    const known = this.#known.get(keyOf(line));
    if (known) return known;
    const firstRepeat = this.study.document.repeats + repeat;
    const noise = { isPreview: false, firstRepeat, repeats: 1 };
    const outcome = await this.outcome(values, noise, undefined, true);
    await this.options.keep({ ...line, outcome });
    return outcome;
  }

  /**
   * @param picture name of the run whose picture and stages are kept, where the study asks.
   * @param isSampled the pictures of the data set are drawn too, for intervals.
   */
  async outcome(
    values: Proposal['values'],
    options: Parameters<Camera['shotsOf']>[1],
    picture?: string,
    isSampled = false,
  ): Promise<Outcome> {
    const planned = this.#camera!.shotsOf(values, options);
    if (typeof planned === 'string') return failed(planned);
    const { keep } = this.study.document;
    const reports: SimulationReport[] = [];
    for (const [at, { plan }] of planned.shots.entries()) {
      const isKept = at === 0 && picture !== undefined && keep !== 'figures';
      const stages =
        isKept && keep === 'stages' ? join(this.options.folder, 'stages', picture) : undefined;
      if (stages !== undefined) await mkdir(stages, { recursive: true });
      const result = await runOn(this.#pool!, {
        ...{ plan, picture: isKept, stages, stopFlag: this.#stopFlag },
      });
      if (result.status !== 'done')
        return failed(result.status === 'failed' ? result.message : 'The run was stopped.');
      this.computingMs += result.milliseconds;
      if (isKept && result.png) await writePicture(this.options.folder, picture, result.png);
      this.#count(result.report);
      reports.push(result.report);
    }
    const ofDataset = await this.#figuresOfDataset(planned, options, isSampled);
    if (typeof ofDataset === 'string') return failed(ofDataset);
    const outcomeWith = (figures: readonly DatasetFigures[]): Outcome =>
      outcomeOf(this.study, planned.point, figuresIn(planned, reports, figures));
    const outcome = outcomeWith(ofDataset.map(({ figures }) => figures));
    if (outcome.status === 'failed')
      return failed([outcome.message, ...whyUnmeasured(reports)].join(' '));
    const [first] = ofDataset;
    if (!isSampled || !first) return outcome;
    const drawn = first.draws.map((_, draw) =>
      outcomeWith(ofDataset.map(({ draws }) => draws[draw]!)),
    );
    const draws = Object.fromEntries(
      Object.keys(outcome.figures).map((name) => [
        name,
        drawn.map(({ figures }) => figures[name] ?? null),
      ]),
    );
    return { ...outcome, sample: { images: first.pictures, draws } };
  }

  /** Figures of the data set for each shot, or why there are none. */
  async #figuresOfDataset(
    { shots }: PlannedPoint,
    { isPreview }: Parameters<Camera['shotsOf']>[1],
    isSampled: boolean,
  ): Promise<readonly Evaluated[] | string> {
    const { evaluate } = this.options;
    const figures: Evaluated[] = [];
    const images = isPreview ? this.study.document.preview?.images : undefined;
    try {
      for (const { recipe, plan, repeat } of evaluate ? shots : [])
        figures.push(
          await evaluate!({ recipe, plan }, { own: this.#camera!.own, images, repeat, isSampled }),
        );
      return figures;
    } catch (error) {
      if (!(error instanceof SimulationError) || error.code === 'cancelled') throw error;
      return error.message;
    }
  }

  #count({ stages }: SimulationReport): void {
    for (const { name, fromMemory } of stages)
      if (fromMemory !== 'all') this.computed[name] = (this.computed[name] ?? 0) + 1;
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

/**
 * The figures of a point: the mean over its repeats, and over its cases with their weights; of one
 * case where the name begins with it.
 */
function figuresIn(
  { shots, designFigure }: PlannedPoint,
  reports: readonly SimulationReport[],
  ofDataset: readonly DatasetFigures[],
): (path: string) => number | undefined {
  const valueOf = (name: string, at: number): number | undefined =>
    isDatasetFigure(name)
      ? (ofDataset[at]?.[name] ?? undefined)
      : (partFigure(name, shots[at]!) ?? figureOf(reports[at]!, name));
  return (path) => {
    if (isDesignFigure(path)) return designFigure(path);
    const [, caseName, name = path] = /^case:([^/]*)\/(.*)$/.exec(path) ?? [];
    let [sum, weights] = [0, 0];
    for (const [at, shot] of shots.entries()) {
      if (caseName !== undefined && shot.caseName !== caseName) continue;
      const value = valueOf(name, at);
      // A mean over other shots would be another figure.
      if (value === undefined) return undefined;
      sum += shot.weight * value;
      weights += shot.weight;
    }
    return weights > 0 ? sum / weights : undefined;
  };
}

/** Why measurements have no figures, a sentence each. */
const whyUnmeasured = (reports: readonly SimulationReport[]): ReadonlySet<string> =>
  new Set(
    reports.flatMap(({ measurements }) =>
      measurements.flatMap((one) =>
        'problem' in one ? [`No ${one.name}, because ${one.problem}`] : [],
      ),
    ),
  );

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
    ...{ search, isInterrupted, validation, baseline },
    ...{ computed: runner.computed, computingMs: runner.computingMs },
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
    ...{ target: undefined, preview: undefined },
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
  const means = (row: (typeof rows)[number]): Readonly<Record<string, number>> =>
    Object.fromEntries(Object.entries(row.figures).map(([name, { mean }]) => [name, mean]));
  const complete = rows.filter(({ number }) => number > 0);
  const ranked = complete
    .filter(({ run }) => best.includes(run))
    .map((row) => ({ run: row.run, figures: means(row) }));
  const order = isCandidate ? startKept(search, ranked) : search.orderOf(ranked);
  return complete.map(({ run, figures }) => ({
    ...{ run, figures, order: best.includes(run) ? order.indexOf(run) + 1 : null },
    againstStart:
      isStartDone && run !== 0
        ? differencesIn(names, (name) =>
            freshDifference(outcomes.get(run)!, outcomes.get(0)!, name),
          )
        : null,
  }));
}

/**
 * The order of validated runs, where those that are worse than the start come last: a start whose
 * limits are its own figures may miss them in fresh noise, and is not beaten by that.
 */
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
  await Promise.all(Array.from({ length: runner.options.jobs }, work));
  return found;
}
