import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { deleteLeftovers } from '../leftover-files.ts';
import { EVALUATIONS_FOLDER, evaluationFolder } from './evaluation-files.ts';
import { evaluationRoutes } from './evaluation-routes.ts';
import { EvaluationRunner } from './evaluation-runner.ts';

/** Deletes folders of no evaluation that were last written before `before`, epoch milliseconds. */
async function sweepEvaluations(
  database: Database,
  dataFolder: string,
  before: number,
): Promise<void> {
  const ids = await readdir(join(dataFolder, EVALUATIONS_FOLDER)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const id of ids) {
    const folder = evaluationFolder(dataFolder, id);
    if ((await stat(folder)).mtimeMs >= before) continue;
    const row = await database
      .selectFrom('evaluations')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) await rm(folder, { recursive: true, force: true });
  }
}

/** Evaluations of accounts: their calls, and what computes them, unless workers do. */
export function evaluations(app: FastifyInstance, config: Config): void {
  const { database, clock } = app;
  const runner =
    config.computeQueue === undefined
      ? new EvaluationRunner({
          ...{ database, clock, config },
          warn: (error, sentence) => {
            app.log.warn(error, sentence);
          },
        })
      : undefined;
  evaluationRoutes(app, config, () => runner?.look());
  deleteLeftovers(app, config, {
    longestUploadMs: HOUR_MS,
    deleteThose: (before) => sweepEvaluations(database, config.dataFolder, before),
    failure: 'files that belong to no evaluation could not be deleted; retrying in an hour',
  });
  app.addHook('onListen', async () => runner?.start());
  app.addHook('preClose', async () => runner?.close());
}
