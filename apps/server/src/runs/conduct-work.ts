import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { deleteLeftovers } from '../leftover-files.ts';
import { Conductors } from './conductors.ts';
import type { ComputeOrder, ConductedGoal } from './run-order.ts';
import { workFolder } from './work-folder.ts';

/**
 * Conducts the experiments of a goal, unless workers do, and deletes folders that belong to none.
 *
 * @returns what looks for new and cancelled rows.
 */
export function conductWork(
  app: FastifyInstance,
  config: Config,
  goal: ConductedGoal,
  compute: ComputeOrder | undefined,
): () => void {
  deleteAbandonedFolders(app, config, goal);
  if (!compute) return () => undefined;
  const { database, clock } = app;
  const { runner } = new Conductors(goal, {
    database,
    clock,
    config,
    compute,
    warn: (error, sentence) => {
      app.log.warn(error, sentence);
    },
  });
  runWith(app, runner);
  return () => runner.look();
}

/** Computes as long as the server listens. */
export function runWith(
  app: FastifyInstance,
  runner: { readonly start: () => void; readonly close: () => Promise<void> },
): void {
  app.addHook('onListen', async () => runner.start());
  app.addHook('preClose', async () => runner.close());
}

/** Deletes folders that belong to no row, now and then. */
function deleteAbandonedFolders(app: FastifyInstance, config: Config, goal: ConductedGoal): void {
  const { database } = app;
  deleteLeftovers(app, config, {
    longestUploadMs: HOUR_MS,
    failure: `files that belong to none of the ${goal} could not be deleted; retrying in an hour`,
    deleteThose: async (before) => {
      const ids = await readdir(join(config.dataFolder, goal)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      for (const id of ids) {
        const folder = workFolder(config.dataFolder, goal, id);
        if ((await stat(folder)).mtimeMs >= before) continue;
        const row = await database
          .selectFrom('experiments')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) await rm(folder, { recursive: true, force: true });
      }
    },
  });
}
