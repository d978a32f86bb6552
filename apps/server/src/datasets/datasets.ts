import { fileURLToPath } from 'node:url';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { deleteLeftovers } from '../leftover-files.ts';
import type { ReadingPlaces } from '../library/reading-places.ts';
import { Readings } from '../library/run-reading.ts';
import { arrivingRoutes } from './arriving-routes.ts';
import type { CheckedDataset, DatasetReading } from './check-upload.ts';
import { sweepDatasets } from './dataset-files.ts';
import { datasetRoutes, datasetUploadRoute } from './dataset-routes.ts';

/** Longer than any upload and its check. */
const LONGEST_UPLOAD_MS = 60 * MINUTE_MS;
/** A data set has many files: its check may take so many times as long as the reading of one. */
const CHECK_TO_READING = 5;

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(new URL('../../dist/datasets/check-process.js', import.meta.url));

/** Data sets of accounts. */
export async function datasets(
  app: FastifyInstance,
  config: Config,
  places: ReadingPlaces,
): Promise<void> {
  const { bytes, seconds } = config.reading;
  const readings = new Readings<DatasetReading, CheckedDataset>(
    places,
    { bytes, seconds: CHECK_TO_READING * seconds },
    (error, sentence) => {
      app.log.warn(error, sentence);
    },
    program,
  );
  // Only for uploads: other calls accept JSON alone (plugins/json-bodies.ts).
  await app.register(async (uploads) => {
    await uploads.register(multipart);
    datasetUploadRoute(uploads, { config, readings });
  });
  await app.register(async (pieces) => {
    arrivingRoutes(pieces, { config, readings });
  });
  datasetRoutes(app, config);
  deleteLeftovers(app, config, {
    longestUploadMs: LONGEST_UPLOAD_MS,
    deleteThose: (before) => sweepDatasets(app.database, config.dataFolder, before),
    failure: 'files that belong to no data set could not be deleted; retrying in an hour',
  });
}
