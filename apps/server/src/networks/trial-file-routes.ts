import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import {
  arrivedTrialSchema,
  newTrialSchema,
  type ArrivedTrial,
  type TriedNetwork,
} from '@lumenloom/contract';
import { parseJson, type PartialDescriptor } from '@lumenloom/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import { clientGone } from '../client-gone.ts';
import type { Config } from '../config.ts';
import { holdRoom, releaseRoom } from '../disk-ledger.ts';
import { HttpProblem, parsed } from '../http-problem.ts';
import { arrivingFolder, NAMES } from '../library/library-files.ts';
import { receiveParts, sentBytes } from '../library/library-form.ts';
import { ownerOf, UPLOADS_PER_MINUTE, type LibraryParts } from '../library/library-routes.ts';
import { LIBRARY } from '../library/library-rows.ts';
import type { AskedReading } from '../library/reading-places.ts';
import type { Readings } from '../library/run-reading.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { beginTrial, endTrial } from './trial-folder.ts';
import type { TrialReading } from './try-network.ts';

/** What the calls about a network on trial need. */
interface TrialParts {
  readonly parts: LibraryParts;
  readonly trials: Readings<TrialReading, TriedNetwork>;
  readonly checkedDescriptor: (descriptor: unknown) => PartialDescriptor;
}

const PROBLEMS = {
  ...documentedProblems,
  401: answer('Neither logged in nor an API token.'),
};

/** Calls about a network that is tried before anything of it is in the library. */
export async function trialFileRoutes(
  app: FastifyInstance,
  config: Config,
  needed: TrialParts,
): Promise<void> {
  const { library } = needed.parts;
  // Only for this upload: other calls accept JSON alone (plugins/json-bodies.ts).
  await app.register(async (uploads) => {
    await uploads.register(multipart);
    arrivalRoute(uploads, config, needed);
  });
  app.delete(
    '/api/library/trials',
    {
      schema: {
        summary: 'Deletes the network that you have tried and not saved',
        response: { 204: { description: 'It is gone.', type: 'null' }, ...PROBLEMS },
      },
    },
    async (request, reply) => {
      await endTrial(library, await ownerOf(app, request));
      return reply.code(204).send();
    },
  );
}

function arrivalRoute(app: FastifyInstance, config: Config, needed: TrialParts): void {
  const schema = {
    summary: 'Takes a network to be tried, which is in no library',
    description:
      'The parts of the form: the network as `file`, and `descriptor`. You try one at a time; it is deleted an hour after its last trial. `POST /api/library/<id>/trial` runs it, `POST /api/library/<id>/settings` saves it.',
    consumes: ['multipart/form-data'],
    body: documented(newTrialSchema),
    response: {
      201: answer('What the network is', arrivedTrialSchema),
      ...PROBLEMS,
      413: answer('Your library has no room for the file.'),
      415: answer('The file is not sent as multipart/form-data.'),
    },
  };
  app.post(
    '/api/library/trials',
    { schema, config: perAddress(config, UPLOADS_PER_MINUTE, MINUTE_MS) },
    async (request, reply) => {
      try {
        const asked = { account: await ownerOf(app, request), signal: clientGone(reply.raw) };
        return await reply.code(201).send(await arrivedTrial(app, needed, request, asked));
      } catch (error) {
        // A browser shows the answer only after it has sent everything.
        request.raw.unpipe().resume();
        throw error;
      }
    },
  );
}

/** The room of the library is held while the file arrives and is read. */
async function arrivedTrial(
  app: FastifyInstance,
  { parts: { library, quota }, trials, checkedDescriptor }: TrialParts,
  request: FastifyRequest,
  asked: AskedReading,
): Promise<ArrivedTrial> {
  const { account } = asked;
  const id = randomUUID();
  const holding = { store: LIBRARY, userId: account, id, quota };
  try {
    const room = await holdRoom(app.database, holding, sentBytes(request));
    if (room.bytes === 0) throw room.tooLarge();
    const folder = await arrivingFolder(library);
    try {
      const names = { file: NAMES.file };
      const { fields, file } = await receiveParts(request, { folder, room, names });
      const { descriptor: text = '{}' } = parsed(newTrialSchema, fields);
      const descriptor = checkedDescriptor(jsonOf(text));
      const reading = async () => ({
        path: join(folder, NAMES.file),
        descriptor,
        picture: undefined,
        dataset: undefined,
      });
      const tried = await trials.read(reading, asked);
      const trial = await beginTrial(library, account, folder, { file, descriptor });
      return { id: trial, fileName: file.fileName, bytes: file.bytes, ...tried };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await releaseRoom(app.database, id);
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new HttpProblem(422, [{ field: 'descriptor', message: (error as Error).message }]);
  }
}
