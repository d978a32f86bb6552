import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { deleteLeftovers } from '../leftover-files.ts';
import { lensRoutes } from './lens-routes.ts';
import { libraryFolder, sweepLibrary } from './library-files.ts';
import { libraryRoutes, type LibraryParts } from './library-routes.ts';
import { missingFigures } from './missing-figures.ts';
import { readRoute } from './read-route.ts';
import type { ReadingPlaces } from './reading-places.ts';
import { Readings } from './run-reading.ts';

/** Longer than any upload and its reading. */
const LONGEST_UPLOAD_MS = 60 * MINUTE_MS;

/** Files of accounts. @returns what other calls about them need. */
export async function library(
  app: FastifyInstance,
  config: Config,
  places: ReadingPlaces,
): Promise<LibraryParts> {
  const folder = libraryFolder(config.dataFolder);
  const readings = new Readings(places, config.reading, (error, sentence) => {
    app.log.warn(error, sentence);
  });
  const parts = {
    library: folder,
    places,
    readings,
    quota: config.libraryBytes,
    datasetsMegabytes: config.datasetsMegabytes,
  };
  // Only for uploads: other calls accept JSON alone (plugins/json-bodies.ts).
  await app.register(async (uploads) => {
    await uploads.register(multipart);
    libraryRoutes(uploads, config, parts);
    lensRoutes(uploads, config, parts);
  });
  readRoute(app, config);
  missingFigures(app, folder);
  deleteLeftovers(app, config, {
    longestUploadMs: LONGEST_UPLOAD_MS,
    deleteThose: (before) => sweepLibrary(app.database, folder, before),
    failure: 'files that belong to no library could not be deleted; retrying in an hour',
  });
  return parts;
}
