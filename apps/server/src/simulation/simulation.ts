import { ModelFetcher } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { caller } from '../plugins/caller.ts';
import { health } from '../plugins/health.ts';
import { metrics } from '../plugins/metrics.ts';
import { fovCheckRoute } from './fov-check-route.ts';
import { getDeviceRoute } from './get-device-route.ts';
import { fetchModel } from './fetch-model.ts';
import { getIlluminantRoute } from './get-illuminant-route.ts';
import { InProcessQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';
import { simulateRoute } from './simulate-route.ts';
import { stopRoute } from './stop-route.ts';

/** The compute calls, and the threads behind them. */
export async function simulation(
  app: FastifyInstance,
  config: Config,
  jobWorker?: URL,
): Promise<void> {
  const runner = new JobRunner({
    jobWorker,
    concurrency: config.maximumRunningRuns,
    threadsPerRun: config.threadsPerRun,
    models: config.models,
    maximumSeconds: config.maximumRunSeconds,
    reportFault: (error) => {
      app.log.error(error);
    },
  });
  const limits = {
    running: config.maximumRunningRuns,
    waitingPerCaller: config.maximumWaitingRuns,
  };
  const models = new ModelFetcher(config.models);
  const queue = new InProcessQueue(
    limits,
    (plan, watch) => runner.run(plan, watch),
    (plan, watch) => fetchModel(models, plan, watch),
  );
  app.addHook('onClose', async () => {
    await Promise.all([runner.close(), models.close()]);
  });

  health(app, queue);
  metrics(app, queue, config);
  await app.register(async (compute) => {
    caller(compute, config);
    getDeviceRoute(compute);
    fovCheckRoute(compute);
    simulateRoute(compute, queue, config);
    stopRoute(compute, queue);
    getIlluminantRoute(compute);
  });
}
