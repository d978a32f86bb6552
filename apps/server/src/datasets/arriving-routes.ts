import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  arrivedDatasetSchema,
  arrivingAnswerSchema,
  arrivingQuerySchema,
  datasetSchema,
  messages,
  pieceQuerySchema,
} from '@lumenloom/contract';
import { sha256Of } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import { clientGone } from '../client-gone.ts';
import { holdRoom, releaseRoom } from '../disk-ledger.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { plainName, sentBytes } from '../library/library-form.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { DATASET_NAMES, datasetFolder, makeDatasetFolder } from './dataset-files.ts';
import {
  MEGABYTE,
  PROBLEMS,
  checkedRow,
  holdingOf,
  ownerOf,
  type Adding,
} from './dataset-routes.ts';
import { addDataset, asDataset } from './dataset-rows.ts';

const PIECES_PER_MINUTE = 1200;
const UPLOADS_PER_MINUTE = 20;
const MOST_PIECE_MEGABYTES = 16;
const MOST_PIECE = MOST_PIECE_MEGABYTES * MEGABYTE;

/** The name of the file that an account is sending, where room is held for it. */
const arrivingOf = (userId: string): string => `arriving-${userId}`;

/** Its folder; leftovers of it are deleted as others are. */
const arrivingFolder = (dataFolder: string, userId: string): string =>
  datasetFolder(dataFolder, arrivingOf(userId));

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Accounts of which this server is writing a piece. */
const writing = new Set<string>();

/**
 * Calls that take a file in pieces: each is a request of its own, so that a large file needs no
 * long request, and a sender goes on where a connection broke. An account sends one file at a time.
 */
export function arrivingRoutes(app: FastifyInstance, adding: Adding): void {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
    done(null, payload);
  });
  const { dataFolder } = adding.config;
  app.get(
    '/api/datasets/arriving',
    {
      schema: {
        summary: 'Says how much of a data set has arrived in pieces',
        querystring: documented(arrivingQuerySchema),
        response: {
          200: answer('The bytes that are there', arrivingAnswerSchema),
          ...documentedProblems,
          ...PROBLEMS,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { key } = parsed(arrivingQuerySchema, request.query);
      const folder = arrivingFolder(dataFolder, await ownerOf(app, request));
      return { bytes: await sizeOf(join(folder, nameOf(key))) };
    },
  );
  pieceRoute(app, adding);
  arrivedRoute(app, adding);
}

function pieceRoute(app: FastifyInstance, { config }: Adding): void {
  const schema = {
    summary: 'Takes a piece of the zip file of a data set',
    description: `The body has at most ${MOST_PIECE_MEGABYTES} MB. A piece at 0 begins the file, and ends another one that the account has been sending.`,
    consumes: ['application/octet-stream'],
    querystring: documented(pieceQuerySchema),
    response: {
      200: answer('The bytes that are there then', arrivingAnswerSchema),
      ...documentedProblems,
      ...PROBLEMS,
      409: answer('The piece does not begin where the bytes end that are there.'),
    },
  };
  app.put(
    '/api/datasets/arriving',
    { schema, config: perAddress(config, PIECES_PER_MINUTE, MINUTE_MS) },
    async (request) => {
      try {
        const { key, at, of: whole } = parsed(pieceQuerySchema, request.query);
        const userId = await ownerOf(app, request);
        const folder = arrivingFolder(config.dataFolder, userId);
        const file = nameOf(key);
        if (writing.has(userId))
          throw httpProblem(409, messages.otherPiece(await sizeOf(join(folder, file))));
        writing.add(userId);
        try {
          const holding = holdingOf(config, userId, arrivingOf(userId));
          const wanted = Math.max(whole, at + Math.min(sentBytes(request), MOST_PIECE));
          const room = await holdRoom(app.database, holding, wanted);
          if (wanted > room.bytes) {
            await holdRoom(app.database, holding, at);
            throw room.tooLarge();
          }
          await prepare(folder, file, at);
          await append(join(folder, file), request.body as Readable | undefined);
          // A folder that was not written for an hour counts as left over.
          await utimes(folder, new Date(), new Date());
          return { bytes: await sizeOf(join(folder, file)) };
        } finally {
          writing.delete(userId);
        }
      } catch (error) {
        request.raw.unpipe().resume();
        throw error;
      }
    },
  );
}

/** Makes the folder ready for a piece. @throws HttpProblem 409 where it belongs elsewhere. */
async function prepare(folder: string, file: string, at: number): Promise<void> {
  if (at === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [present] = await readdir(folder);
  const bytes = present === file ? await sizeOf(join(folder, file)) : 0;
  if (bytes !== at) throw httpProblem(409, messages.otherPiece(bytes));
}

/** Appends a body to a file. @throws HttpProblem 413 where it is larger than a piece may be. */
async function append(path: string, body: Readable | undefined): Promise<void> {
  if (!body) return;
  let bytes = 0;
  await pipeline(
    body,
    async function* counted(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > MOST_PIECE)
          throw httpProblem(413, messages.pieceTooLarge(MOST_PIECE_MEGABYTES));
        yield piece;
      }
    },
    createWriteStream(path, { flags: 'a', mode: 0o600, flush: true }),
  );
}

function arrivedRoute(app: FastifyInstance, { config, readings }: Adding): void {
  const schema = {
    summary: 'Adds the data set whose pieces have arrived, once it could be checked',
    body: documented(arrivedDatasetSchema),
    response: {
      201: answer('What its check counted', datasetSchema),
      ...documentedProblems,
      ...PROBLEMS,
      404: answer('No piece has arrived.'),
      413: answer('Your data sets have no room for the file.'),
    },
  };
  app.post(
    '/api/datasets/arriving',
    { schema, config: perAddress(config, UPLOADS_PER_MINUTE, MINUTE_MS) },
    async (request, reply) => {
      const { key, fileName, ...said } = parsed(arrivedDatasetSchema, request.body);
      const userId = await ownerOf(app, request);
      const arrived = join(arrivingFolder(config.dataFolder, userId), nameOf(key));
      const bytes = await sizeOf(arrived);
      if (bytes === 0 || writing.has(userId)) throw httpProblem(404, messages.noArriving);
      const id = randomUUID();
      const folder = datasetFolder(config.dataFolder, id);
      await makeDatasetFolder(folder);
      try {
        await releaseRoom(app.database, arrivingOf(userId));
        await holdRoom(app.database, holdingOf(config, userId, id), bytes);
        await rename(arrived, join(folder, DATASET_NAMES.file));
        const sha256 = await sha256Of(join(folder, DATASET_NAMES.file));
        const set = { ...said, id, userId, fileName: plainName(fileName), bytes, sha256 };
        const row = await checkedRow(app, { config, readings }, set, clientGone(reply.raw));
        await addDataset(app.database, row, config.datasetsMegabytes * MEGABYTE);
        return await reply.code(201).send(asDataset(row));
      } catch (error) {
        // What was not refused is there for the next try, unless another file has begun to arrive.
        const isRefused = error instanceof HttpProblem && [413, 422].includes(error.status);
        const others = await readdir(dirname(arrived)).catch(() => ['none']);
        if (!isRefused && others.length === 0)
          await rename(join(folder, DATASET_NAMES.file), arrived).catch(() => undefined);
        await rm(folder, { recursive: true, force: true });
        throw error;
      } finally {
        await releaseRoom(app.database, id);
      }
    },
  );
}
