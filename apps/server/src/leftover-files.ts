import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** Files that were received and belong to no row. */
interface Leftovers {
  /** Longer than any upload takes: a younger file may still get its row. */
  readonly longestUploadMs: number;
  /** Deletes those that were written before a time, epoch milliseconds. */
  readonly deleteThose: (before: number) => Promise<void>;
  /** Says that they could not be deleted, and when that is tried again. */
  readonly failure: string;
}

/**
 * Deletes leftovers of uploads at the start of the server, and then as often as the longest upload
 * takes.
 */
export function deleteLeftovers(
  app: FastifyInstance,
  config: Pick<Config, 'databaseUrl'>,
  { longestUploadMs, deleteThose, failure }: Leftovers,
): void {
  const sweep = (olderThanMs: number): Promise<void> =>
    deleteThose(Date.now() - olderThanMs).catch((error: unknown) => {
      app.log.warn(error, failure);
    });
  // A SQLite data folder has one server, which has only just started; with PostgreSQL another one
  // may be receiving.
  app.addHook('onReady', () => sweep(config.databaseUrl === undefined ? 0 : longestUploadMs));
  const timer = setInterval(() => {
    void sweep(longestUploadMs);
  }, longestUploadMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
  });
}
