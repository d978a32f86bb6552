import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { libraryFolder, sweepLibrary } from './library-files.ts';
import { libraryRoutes } from './library-routes.ts';
import { Readings } from './run-reading.ts';

/** Longer than any upload and its reading. */
const LONGEST_UPLOAD_MS = 60 * MINUTE_MS;

/** Files of accounts. */
export async function library(app: FastifyInstance, config: Config): Promise<void> {
  const folder = libraryFolder(config.dataFolder);
  const readings = new Readings(config.reading, (error, sentence) => {
    app.log.warn(error, sentence);
  });
  // Only for uploads: other calls accept JSON alone (plugins/json-bodies.ts).
  await app.register(async (uploads) => {
    await uploads.register(multipart);
    libraryRoutes(uploads, config, { library: folder, readings, quota: config.libraryBytes });
  });
  const sweep = (olderThanMs: number): Promise<void> =>
    sweepLibrary(app.database, folder, Date.now() - olderThanMs).catch((error: unknown) => {
      app.log.warn(
        error,
        'files that belong to no library could not be deleted; retrying in an hour',
      );
    });
  // A SQLite data folder has one server, which has only just started; with PostgreSQL another one may be receiving.
  app.addHook('onReady', () => sweep(config.databaseUrl === undefined ? 0 : LONGEST_UPLOAD_MS));
  const timer = setInterval(() => {
    void sweep(LONGEST_UPLOAD_MS);
  }, LONGEST_UPLOAD_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
  });
}
