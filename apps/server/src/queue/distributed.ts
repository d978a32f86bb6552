import type { Database } from '../database/schema.ts';
import type { RunPlan } from '../simulation/job-queue.ts';
import type { ResultStore } from '../results/result-store.ts';
import {
  BATCHES,
  dropQueues,
  migrateQueue,
  openQueue,
  queuedJobs,
  SIMULATIONS,
  type ComputeQueue,
  type QueuedJobs,
  type RunsJob,
  type RunJob,
} from './queue-connection.ts';
import { Presence, type PresenceParts } from './presence.ts';
import { openRelay, type Relay } from './relay.ts';
import { RemoteRuns } from './remote-runs.ts';

/** How often jobs are looked for that no process can take any more, in milliseconds. */
const LEFT_JOBS_MS = 60_000;

/** The parts of a server whose plans are computed by workers. */
export interface DistributedRuns {
  readonly run: RunPlan;
  /** What hands out batches of sweeps. */
  readonly batches: {
    readonly url: string;
    readonly queue: ComputeQueue<RunsJob>;
    readonly presence: Presence;
    readonly relay: Relay;
  };
  /** What runs beside this server. */
  readonly presence: Presence;
  /** Simulations that no worker has begun. */
  readonly waiting: () => number;
  readonly queuedJobs: () => Promise<readonly QueuedJobs[]>;
  readonly close: () => Promise<void>;
}

/** @throws ConfigError when the queue cannot be used. */
export async function distributed(
  url: string,
  parts: {
    readonly database: Database;
    readonly recoveryMs: number;
    readonly store: ResultStore;
    readonly warn: (error: unknown, sentence: string) => void;
    readonly log: PresenceParts['log'];
  },
): Promise<DistributedRuns> {
  await migrateQueue(url);
  const simulations = openQueue<RunJob>(SIMULATIONS, url, parts.warn);
  const batches = openQueue<RunsJob>(BATCHES, url, parts.warn);
  const relay = await openRelay(url, 'server', parts.warn);
  const presence = new Presence('server', 0, parts);
  await presence.start();
  const runs = new RemoteRuns({ ...parts, queue: simulations, relay, presence });
  await runs.start();
  const dropping = setInterval(() => {
    dropQueues(url, (programs) => presence.isGone(programs), parts.warn).catch((error: unknown) => {
      parts.warn(error, 'jobs of other versions could not be deleted; retrying in a minute');
    });
  }, LEFT_JOBS_MS);
  dropping.unref();
  return {
    run: (plan, watch) => runs.run(plan, watch),
    batches: { url, queue: batches, presence, relay },
    presence,
    waiting: () => runs.waiting,
    queuedJobs: () => queuedJobs(url),
    close: async () => {
      clearInterval(dropping);
      await presence.close();
      await Promise.all([simulations.close(), batches.close(), relay.close()]);
    },
  };
}
