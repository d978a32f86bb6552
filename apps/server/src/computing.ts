import { join } from 'node:path';
import type { DeviceFacts } from '@lumenloom/engine';
import { ModelFetcher } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { scaled } from './plugins/rate-limits.ts';
import type { DistributedRuns } from './queue/distributed.ts';
import { folderStore, RESULTS_FOLDER, type ResultStore } from './results/result-store.ts';
import { computeDevice } from './simulation/compute-device.ts';
import { fetchModel } from './simulation/fetch-model.ts';
import {
  InProcessQueue,
  type Background,
  type JobQueue,
  type QueueLimits,
  type RunPlan,
} from './simulation/job-queue.ts';
import { JobRunner, runnerOptions, type RunnerOptions } from './simulation/job-runner.ts';
import { countingEnds, type RunEnds } from './simulation/run-ends.ts';
import { traceAhead } from './simulation/trace-ahead.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What computes beside this server; undefined where it computes itself. */
    readonly workers: DistributedRuns | undefined;
  }
}

/** Running and waiting simulations where everybody may compute: of one network, and of all. */
const RUNS_PER_NETWORK = 8;
const RUNS_IN_ALL = 100;

/** Threads of this process. */
interface OnThreads {
  readonly run: RunPlan;
  /** Takes runs of sweeps for places that no simulation needs. */
  readonly fill: (background: Background) => void;
  readonly workers?: undefined;
}

/** Workers: this process only says who may compute how much. */
interface OnWorkers {
  readonly workers: DistributedRuns;
}

/** Where simulations and runs of sweeps are computed. */
export type Computing = (OnThreads | OnWorkers) & {
  readonly queue: JobQueue;
  readonly store: ResultStore;
  /** How many simulations have ended, and how. */
  readonly ends: RunEnds;
  /** The GPU of this process; undefined: none, or workers compute. */
  readonly device: DeviceFacts | undefined;
};

type ThreadParts = Pick<RunnerOptions, 'jobWorker' | 'spareThreads'>;

/** Opens what computes, and ends it with the server. */
export async function openComputing(
  app: FastifyInstance,
  config: Config,
  parts: ThreadParts,
): Promise<Computing> {
  const shared = {
    store: folderStore(join(config.dataFolder, RESULTS_FOLDER)),
    ends: { done: 0, failed: 0, stopped: 0 },
  };
  const computing =
    config.computeQueue === undefined
      ? await onThreads(app, config, { ...shared, ...parts })
      : await onWorkers(app, config, config.computeQueue, shared);
  app.decorate('runs', computing.queue);
  app.decorate('workers', computing.workers);
  return computing;
}

type Shared = Pick<Computing, 'store' | 'ends'>;

async function onThreads(
  app: FastifyInstance,
  config: Config,
  { store, ends, ...parts }: Shared & ThreadParts,
): Promise<Computing> {
  const device = await computeDevice(config, (sentence) => {
    app.log.warn(sentence);
  });
  const reportFault = (error: unknown): void => {
    app.log.error(error);
  };
  const runner = new JobRunner({ ...runnerOptions(config, device, reportFault), ...parts });
  const run: RunPlan = (plan, watch) => runner.run(plan, watch);
  const models = new ModelFetcher(config.models);
  const queue = new InProcessQueue(
    { ...limitsOf(config), running: config.maximumRunningRuns },
    countingEnds(run, ends),
    (plan, watch) => fetchModel(models, plan, watch),
  );
  app.addHook('onClose', async () => {
    await Promise.all([runner.close(), models.close()]);
  });
  if (config.warmThreads > 0) {
    let endTracing: (() => void) | undefined;
    app.addHook('onListen', async () => {
      endTracing = traceAhead();
    });
    app.addHook('onClose', async () => endTracing?.());
  }
  const fill = (background: Background): void => {
    queue.fill(background);
  };
  return { queue, store, ends, device, run, fill };
}

/** Nothing of BullMQ is loaded without it. */
async function onWorkers(
  app: FastifyInstance,
  config: Config,
  url: string,
  { store, ends }: Shared,
): Promise<Computing> {
  const { distributed } = await import('./queue/distributed.ts');
  const workers = await distributed(url, {
    database: app.database,
    recoveryMs: config.recoveryMs,
    store,
    log: app.log,
    warn: (error: unknown, sentence: string) => {
      app.log.warn(error, sentence);
    },
  });
  const queue = new InProcessQueue(
    { ...limitsOf(config), running: Infinity },
    countingEnds(workers.run, ends),
    undefined,
    workers.waiting,
  );
  app.addHook('onClose', workers.close);
  return { queue, store, ends, device: undefined, workers };
}

const limitsOf = (config: Config): Omit<QueueLimits, 'running'> => ({
  waitingPerCaller: config.maximumWaitingRuns,
  ...(config.computeAuth === 'open'
    ? { perNetwork: scaled(config, RUNS_PER_NETWORK), total: RUNS_IN_ALL, turnsOf: 'network' }
    : { perNetwork: Infinity, total: Infinity, turnsOf: 'caller' }),
});
