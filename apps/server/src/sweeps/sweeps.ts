import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { PURGE_MS, purgeResults, RESULTS_FOLDER, type ResultStore } from './result-store.ts';
import { sweepResultsRoutes } from './sweep-results-routes.ts';
import { sweepRoutes } from './sweep-routes.ts';

/** The computing of sweeps: in this process, on places that no simulation needs, or by workers. */
export interface SweepWork {
  /** Name of the GPU that computes them; absent: the processor. */
  readonly device?: string | undefined;
  readonly start: () => void;
  /** Looks for sweeps that are new or were cancelled. */
  readonly look: () => void;
  readonly close: () => Promise<void>;
}

/** Sweeps of accounts: their calls, and what computes them. */
export function sweeps(
  app: FastifyInstance,
  config: Config,
  store: ResultStore,
  work: SweepWork,
): void {
  const folder = join(config.dataFolder, RESULTS_FOLDER);
  sweepRoutes(app, config, work);
  sweepResultsRoutes(app, store);
  const purge = setInterval(() => {
    purgeResults(app.database, folder, store, Date.now()).catch((error: unknown) => {
      app.log.warn(error, 'unused results could not be deleted; retrying in ten minutes');
    });
  }, PURGE_MS);
  purge.unref();
  app.addHook('onListen', async () => {
    work.start();
  });
  app.addHook('preClose', async () => {
    clearInterval(purge);
    await work.close();
  });
}
