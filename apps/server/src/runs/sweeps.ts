import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Computing } from '../computing.ts';
import type { Config } from '../config.ts';
import { PURGE_MS, purgeResults, RESULTS_FOLDER } from '../results/result-store.ts';
import { sweepResultsRoutes } from './sweep-results-routes.ts';
import { sweepRoutes } from './sweep-routes.ts';
import { runWith } from './conduct-work.ts';
import type { ExperimentRunner } from './experiment-runner.ts';
import type { ComputeOrder } from './run-order.ts';
import { LocalRuns } from './local-runs.ts';
import { WorkRuns } from './work-runs.ts';

/** The computing of sweeps: in this process, on places that no simulation needs, or by workers. */
interface SweepWork {
  /** Name of the GPU that computes them; absent: the processor. */
  readonly device?: string | undefined;
  readonly runner: Pick<ExperimentRunner<never>, 'start' | 'look' | 'close'>;
  /** Computes what studies and evaluations ask for; absent: workers do. */
  readonly compute?: ComputeOrder;
}

/**
 * Sweeps of accounts: their calls, and what computes them.
 *
 * @returns what computes parts of studies and evaluations; undefined: workers do.
 */
export async function sweeps(
  app: FastifyInstance,
  config: Config,
  computing: Computing,
): Promise<ComputeOrder | undefined> {
  const { store } = computing;
  const work = await workOf(app, config, computing);
  const folder = join(config.dataFolder, RESULTS_FOLDER);
  sweepResultsRoutes(app, store, sweepRoutes(app, config, work));
  runWith(app, work.runner);
  const purge = setInterval(() => {
    purgeResults(app.database, folder, store, Date.now()).catch((error: unknown) => {
      app.log.warn(error, 'unused results could not be deleted; retrying in ten minutes');
    });
  }, PURGE_MS);
  purge.unref();
  app.addHook('preClose', async () => {
    clearInterval(purge);
  });
  return work.compute;
}

/** Nothing of the queue is loaded where this process computes itself. */
async function workOf(
  { database, clock, log }: FastifyInstance,
  config: Config,
  computing: Computing,
): Promise<SweepWork> {
  const parts = {
    database,
    clock,
    config,
    warn: (error: unknown, sentence: string) => {
      log.warn(error, sentence);
    },
  };
  if (computing.workers) {
    const { QueuedSweeps } = await import('./queued-sweeps.ts');
    return new QueuedSweeps({ ...parts, ...computing.workers.batches });
  }
  const { store, run, device, fill } = computing;
  const work: LocalRuns = new LocalRuns({
    ...parts,
    store,
    run,
    device: device?.name,
    runs: new WorkRuns({ database, config }),
    wake: () => {
      fill((signal) => work.next(signal));
    },
  });
  return work;
}
