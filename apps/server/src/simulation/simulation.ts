import { ModelFetcher } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { caller } from '../plugins/caller.ts';
import { health } from '../plugins/health.ts';
import { metrics } from '../plugins/metrics.ts';
import { scaled } from '../plugins/rate-limits.ts';
import { DELIVERY_MS } from './answer.ts';
import { fovCheckRoute } from './fov-check-route.ts';
import { getDeviceRoute } from './get-device-route.ts';
import { fetchModel } from './fetch-model.ts';
import { getIlluminantRoute } from './get-illuminant-route.ts';
import { InProcessQueue, type JobQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';
import { sweeps } from '../sweeps/sweeps.ts';
import { pictureRoute } from './picture-route.ts';
import { simulateRoute } from './simulate-route.ts';
import { stopRoute } from './stop-route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Running and waiting simulations. */
    readonly runs: JobQueue;
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
    jobWorker,
    deliveryMs = DELIVERY_MS,
  }: { readonly jobWorker?: URL; readonly deliveryMs?: number },
): Promise<void> {
  const runner = new JobRunner({
    jobWorker,
    concurrency: config.maximumRunningRuns,
    threadsPerRun: config.threadsPerRun,
    models: config.models,
    stageMemoryBytes: config.stageMemoryBytes / config.maximumRunningRuns,
    maximumSeconds: config.maximumRunSeconds,
    reportFault: (error) => {
      app.log.error(error);
    },
  });
  const limits = {
    running: config.maximumRunningRuns,
    waitingPerCaller: config.maximumWaitingRuns,
    ...(config.computeAuth === 'open'
      ? {
          perNetwork: scaled(config, RUNS_PER_NETWORK),
          total: RUNS_IN_ALL,
        }
      : { perNetwork: Infinity, total: Infinity }),
  };
  const models = new ModelFetcher(config.models);
  const queue = new InProcessQueue(
    limits,
    (plan, watch) => runner.run(plan, watch),
    (plan, watch) => fetchModel(models, plan, watch),
  );
  app.decorate('runs', queue);
  app.addHook('onClose', async () => {
    await Promise.all([runner.close(), models.close()]);
  });

  health(app, queue);
  pictureRoute(app);
  metrics(app, queue, config);
  await app.register(async (compute) => {
    caller(compute, config);
    getDeviceRoute(compute);
    fovCheckRoute(compute);
    simulateRoute(compute, queue, config, deliveryMs);
    stopRoute(compute, queue);
    getIlluminantRoute(compute);
  });
  sweeps(app, config, (plan, watch) => runner.run(plan, watch));
}
