import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { RunPlan } from '../simulation/job-queue.ts';
import { folderStore } from './result-store.ts';
import { startsOfSweeps, sweepRoutes } from './sweep-routes.ts';
import { SweepRunner } from './sweep-runner.ts';

/** Sweeps of accounts: their calls, and their runs on the places that no interactive simulation needs. */
export function sweeps(app: FastifyInstance, config: Config, run: RunPlan): void {
  const store = folderStore(join(config.dataFolder, 'results'));
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
  sweepRoutes(app, config, startsOfSweeps(config), { store, look });
  app.addHook('onListen', async () => {
    runner.start();
  });
  app.addHook('preClose', () => runner.close());
}
