import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { RunPlan } from '../simulation/job-queue.ts';
import type { ResultStore } from '../sweeps/result-store.ts';
import {
  BATCHES,
  migrateQueue,
  openQueue,
  SIMULATIONS,
  type BatchJob,
  type RunJob,
} from './queue-connection.ts';
import { openRelay } from './relay.ts';
import { RemoteRuns } from './remote-runs.ts';
import { SweepDispatcher } from './sweep-dispatcher.ts';

/** The parts of a server whose plans are computed by workers. */
export interface DistributedRuns {
  readonly run: RunPlan;
  readonly sweepWork: SweepDispatcher;
  readonly close: () => Promise<void>;
}

/** @throws ConfigError when the queue cannot be used. */
export async function distributed(
  url: string,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly recoveryMs: number;
    readonly config: Config;
    readonly store: ResultStore;
    readonly warn: (error: unknown, sentence: string) => void;
  },
): Promise<DistributedRuns> {
  await migrateQueue(url);
  const simulations = openQueue<RunJob>(SIMULATIONS, url, parts.warn);
  const batches = openQueue<BatchJob>(BATCHES, url, parts.warn);
  const relay = await openRelay(url, 'server', parts.warn);
  const runs = new RemoteRuns({ ...parts, queue: simulations, relay });
  await runs.start();
  return {
    run: (plan, watch) => runs.run(plan, watch),
    sweepWork: new SweepDispatcher({ ...parts, queue: batches, relay }),
    close: async () => {
      await Promise.all([simulations.close(), batches.close(), relay.close()]);
    },
  };
}
