import { join } from 'node:path';
import type { DeviceFacts } from '@lumenloom/engine';
import { ModelFetcher } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { partsRoutes } from '../library/parts-routes.ts';
import { caller } from '../plugins/caller.ts';
import { health } from '../plugins/health.ts';
import { metrics } from '../plugins/metrics.ts';
import { scaled } from '../plugins/rate-limits.ts';
import { DELIVERY_MS } from './answer.ts';
import { computeDevice } from './compute-device.ts';
import { fovCheckRoute } from './fov-check-route.ts';
import { getDeviceRoute } from './get-device-route.ts';
import { fetchModel } from './fetch-model.ts';
import { getIlluminantRoute } from './get-illuminant-route.ts';
import { InProcessQueue, type JobQueue, type QueueLimits, type RunPlan } from './job-queue.ts';
import { JobRunner, runnerOptions, type RunnerOptions } from './job-runner.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { DistributedRuns } from '../queue/distributed.ts';
import type { PresenceParts } from '../queue/presence.ts';
import { folderStore, RESULTS_FOLDER, type ResultStore } from '../sweeps/result-store.ts';
import { SweepRunner } from '../sweeps/sweep-runner.ts';
import { sweeps, type SweepWork } from '../sweeps/sweeps.ts';
import { countingEnds, type RunEnds } from './run-ends.ts';
import { pictureRoute } from './picture-route.ts';
import { simulateRoute } from './simulate-route.ts';
import { stopRoute } from './stop-route.ts';
import { traceAhead } from './trace-ahead.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Running and waiting simulations. */
    readonly runs: JobQueue;
    /** What computes beside this server; undefined where it computes itself. */
    readonly workers: DistributedRuns | undefined;
  }
}

/** Running and waiting simulations where everybody may compute: of one network, and of all. */
const RUNS_PER_NETWORK = 8;
const RUNS_IN_ALL = 100;

/** The compute calls, and the threads behind them. */
export async function simulation(
  app: FastifyInstance,
  config: Config,
  {
    deliveryMs = DELIVERY_MS,
    jobWorker,
    spareThreads,
  }: Pick<RunnerOptions, 'jobWorker' | 'spareThreads'> & { readonly deliveryMs?: number },
): Promise<void> {
  const store = folderStore(join(config.dataFolder, RESULTS_FOLDER));
  const parts = {
    database: app.database,
    clock: app.clock,
    recoveryMs: config.recoveryMs,
    config,
    store,
    warn: (error: unknown, sentence: string) => {
      app.log.warn(error, sentence);
    },
    log: app.log,
  };
  const reportFault = (error: unknown): void => {
    app.log.error(error);
  };
  const device =
    config.computeQueue === undefined
      ? await computeDevice(config, (sentence) => {
          app.log.warn(sentence);
        })
      : undefined;
  const ends: RunEnds = { done: 0, failed: 0, stopped: 0 };
  const compute =
    config.computeQueue === undefined
      ? embedded(config, { ...parts, ends, reportFault, device, jobWorker, spareThreads })
      : await onWorkers(config, config.computeQueue, { ...parts, ends });
  const { queue } = compute;
  app.decorate('runs', queue);
  app.decorate('workers', compute.workers);
  app.addHook('onClose', compute.close);
  if (config.computeQueue === undefined && config.warmThreads > 0) {
    let endTracing: (() => void) | undefined;
    app.addHook('onListen', async () => {
      endTracing = traceAhead();
    });
    app.addHook('onClose', async () => endTracing?.());
  }

  health(app, queue);
  pictureRoute(app);
  metrics(app, queue, ends, config);
  await app.register(async (compute) => {
    caller(compute, config);
    getDeviceRoute(compute, device);
    fovCheckRoute(compute, config);
    simulateRoute(compute, queue, config, deliveryMs);
    stopRoute(compute, queue);
    getIlluminantRoute(compute, config);
    partsRoutes(compute);
  });
  sweeps(app, config, store, compute.sweepWork);
}

interface ComputeParts {
  /** Counts the simulations that end. */
  readonly ends: RunEnds;
  readonly database: Database;
  readonly clock: Clock;
  readonly recoveryMs: number;
  readonly config: Config;
  readonly store: ResultStore;
  readonly warn: (error: unknown, sentence: string) => void;
  readonly log: PresenceParts['log'];
}

/** Where simulations and sweeps are computed. */
interface Compute {
  readonly queue: JobQueue;
  readonly sweepWork: SweepWork;
  readonly workers?: DistributedRuns;
  readonly close: () => Promise<void>;
}

/** On threads of this process. */
function embedded(
  config: Config,
  {
    reportFault,
    device,
    jobWorker,
    spareThreads,
    ...parts
  }: ComputeParts &
    Pick<RunnerOptions, 'reportFault' | 'jobWorker' | 'spareThreads'> & {
      readonly device: DeviceFacts | undefined;
    },
): Compute {
  const options = { ...runnerOptions(config, device, reportFault), jobWorker, spareThreads };
  const runner = new JobRunner(options);
  const run: RunPlan = (plan, watch) => runner.run(plan, watch);
  const models = new ModelFetcher(config.models);
  const queue = new InProcessQueue(
    { ...limitsOf(config), running: config.maximumRunningRuns },
    countingEnds(run, parts.ends),
    (plan, watch) => fetchModel(models, plan, watch),
  );
  const sweepWork: SweepRunner = new SweepRunner({
    ...parts,
    device: device?.name,
    run,
    wake: () => {
      queue.fill((signal) => sweepWork.next(signal));
    },
  });
  return {
    queue,
    sweepWork,
    close: async () => {
      await Promise.all([runner.close(), models.close()]);
    },
  };
}

/**
 * On workers: this process only says who may compute how much. Nothing of BullMQ is loaded without
 * it.
 */
async function onWorkers(config: Config, url: string, parts: ComputeParts): Promise<Compute> {
  const { distributed } = await import('../queue/distributed.ts');
  const workers = await distributed(url, parts);
  const { run, sweepWork, close, waiting } = workers;
  const queue = new InProcessQueue(
    { ...limitsOf(config), running: Infinity },
    countingEnds(run, parts.ends),
    undefined,
    waiting,
  );
  return { queue, sweepWork, workers, close };
}

const limitsOf = (config: Config): Omit<QueueLimits, 'running'> => ({
  waitingPerCaller: config.maximumWaitingRuns,
  ...(config.computeAuth === 'open'
    ? { perNetwork: scaled(config, RUNS_PER_NETWORK), total: RUNS_IN_ALL, turnsOf: 'network' }
    : { perNetwork: Infinity, total: Infinity, turnsOf: 'caller' }),
});
