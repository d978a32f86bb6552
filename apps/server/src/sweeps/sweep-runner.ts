import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { Turns } from '../turns.ts';
import { computeRun, prepareRun, type ComputedRun, type ComputeParts } from './compute-run.ts';
import { replanOwn, type StoredSweep } from './own-document.ts';
import { LEASE_FACTOR } from './leased-rows.ts';
import { RegularLook } from './regular-look.ts';
import {
  addOutcome,
  claimSweeps,
  endSweep,
  releaseClaims,
  renewClaims,
  type ClaimedSweep,
} from './sweep-rows.ts';

/**
 * Results that are being stored while the next runs compute; more than that wait for the database.
 */
const MOST_STORING = 4;

/** Pause after the database or the result store has refused something, in milliseconds. */
const PAUSE_MS = 2000;

interface ActiveSweep extends Pick<ClaimedSweep, 'id' | 'userId'> {
  readonly planned: StoredSweep;
  /** Runs to do, the next one last. */
  readonly left: number[];
  running: number;
  /** Whether a run of it gave figures. */
  hasFigures: boolean;
  readonly stop: AbortController;
}

/** Undefined for a run that was stopped. */
type Computing = Promise<ComputedRun | undefined>;

export interface RunnerParts extends ComputeParts {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  /** RECOVERY_SECONDS, in milliseconds. */
  readonly recoveryMs: number;
  /** Called when there may be work, so that free places are filled. */
  readonly wake: () => void;
}

/** Computes the sweeps of all accounts, a run at a time, taking turns between accounts. */
export class SweepRunner {
  readonly #parts: RunnerParts;
  readonly #id = randomUUID();
  readonly #active = new Map<string, ActiveSweep>();
  readonly #turns = new Turns();
  /** Results on their way to the store and the database. */
  readonly #storing = new Set<Promise<void>>();
  #pausedUntil = 0;
  readonly #looks: RegularLook;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#looks = new RegularLook(
      () => this.#look(),
      (error) => {
        parts.warn(error, 'sweeps could not be looked up; retrying in a second');
      },
    );
  }

  /** See `SweepWork`. */
  get device(): string | undefined {
    return this.#parts.device;
  }

  start(): void {
    this.#looks.start();
  }

  /** Gives its sweeps back; to be called when none of its runs is left. */
  async close(): Promise<void> {
    await Promise.all(this.#storing);
    await this.#looks.end();
    for (const { stop } of this.#active.values()) stop.abort();
    await releaseClaims(this.#parts.database, this.#id).catch(() => undefined);
  }

  /** Looks for sweeps that are new, or ended by somebody else. */
  look(): void {
    this.#looks.now();
  }

  async #look(): Promise<void> {
    const { database, clock, wake, recoveryMs } = this.#parts;
    const now = clock();
    const leaseEnd = now + LEASE_FACTOR * recoveryMs;
    const mine = await renewClaims(database, this.#id, leaseEnd);
    for (const sweep of this.#active.values())
      if (!mine.has(sweep.id)) {
        sweep.stop.abort();
        this.#active.delete(sweep.id);
      }
    const lease = { now, until: leaseEnd };
    for (const claimed of await claimSweeps(database, this.#id, lease, {
      own: this.#parts.device,
    })) {
      const planned = await replanOwn(this.#parts, claimed);
      const ended = new Set(claimed.ended);
      const left = Array.from({ length: claimed.runs }, (_, run) => claimed.runs - 1 - run);
      const { id, userId } = claimed;
      this.#active.set(id, {
        id,
        userId,
        planned,
        left: left.filter((run) => !ended.has(run)),
        running: 0,
        hasFigures: claimed.hasFigures,
        stop: new AbortController(),
      });
    }
    for (const sweep of this.#active.values()) await this.#endIfComplete(sweep);
    wake();
  }

  /**
   * Begins the next run: of the account that has waited longest for its turn, of its oldest sweep.
   * Its result is stored while the next one computes.
   */
  next(signal: AbortSignal): Promise<void> | undefined {
    if (this.#parts.clock() < this.#pausedUntil || this.#storing.size >= MOST_STORING)
      return undefined;
    // Pictures of a data set are computed side by side instead of runs.
    const waiting = [...this.#active.values()].filter(
      ({ left, running, planned }) => left.length > 0 && !(planned.evaluator && running > 0),
    );
    const [sweep] = this.#turns.inOrder(waiting, ({ userId }) => userId);
    if (!sweep) return undefined;
    this.#turns.serve(sweep.userId);
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

  /** Stores what came of a run, and lets it be computed again where that fails. */
  #keep(sweep: ActiveSweep, run: number, computed: Computing): void {
    const storing = this.#store(sweep, computed)
      .catch((error: unknown) => {
        // Nothing is lost: the run is computed again when database and store answer.
        sweep.left.push(run);
        this.#pausedUntil = this.#parts.clock() + PAUSE_MS;
        this.#parts.warn(error, 'a run of a sweep could not be stored; it is computed again');
      })
      .finally(() => {
        this.#storing.delete(storing);
        sweep.running -= 1;
        this.look();
      });
    this.#storing.add(storing);
  }

  async #store(sweep: ActiveSweep, computing: Computing): Promise<void> {
    const computed = await computing;
    if (!computed) return;
    const { outcome, key, keep } = computed;
    if (key !== null) sweep.hasFigures = true;
    await keep();
    await addOutcome(this.#parts.database, sweep.id, outcome, key);
  }

  async #endIfComplete({ id, left, running, hasFigures }: ActiveSweep): Promise<void> {
    if (left.length > 0 || running > 0) return;
    const { database, clock } = this.#parts;
    await endSweep(database, id, hasFigures, clock());
    this.#active.delete(id);
  }
}
