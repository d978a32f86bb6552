import { randomUUID } from 'node:crypto';
import { outcomeOf, piecesOf } from '@lumenloom/experiment';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { replanOwn } from './own-document.ts';
import { LEASE_FACTOR } from '../leased-work/leased-rows.ts';
import { RegularLook } from '../leased-work/regular-look.ts';
import {
  addOutcome,
  claimSweeps,
  endedRuns,
  endSweep,
  progressOf,
  releaseClaims,
  renewClaims,
  type ClaimedSweep,
  type ComputedBy,
} from './sweep-rows.ts';
import { haveOurBits, isSame, PROGRAMS } from '../programs.ts';
import {
  openQueue,
  LAST_PRIORITY,
  nextPriority,
  queueOf,
  whyGivenUp,
  type BatchJob,
  type RunsJob,
  type ComputeQueue,
} from '../queue/queue-connection.ts';
import type { Presence } from '../queue/presence.ts';
import type { Relay } from '../queue/relay.ts';
import { STOP_TOPIC, type StopMessage } from '../queue/remote-runs.ts';

/** Jobs that are added with one statement. */
const ADDED_AT_ONCE = 500;
/** Failed jobs that are looked at in one go. */
const FAILED_AT_ONCE = 100;

type ActiveSweep = Pick<ClaimedSweep, 'id' | 'userId' | 'document' | 'runs' | 'programs' | 'began'>;

interface DispatcherParts {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  /** RECOVERY_SECONDS, in milliseconds. */
  readonly recoveryMs: number;
  readonly url: string;
  readonly queue: ComputeQueue<RunsJob>;
  readonly presence: Presence;
  readonly relay: Relay;
  readonly warn: (error: unknown, sentence: string) => void;
}

/**
 * Hands the sweeps that this server has claimed to the workers, as batches, and ends those whose
 * runs have all ended. A run without a row in the database is still to do, so another server can
 * continue after one is killed.
 */
export class SweepDispatcher {
  readonly #parts: DispatcherParts;
  readonly #id = randomUUID();
  readonly #active = new Map<string, ActiveSweep>();
  /** Where the next sweep of each account stands in the queue: after its last one. */
  readonly #places = new Map<string, number>();
  /** Queues of other versions, whose workers end what their server began. */
  readonly #otherQueues = new Map<string, ComputeQueue<RunsJob>>();
  readonly #looks: RegularLook;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#looks = new RegularLook(
      () => this.#look(),
      (error) => {
        parts.warn(error, 'sweeps could not be looked up; retrying in a second');
      },
    );
  }

  start(): void {
    this.#looks.start();
  }

  /** Gives its sweeps back; workers go on with what is in the queue. */
  async close(): Promise<void> {
    await this.#looks.end();
    await releaseClaims(this.#parts.database, this.#id).catch(() => undefined);
    await Promise.all([...this.#otherQueues.values()].map((queue) => queue.close()));
  }

  /**
   * The workers of its own version compute a sweep as long as there are any, unless ours give the
   * same bits.
   */
  readonly #computedBy: ComputedBy = (began) => {
    const { presence } = this.#parts;
    if (isSame(began, PROGRAMS)) return PROGRAMS;
    const areGone = presence.isGone(began, 'worker');
    if (haveOurBits(began) && (areGone || presence.hasWorkers(PROGRAMS))) return PROGRAMS;
    if (presence.hasWorkers(began)) return began;
    return areGone ? undefined : 'later';
  };

  /** Gives back what other workers computed that ours can go on with, or that are gone. */
  async #releaseOthers(): Promise<void> {
    const released = [...this.#active.values()].filter(({ began, programs }) => {
      if (isSame(programs, PROGRAMS)) return false;
      const by = this.#computedBy(began);
      return by !== 'later' && !(by && isSame(by, programs));
    });
    if (released.length === 0) return;
    const ids = released.map(({ id }) => id);
    await releaseClaims(this.#parts.database, this.#id, ids);
    for (const id of ids) this.#active.delete(id);
  }

  readonly #queueOfSweep = ({ programs }: ActiveSweep): ComputeQueue<RunsJob> => {
    const { queue, url, warn } = this.#parts;
    if (isSame(programs, PROGRAMS)) return queue;
    const name = queueOf(programs, 'batches');
    const other = this.#otherQueues.get(name) ?? openQueue<RunsJob>(name, url, warn);
    this.#otherQueues.set(name, other);
    return other;
  };

  /** Looks for sweeps that are new, cancelled or complete. */
  look(): void {
    this.#looks.now();
  }

  async #look(): Promise<void> {
    const { database, clock, relay, recoveryMs } = this.#parts;
    const now = clock();
    const leaseEnd = now + LEASE_FACTOR * recoveryMs;
    const mine = await renewClaims(database, this.#id, leaseEnd);
    for (const id of this.#active.keys())
      if (!mine.has(id)) {
        this.#active.delete(id);
        // Cancelled, or taken over by another server: workers look for themselves.
        await relay.publish(STOP_TOPIC, { workId: id } satisfies StopMessage);
      }
    await this.#releaseOthers();
    const lease = { now, until: leaseEnd };
    const how = { computedBy: this.#computedBy };
    for (const claimed of await claimSweeps(database, this.#id, lease, how)) {
      this.#active.set(claimed.id, claimed);
      await this.#enqueue(claimed);
    }
    // A look that failed in the midst may have claimed sweeps or queued a part of them: they are
    // claimed again.
    const lost = [...mine].filter((id) => !this.#active.has(id));
    if (lost.length > 0) await releaseClaims(database, this.#id, lost);
    if (this.#active.size === 0) return;
    for (const queue of new Set([...this.#active.values()].map(this.#queueOfSweep))) {
      await this.#listFailed(queue);
      const isEmpty = await isQueueEmpty(queue);
      for (const sweep of this.#active.values())
        if (this.#queueOfSweep(sweep) === queue) await this.#endIfComplete(sweep, isEmpty);
    }
  }

  /**
   * Adds the batches that have runs without outcome. Those that are in the queue already stay as
   * they are, because they have the same ids.
   */
  async #enqueue(sweep: ActiveSweep): Promise<void> {
    const { database } = this.#parts;
    const { id, userId, runs } = sweep;
    const queue = this.#queueOfSweep(sweep);
    try {
      const ended = await endedRuns(database, id, 0, runs);
      const batches: BatchJob[] = [];
      for (const [first, end] of piecesOf(runs)) {
        for (let run = first; run < end; run += 1) {
          if (ended.has(run)) continue;
          batches.push({ sweepId: id, first, end });
          break;
        }
      }
      const start = await nextPriority(queue, this.#places.get(userId));
      const [{ first: begin } = { first: 0 }] = batches;
      const jobs = batches.map((data) => ({
        name: 'batch',
        data,
        opts: {
          jobId: `${id}.${data.first}`,
          priority: Math.min(start + data.first - begin, LAST_PRIORITY),
        },
      }));
      for (let from = 0; from < jobs.length; from += ADDED_AT_ONCE)
        await queue.addBulk(jobs.slice(from, from + ADDED_AT_ONCE));
      this.#places.set(userId, start + (batches.at(-1)?.end ?? begin) - begin);
    } catch (error) {
      this.#active.delete(id);
      throw error;
    }
  }

  /**
   * @param isEmpty whether nothing was in the queue a moment ago: then runs that have no outcome
   * now never get one by themselves.
   */
  async #endIfComplete(sweep: ActiveSweep, isEmpty: boolean): Promise<void> {
    const { database, clock } = this.#parts;
    const { all, done } = await progressOf(database, sweep.id);
    if (all >= sweep.runs) {
      await endSweep(database, sweep.id, done > 0, clock());
      this.#active.delete(sweep.id);
    } else if (isEmpty) await this.#enqueue(sweep);
  }

  /** Lists the runs of batches that were given up as failed, with the reason. */
  async #listFailed(queue: ComputeQueue<RunsJob>): Promise<void> {
    const { database } = this.#parts;
    for (const { id, data, failedReason } of await queue.getFailed(0, FAILED_AT_ONCE - 1)) {
      // Conductors look for what they ask for themselves.
      const sweep = 'sweepId' in data ? this.#active.get(data.sweepId) : undefined;
      if (!sweep || !('sweepId' in data) || id === undefined) continue;
      const { runAt, document } = await replanOwn(this.#parts, sweep);
      const ended = await endedRuns(database, sweep.id, data.first, data.end);
      const message = whyGivenUp(failedReason);
      for (let run = data.first; run < data.end; run += 1)
        if (!ended.has(run))
          await addOutcome(
            database,
            sweep.id,
            outcomeOf(runAt(run).run, document.measure, { message }),
            null,
            false,
          );
      await queue.remove(id);
    }
  }
}

async function isQueueEmpty(queue: ComputeQueue<RunsJob>): Promise<boolean> {
  const counts = await queue.getJobCounts('prioritized', 'active', 'delayed', 'wait');
  return Object.values(counts).every((count) => count === 0);
}
