import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changedDatasetSchema,
  datasetSchema,
  datasetsAnswerSchema,
  messages,
  newDatasetSchema,
  ownName,
  wholeDatasetSchema,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import { clientGone } from '../client-gone.ts';
import type { Config } from '../config.ts';
import { holdRoom, releaseRoom, type Holding } from '../disk-ledger.ts';
import { requireUnneeded } from '../leased-work/leased-rows.ts';
import { httpProblem, parsed } from '../http-problem.ts';
import { receiveParts, sentBytes } from '../library/library-form.ts';
import { bytesOf } from '../library/library-rows.ts';
import type { Readings } from '../library/run-reading.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import type { CheckedDataset, DatasetReading } from './check-upload.ts';
import { DATASET_NAMES, datasetFolder, makeDatasetFolder, readCheck } from './dataset-files.ts';
import {
  addDataset,
  asDataset,
  changeDataset,
  datasetOf,
  datasetsOf,
  deleteDataset,
  DATASETS,
  type DatasetRow,
} from './dataset-rows.ts';

type OfDataset = FastifyRequest<{ Params: { id: string } }>;

const UPLOADS_PER_MINUTE = 20;
export const MEGABYTE = 1e6;
export const PROBLEMS = {
  401: answer('Neither logged in nor an API token.'),
  503: documentedProblems[503],
};
const PROBLEMS_OF_ONE = { ...PROBLEMS, 404: answer('You have no such data set.') };

/** The account of a request. @throws HttpProblem 401 without one. */
export async function ownerOf(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const userId = await app.accountOf(request);
  if (userId === undefined) throw httpProblem(401, messages.logInForDatasets);
  return userId;
}

/**
 * The data set that a request names.
 * @throws HttpProblem 404 where the account has none with that id.
 */
async function rowOf(app: FastifyInstance, request: OfDataset): Promise<DatasetRow> {
  const row = await datasetOf(app.database, await ownerOf(app, request), request.params.id);
  if (!row) throw httpProblem(404, messages.noDataset);
  return row;
}

/** POST /api/datasets. @param app has the parser of forms. */
export function datasetUploadRoute(app: FastifyInstance, { config, readings }: Adding): void {
  const schema = {
    summary: 'Adds a labelled data set, once it could be checked',
    description:
      'The parts of the form: `name` (default the name of the file), `source`, `licence`, and the zip file as `file`. It is checked as `lumenloom dataset check` does; problems of single pictures and labels are listed, and do not refuse it.',
    consumes: ['multipart/form-data'],
    body: documented(newDatasetSchema),
    response: {
      201: answer('What its check counted', datasetSchema),
      ...documentedProblems,
      ...PROBLEMS,
      413: answer('Your data sets have no room for the file.'),
      415: answer('The file is not sent as multipart/form-data.'),
    },
  };
  app.post(
    '/api/datasets',
    { schema, config: perAddress(config, UPLOADS_PER_MINUTE, MINUTE_MS) },
    async (request, reply) => {
      const id = randomUUID();
      const folder = datasetFolder(config.dataFolder, id);
      try {
        const userId = await ownerOf(app, request);
        const signal = clientGone(reply.raw);
        const arrival = { config, readings, request, signal, userId, id, folder };
        const row = await arrivedRow(app, arrival);
        await addDataset(app.database, row, config.datasetsMegabytes * MEGABYTE);
        return await reply.code(201).send(asDataset(row));
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        // The rest of the body is read and discarded: a browser shows the answer only after it has
        // sent everything.
        request.raw.unpipe().resume();
        throw error;
      } finally {
        await releaseRoom(app.database, id);
      }
    },
  );
}

/** What the calls that add data sets share. */
export interface Adding {
  readonly config: Config;
  readonly readings: Readings<DatasetReading, CheckedDataset>;
}

interface Arrival extends Adding {
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
  readonly userId: string;
  readonly id: string;
  readonly folder: string;
}

/** Receives and checks a data set. @returns its row, which is not stored yet. */
async function arrivedRow(
  app: FastifyInstance,
  { request, signal, userId, id, folder, ...adding }: Arrival,
): Promise<DatasetRow> {
  const holding = holdingOf(adding.config, userId, id);
  const room = await holdRoom(app.database, holding, sentBytes(request));
  if (room.bytes === 0) throw room.tooLarge();
  await makeDatasetFolder(folder);
  const { fields, file } = await receiveParts(request, {
    folder,
    room,
    names: { file: DATASET_NAMES.file },
  });
  const { fileName, bytes, sha256 } = file;
  const said = parsed(newDatasetSchema, fields);
  return checkedRow(app, adding, { ...said, id, userId, fileName, bytes, sha256 }, signal);
}

/** A data set of an account that arrives. */
export const holdingOf = (
  { datasetsMegabytes }: Pick<Config, 'datasetsMegabytes'>,
  userId: string,
  id: string,
): Holding => ({ store: DATASETS, userId, id, quota: datasetsMegabytes * MEGABYTE });

/** A data set whose file lies in its folder, and what was said of it. */
interface ArrivedDataset extends Pick<
  DatasetRow,
  'id' | 'userId' | 'name' | 'fileName' | 'bytes' | 'sha256'
> {
  readonly source?: string | undefined;
  readonly licence?: string | undefined;
}

/**
 * Checks a data set.
 *
 * @param signal aborts when nobody waits for it any more.
 * @returns its row, which is not stored yet.
 */
export async function checkedRow(
  app: FastifyInstance,
  { config, readings }: Adding,
  { id, userId, name, fileName, bytes, sha256, source, licence }: ArrivedDataset,
  signal: AbortSignal,
): Promise<DatasetRow> {
  const folder = datasetFolder(config.dataFolder, id);
  const checkPath = join(folder, DATASET_NAMES.check);
  const { counts, origin } = await readings.read(
    async () => ({
      path: join(folder, DATASET_NAMES.file),
      fileName,
      checkPath,
      megabytes: config.datasetsMegabytes,
    }),
    { account: userId, signal },
  );
  return {
    id,
    userId,
    name,
    fileName,
    sha256,
    bytes: bytes + (await stat(checkPath)).size,
    source: source ?? origin.source,
    licence: licence ?? origin.licence,
    counts: JSON.stringify(counts),
    settings: '{}',
    createdAt: app.clock(),
  };
}

/** The other calls about the data sets of an account. */
export function datasetRoutes(app: FastifyInstance, config: Config): void {
  app.get(
    '/api/datasets',
    {
      schema: {
        summary: 'Lists your data sets',
        response: { 200: answer('The newest first', datasetsAnswerSchema), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const rows = await datasetsOf(app.database, await ownerOf(app, request));
      const quota = config.datasetsMegabytes * MEGABYTE;
      return { datasets: rows.map(asDataset), bytes: bytesOf(rows), quota };
    },
  );
  app.get(
    '/api/datasets/:id',
    {
      schema: {
        summary: 'Says what the check of a data set has found, with its first pictures',
        response: { 200: answer('The data set', wholeDatasetSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfDataset, reply) => {
      reply.header('cache-control', 'no-store');
      const row = await rowOf(app, request);
      return { ...asDataset(row), ...(await readCheck(datasetFolder(config.dataFolder, row.id))) };
    },
  );
  changeRoutes(app, config);
}

function changeRoutes(app: FastifyInstance, config: Config): void {
  app.patch(
    '/api/datasets/:id',
    {
      schema: {
        summary: 'Renames a data set, or changes what is said of its pictures',
        body: documented(changedDatasetSchema),
        response: {
          200: answer('The data set', datasetSchema),
          ...documentedProblems,
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfDataset) => {
      const userId = await ownerOf(app, request);
      const change = parsed(changedDatasetSchema, request.body);
      const row = await changeDataset(app.database, { id: request.params.id, userId }, change);
      if (!row) throw httpProblem(404, messages.noDataset);
      return asDataset(row);
    },
  );
  app.delete(
    '/api/datasets/:id',
    {
      schema: {
        summary: 'Deletes a data set',
        response: {
          204: { description: 'It is gone.', type: 'null' },
          409: answer('A sweep, a study or an evaluation that has not ended needs it.'),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfDataset, reply) => {
      const row = await rowOf(app, request);
      await deleteDataset(app.database, row, (transaction) =>
        requireUnneeded(transaction, row.userId, ownName(row.id), 'data set'),
      );
      await rm(datasetFolder(config.dataFolder, row.id), { recursive: true, force: true });
      return reply.code(204).send();
    },
  );
}
