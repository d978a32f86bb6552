import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { deleteLeftovers } from '../leftover-files.ts';
import { workFolder } from './work-folder.ts';
import { WorkRunner, type FolderWork } from './work-runner.ts';
import type { WorkTable } from './work-rows.ts';

/** Computes a kind of work, unless workers do. @returns what looks for new and cancelled rows. */
export function startWork(app: FastifyInstance, config: Config, work: FolderWork): () => void {
  if (config.computeQueue !== undefined) return () => undefined;
  const { database, clock } = app;
  const runner = new WorkRunner(work, {
    ...{ database, clock, config },
    warn: (error, sentence) => {
      app.log.warn(error, sentence);
    },
  });
  app.addHook('onListen', async () => runner.start());
  app.addHook('preClose', async () => runner.close());
  return () => runner.look();
}

/** Deletes folders that belong to no row, now and then. */
export function deleteAbandonedFolders(
  app: FastifyInstance,
  config: Config,
  table: WorkTable,
): void {
  const { database } = app;
  deleteLeftovers(app, config, {
    longestUploadMs: HOUR_MS,
    failure: `files that belong to none of the ${table} could not be deleted; retrying in an hour`,
    deleteThose: async (before) => {
      const ids = await readdir(join(config.dataFolder, table)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      for (const id of ids) {
        const folder = workFolder(config.dataFolder, table, id);
        if ((await stat(folder)).mtimeMs >= before) continue;
        const row = await database
          .selectFrom(table)
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (!row) await rm(folder, { recursive: true, force: true });
      }
    },
  });
}
