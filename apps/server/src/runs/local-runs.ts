import { setTimeout as sleep } from 'node:timers/promises';
import { messages, type SweepDocument } from '@lumenloom/contract';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { ClaimedExperiment } from '../leased-work/claims.ts';
import { GrowingPause } from '../leased-work/growing-pause.ts';
import { changeRow, type RowChange } from '../leased-work/leased-rows.ts';
import { haveOurBits, PROGRAMS } from '../programs.ts';
import { Turns } from '../turns.ts';
import { computeRun, prepareRun, type ComputedRun, type ComputeParts } from './compute-run.ts';
import { ExperimentRunner, type RunnerParts, type Way } from './experiment-runner.ts';
import { replanOwn, type StoredSweep } from './own-document.ts';
import type { ComputeOrder, RunAnswer, RunOrder } from './run-order.ts';
import { addOutcome, endOfSweep, judgeSweep, outcomesOf } from './sweep-rows.ts';
import type { WorkRuns } from './work-runs.ts';

/**
 * Results that are being stored while the next runs compute; more than that wait for the database.
 */
const MOST_STORING = 4;

interface ActiveSweep extends Pick<ClaimedExperiment, 'id' | 'userId'> {
  readonly planned: StoredSweep;
  /** Runs to do, the next one last. */
  readonly left: number[];
  running: number;
  /** Whether a run of it gave figures. */
  hasFigures: boolean;
  /** Whether its row says that the disk takes nothing. */
  isInTrouble: boolean;
  readonly stop: AbortController;
}

interface WaitingOrder {
  readonly order: RunOrder;
  /** Nobody waits for its answer any more. */
  readonly over: AbortSignal;
  readonly end: (answer?: RunAnswer) => void;
}

/** Undefined for a run that was stopped. */
type Computing = Promise<ComputedRun | undefined>;

interface LocalParts extends RunnerParts, ComputeParts {
  readonly runs: Pick<WorkRuns, 'answerTo'>;
  /** Called when there may be work, so that free places are filled. */
  readonly wake: () => void;
}

/**
 * Computes runs of the sweeps of all accounts in this process, and what their other experiments ask
 * for, in turns between accounts.
 */
export class LocalRuns implements Way<ActiveSweep> {
  readonly runner: ExperimentRunner<ActiveSweep>;
  readonly most = Infinity;
  readonly #parts: LocalParts;
  readonly #turns = new Turns();
  /** Parts of studies and evaluations that wait for their turn. */
  readonly #orders = new Set<WaitingOrder>();
  /** Results on their way to the store and the database. */
  readonly #storing = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #pauses = new GrowingPause();
  #pausedUntil = 0;

  constructor(parts: LocalParts) {
    this.#parts = parts;
    this.runner = new ExperimentRunner('sweeps', parts, this);
  }

  /** See `SweepWork`. */
  get device(): string | undefined {
    return this.#parts.device;
  }

  readonly judge = judgeSweep(
    (began) => (haveOurBits(began) ? PROGRAMS : undefined),
    () => this.#parts.device,
  );

  readonly open = async ({
    id,
    userId,
    document,
    parts,
  }: ClaimedExperiment): Promise<ActiveSweep> => {
    const sweep = { userId, document: document as SweepDocument };
    const planned = await replanOwn(this.#parts, sweep);
    const { ended, hasFigures } = await outcomesOf(this.#parts.database, id);
    const left = Array.from({ length: parts }, (_, run) => parts - 1 - run);
    return {
      id,
      userId,
      planned,
      left: left.filter((run) => !ended.has(run)),
      running: 0,
      hasFigures,
      // As an earlier server may have left it.
      isInTrouble: true,
      stop: new AbortController(),
    };
  };

  /** Ends those whose runs have all ended. */
  readonly look = async (
    sweeps: readonly ActiveSweep[],
    now: number,
  ): Promise<readonly [ActiveSweep, RowChange][]> => {
    this.#parts.wake();
    return sweeps
      .filter(({ left, running }) => left.length === 0 && running === 0)
      .map((sweep) => [sweep, endOfSweep(sweep.hasFigures, now)]);
  };

  drop({ stop }: ActiveSweep): void {
    stop.abort();
  }

  /** To be called when none of its runs is left. */
  close(): Promise<unknown> {
    this.#closing.abort();
    return Promise.all(this.#storing);
  }

  /**
   * Begins the next run: of the account that has waited longest for its turn, of its oldest sweep,
   * or a part of its study or evaluation; sweeps, studies and evaluations have a turn each.
   * Its result is stored while the next one computes.
   */
  next(signal: AbortSignal): Promise<void> | undefined {
    if (this.#parts.clock() < this.#pausedUntil) return undefined;
    const isFull = this.#storing.size >= MOST_STORING;
    // Pictures of a data set are computed side by side instead of runs.
    const sweeps = this.runner.ones.filter(
      ({ left, running, planned }) =>
        !isFull && left.length > 0 && !(planned.evaluator && running > 0),
    );
    const [first] = this.#turns.inOrder(
      [
        ...sweeps.map((sweep) => ({
          turn: `${sweep.userId} sweeps`,
          begin: () => this.#beginRun(sweep, signal),
        })),
        ...[...this.#orders].map((waiting) => ({
          turn: `${waiting.order.userId} ${waiting.order.table}`,
          begin: () => this.#beginOrder(waiting, signal),
        })),
      ],
      ({ turn }) => turn,
    );
    if (!first) return undefined;
    this.#turns.serve(first.turn);
    return first.begin();
  }

  /** Computes a part of a study or an evaluation when it is its turn. */
  readonly compute: ComputeOrder = (order, { withdrawn, stopped, left }) =>
    new Promise((resolve) => {
      const end = (answer?: RunAnswer): void => {
        this.#orders.delete(waiting);
        resolve(answer);
      };
      const waiting = { order, over: AbortSignal.any([stopped, left]), end };
      const giveUp = (): void => {
        if (this.#orders.has(waiting)) end();
      };
      for (const signal of [withdrawn, waiting.over])
        signal.addEventListener('abort', giveUp, { once: true });
      this.#orders.add(waiting);
      if (withdrawn.aborted || waiting.over.aborted) giveUp();
      this.#parts.wake();
    });

  async #beginOrder({ order, over, end }: WaitingOrder, signal: AbortSignal): Promise<void> {
    for (const waiting of this.#orders) if (waiting.order === order) this.#orders.delete(waiting);
    try {
      end(await this.#parts.runs.answerTo(order, AbortSignal.any([signal, over])));
    } catch (error) {
      this.#parts.warn(error, 'a part of an experiment could not be computed');
      end({ message: messages.internalError });
    }
  }

  #beginRun(sweep: ActiveSweep, signal: AbortSignal): Promise<void> {
    const run = sweep.left.pop()!;
    sweep.running += 1;
    const computed = prepareRun(this.#parts, sweep.planned, run).then((prepared) =>
      computeRun(this.#parts, prepared, AbortSignal.any([signal, sweep.stop.signal])),
    );
    const keep = (): void => {
      this.#keep(sweep, run, computed);
    };
    return computed.then(keep, keep);
  }

  /** Stores what came of a run; where that fails, again, or the run is computed again. */
  #keep(sweep: ActiveSweep, run: number, computing: Computing): void {
    const storing = computing
      .then(
        (computed) => computed && this.#store(sweep, computed),
        async (error: unknown) => {
          // Nothing is lost: the run is computed again when the disk takes its arrays.
          sweep.left.push(run);
          await this.#pause(sweep, error, 'a run of a sweep could not be computed; it is again');
        },
      )
      .finally(() => {
        this.#storing.delete(storing);
        sweep.running -= 1;
        this.runner.look();
      });
    this.#storing.add(storing);
  }

  /** Stores a result, again and again until that works or the sweep stops here. */
  async #store(sweep: ActiveSweep, { outcome, key, keep }: ComputedRun): Promise<void> {
    const { database } = this.#parts;
    const over = AbortSignal.any([sweep.stop.signal, this.#closing.signal]);
    while (!over.aborted) {
      try {
        await keep();
        await addOutcome(database, sweep.id, outcome, key);
        if (key !== null) sweep.hasFigures = true;
        this.#pauses.reset();
        if (sweep.isInTrouble) await changeRow(database, { id: sweep.id }, { message: '' });
        sweep.isInTrouble = false;
        return;
      } catch (error) {
        const pause = await this.#pause(sweep, error, 'a run of a sweep could not be stored yet');
        await sleep(pause, undefined, { signal: over }).catch(() => undefined);
      }
    }
  }

  /** Begins no run for a while, and tells the account why. @returns how long, in milliseconds. */
  async #pause(sweep: ActiveSweep, error: unknown, sentence: string): Promise<number> {
    const { database, clock, warn } = this.#parts;
    const now = clock();
    // Several runs may fail at once.
    if (now >= this.#pausedUntil) this.#pausedUntil = now + this.#pauses.next();
    warn(error, sentence);
    if (isStorageUnavailable(error)) {
      sweep.isInTrouble = true;
      // Where the database is away, too, nobody can read it.
      const change = { message: messages.waitsForDisk };
      await changeRow(database, { id: sweep.id }, change).catch(() => undefined);
    }
    return this.#pausedUntil - now;
  }
}
