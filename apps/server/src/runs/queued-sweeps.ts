import type { SweepDocument } from '@lumenloom/contract';
import { outcomeOf, piecesOf } from '@lumenloom/experiment';
import { GIVEN_BACK, type BegunBy, type ClaimedExperiment } from '../leased-work/claims.ts';
import type { RowChange } from '../leased-work/leased-rows.ts';
import { haveOurBits, isSame, PROGRAMS, type Programs } from '../programs.ts';
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
import { ExperimentRunner, type RunnerParts, type Way } from './experiment-runner.ts';
import { replanOwn } from './own-document.ts';
import { addOutcome, endedRuns, endOfSweep, judgeSweep, progressOf } from './sweep-rows.ts';

/** Jobs that are added with one statement. */
const ADDED_AT_ONCE = 500;
/** Failed jobs that are looked at in one go. */
const FAILED_AT_ONCE = 100;

interface ActiveSweep extends ClaimedExperiment {
  /** Whether its batches are in the queue. */
  isQueued: boolean;
}

interface QueueParts extends RunnerParts {
  readonly url: string;
  readonly queue: ComputeQueue<RunsJob>;
  readonly presence: Presence;
  readonly relay: Relay;
}

/**
 * Hands the sweeps that this server has claimed to the workers, as batches, and ends those whose
 * runs have all ended. A run without a row in the database is still to do, so another server can
 * continue after one is killed.
 */
export class QueuedSweeps implements Way<ActiveSweep> {
  readonly runner: ExperimentRunner<ActiveSweep>;
  readonly most = Infinity;
  readonly #parts: QueueParts;
  /** Where the next sweep of each account stands in the queue: after its last one. */
  readonly #places = new Map<string, number>();
  /** Queues of other versions, whose workers end what their server began. */
  readonly #otherQueues = new Map<string, ComputeQueue<RunsJob>>();

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.runner = new ExperimentRunner('sweeps', parts, this);
  }

  /** Workers go on with what is in the queue. */
  closed(): Promise<unknown> {
    return Promise.all([...this.#otherQueues.values()].map((queue) => queue.close()));
  }

  /**
   * The workers of its own version compute a sweep as long as there are any, unless ours give the
   * same bits.
   */
  readonly #computedBy = (began: BegunBy): Programs | 'later' | undefined => {
    const { presence } = this.#parts;
    const programs = { version: began.version ?? '', node: began.node ?? '' };
    if (isSame(programs, PROGRAMS)) return PROGRAMS;
    const areGone = presence.isGone(programs, 'worker');
    if (haveOurBits(began) && (areGone || presence.hasWorkers(PROGRAMS))) return PROGRAMS;
    if (presence.hasWorkers(programs)) return programs;
    return areGone ? undefined : 'later';
  };

  readonly judge = judgeSweep(this.#computedBy);

  readonly open = async (claimed: ClaimedExperiment): Promise<ActiveSweep> => ({
    ...claimed,
    isQueued: false,
  });

  /** Whether others compute it, and ours can go on with it, or the others are gone. */
  readonly #isLeft = ({ began, programs }: ActiveSweep): boolean => {
    if (isSame(programs, PROGRAMS)) return false;
    const by = this.#computedBy(began);
    return by !== 'later' && !(by && isSame(by, programs));
  };

  readonly #queueOfSweep = ({ programs }: ActiveSweep): ComputeQueue<RunsJob> => {
    const { queue, url, warn } = this.#parts;
    if (isSame(programs, PROGRAMS)) return queue;
    const name = queueOf(programs, 'batches');
    const other = this.#otherQueues.get(name) ?? openQueue<RunsJob>(name, url, warn);
    this.#otherQueues.set(name, other);
    return other;
  };

  readonly look = async (
    sweeps: readonly ActiveSweep[],
    now: number,
  ): Promise<readonly [ActiveSweep, RowChange][]> => {
    const changes: [ActiveSweep, RowChange][] = [];
    const queues = new Map<ComputeQueue<RunsJob>, ActiveSweep[]>();
    for (const sweep of sweeps) {
      if (this.#isLeft(sweep)) {
        changes.push([sweep, GIVEN_BACK]);
        continue;
      }
      if (!sweep.isQueued) await this.#enqueue(sweep);
      const queue = this.#queueOfSweep(sweep);
      queues.set(queue, [...(queues.get(queue) ?? []), sweep]);
    }
    for (const [queue, handedOut] of queues) {
      await this.#listFailed(queue, handedOut);
      const isEmpty = await isQueueEmpty(queue);
      for (const sweep of handedOut) {
        const { all, done } = await progressOf(this.#parts.database, sweep.id);
        if (all >= sweep.parts) changes.push([sweep, endOfSweep(done > 0, now)]);
        // Nothing was in the queue a moment ago: runs without outcome never get one by themselves.
        else if (isEmpty) await this.#enqueue(sweep);
      }
    }
    return changes;
  };

  /** Cancelled, or taken over by another server: workers look for themselves. */
  async drop({ id }: ActiveSweep, why: 'ended' | 'lost' | 'left'): Promise<void> {
    if (why === 'lost')
      await this.#parts.relay.publish(STOP_TOPIC, { workId: id } satisfies StopMessage);
  }

  /**
   * Adds the batches that have runs without outcome. Those that are in the queue already stay as
   * they are, because they have the same ids.
   */
  async #enqueue(sweep: ActiveSweep): Promise<void> {
    const { id, userId, parts: runs } = sweep;
    const queue = this.#queueOfSweep(sweep);
    sweep.isQueued = false;
    const ended = await endedRuns(this.#parts.database, id, 0, runs);
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
    sweep.isQueued = true;
  }

  /** Lists the runs of batches that were given up as failed, with the reason. */
  async #listFailed(queue: ComputeQueue<RunsJob>, sweeps: readonly ActiveSweep[]): Promise<void> {
    const { database } = this.#parts;
    for (const { id, data, failedReason } of await queue.getFailed(0, FAILED_AT_ONCE - 1)) {
      // Conductors look for what they ask for themselves.
      if (!('sweepId' in data) || id === undefined) continue;
      const sweep = sweeps.find((one) => one.id === data.sweepId);
      if (!sweep) continue;
      const { userId, document: checked } = sweep;
      const stored = { userId, document: checked as SweepDocument };
      const { runAt, document } = await replanOwn(this.#parts, stored);
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
