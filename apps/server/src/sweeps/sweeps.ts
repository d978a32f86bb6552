import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import type { RunPlan } from '../simulation/job-queue.ts';
import { folderStore, purgeResults } from './result-store.ts';
import { sweepResultsRoutes } from './sweep-results-routes.ts';
import { sweepRoutes } from './sweep-routes.ts';
import { SweepRunner } from './sweep-runner.ts';

/** Sweeps of accounts: their calls, and their runs on the places that no interactive simulation needs. */
export function sweeps(app: FastifyInstance, config: Config, run: RunPlan): void {
  const folder = join(config.dataFolder, 'results');
  const store = folderStore(folder);
  const runner = new SweepRunner({
    database: app.database,
    store,
    clock: app.clock,
    run,
    wake: () => {
      app.runs.fill((signal) => runner.next(signal));
    },
    warn: (error, sentence) => {
      app.log.warn(error, sentence);
    },
  });
  const look = (): void => {
    runner.look();
  };
  sweepRoutes(app, config, look);
  sweepResultsRoutes(app, store);
  const purge = setInterval(() => {
    purgeResults(app.database, folder, store, Date.now()).catch((error: unknown) => {
      app.log.warn(error, 'unused results could not be deleted; retrying in an hour');
    });
  }, HOUR_MS);
  purge.unref();
  app.addHook('onListen', async () => {
    runner.start();
  });
  app.addHook('preClose', async () => {
    clearInterval(purge);
    await runner.close();
  });
}
