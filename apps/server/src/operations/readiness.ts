import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import { problemBody } from '../plugins/errors.ts';

/**
 * GET /readyz, for load balancers: 200 if the database accepts a transaction and the data folder a
 * file, which is tried each time, and with a queue a worker of this version is running; otherwise
 * 503 with the reason. The tables are up to date as soon as the server listens.
 */
export function readiness(app: FastifyInstance, { dataFolder, logLevel }: Config): void {
  // Probes come every few seconds: only failures are logged.
  app.get(
    '/readyz',
    { schema: { hide: true }, logLevel: logLevel === 'info' ? 'warn' : logLevel },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const notReady = (error: unknown, sentence: string): FastifyReply => {
        request.log.warn(error, sentence);
        return reply.code(503).send(problemBody(httpProblem(503, sentence)));
      };
      try {
        // A transaction on SQLite starts with the write lock, so this also finds a locked or
        // read-only file.
        await app.database
          .transaction()
          .execute((transaction) => sql`select 1`.execute(transaction));
      } catch (error) {
        return notReady(error, messages.databaseAway);
      }
      const probe = join(dataFolder, `.probe-${randomUUID()}`);
      try {
        await writeFile(probe, probe, { mode: 0o600, flush: true });
      } catch (error) {
        return await notReady(error, messages.diskAway);
      } finally {
        await rm(probe, { force: true }).catch(() => undefined);
      }
      const noWorker = app.workers?.presence.noWorker;
      // Logged once, by the watch on the workers.
      if (noWorker !== undefined)
        return reply.code(503).send(problemBody(httpProblem(503, noWorker)));
      return { status: 'ready' };
    },
  );
}
