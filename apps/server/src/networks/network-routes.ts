import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  messages,
  networkSettingsSchema,
  networkTrialSchema,
  triedNetworkSchema,
  wholeOwnFileSchema,
  type TriedNetwork,
} from '@lumenloom/contract';
import { SimulationError, readDescriptor, type PartialDescriptor } from '@lumenloom/engine';
import { sha256Of } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import { clientGone } from '../client-gone.ts';
import type { Config } from '../config.ts';
import { DATASET_NAMES, datasetFolder } from '../datasets/dataset-files.ts';
import { datasetOf } from '../datasets/dataset-rows.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { folderOf, NAMES, readPart } from '../library/library-files.ts';
import type { LibraryForm } from '../library/library-form.ts';
import {
  addArrived,
  ownerOf,
  PROBLEMS_OF_ONE,
  rowOf,
  type LibraryParts,
  type OfFile,
} from '../library/library-routes.ts';
import { Readings } from '../library/run-reading.ts';
import { isTrial, trialOf, type TriedFile } from './trial-folder.ts';
import { trialFileRoutes } from './trial-file-routes.ts';
import type { TrialReading } from './try-network.ts';

const TRIALS_PER_MINUTE = 60;

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(new URL('../../dist/networks/trial-process.js', import.meta.url));

/**
 * The network that a request names, of the library or on trial.
 * @throws HttpProblem 404 for none, 422 for another file.
 */
async function networkOf(
  app: FastifyInstance,
  library: string,
  request: OfFile,
): Promise<TriedFile> {
  const { id } = request.params;
  if (isTrial(id)) return trialOf(library, await ownerOf(app, request), id);
  const row = await rowOf(app, request);
  if (row.kind === 'network') return row;
  throw new HttpProblem(422, [{ field: 'id', message: messages.noNetwork(row.name) }]);
}

/** @throws HttpProblem 422 at the key of the descriptor. */
function checkedDescriptor(descriptor: unknown): PartialDescriptor {
  try {
    return readDescriptor(descriptor);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const field = ['descriptor', ...(error.field ? [error.field] : [])].join('.');
    throw new HttpProblem(422, [{ field, message: error.message }]);
  }
}

/** Calls about the networks of an account: trials, and other settings. */
export async function networkRoutes(
  app: FastifyInstance,
  config: Config,
  parts: LibraryParts,
): Promise<void> {
  const trials = new Readings<TrialReading, TriedNetwork>(
    parts.places,
    config.reading,
    (error, sentence) => {
      app.log.warn(error, sentence);
    },
    program,
  );
  trialRoute(app, config, parts, trials);
  settingsRoute(app, config, parts);
  await trialFileRoutes(app, config, { parts, trials, checkedDescriptor });
}

function trialRoute(
  app: FastifyInstance,
  config: Config,
  { library }: LibraryParts,
  trials: Readings<TrialReading, TriedNetwork>,
): void {
  const schema = {
    summary: 'Runs a network of your library, or one on trial, on a picture, with any settings',
    description:
      'Nothing is stored. Without a picture it says how the network would be run and what its file holds. The network runs in a process with limits.',
    body: documented(networkTrialSchema),
    response: {
      200: answer('What the network is and has found', triedNetworkSchema),
      ...documentedProblems,
      ...PROBLEMS_OF_ONE,
    },
  };
  app.post(
    '/api/library/:id/trial',
    { schema, config: perAddress(config, TRIALS_PER_MINUTE, MINUTE_MS) },
    async (request: OfFile, reply) => {
      const { descriptor, picture, dataset } = parsed(networkTrialSchema, request.body ?? {});
      const row = await networkOf(app, library, request);
      if (dataset !== undefined && !(await datasetOf(app.database, row.userId, dataset)))
        throw httpProblem(404, messages.noDataset);
      const trial = async () => ({
        path: join(folderOf(library, row.key), NAMES.file),
        descriptor: descriptor
          ? checkedDescriptor(descriptor)
          : await storedDescriptor(library, row),
        picture,
        dataset:
          dataset === undefined
            ? undefined
            : {
                path: join(datasetFolder(config.dataFolder, dataset), DATASET_NAMES.file),
                megabytes: config.datasetsMegabytes,
              },
      });
      return trials.read(trial, { account: row.userId, signal: clientGone(reply.raw) });
    },
  );
}

async function storedDescriptor(library: string, { key }: TriedFile): Promise<PartialDescriptor> {
  const { part } = await readPart(library, key);
  const { algorithm } = part as { readonly algorithm: { readonly descriptor: unknown } };
  return checkedDescriptor(algorithm.descriptor);
}

function settingsRoute(app: FastifyInstance, config: Config, parts: LibraryParts): void {
  const schema = {
    summary: 'Adds a network of your library once more, or one on trial, with other settings',
    description:
      'The network that the address names stays as it is: what names it can be repeated.',
    body: documented(networkSettingsSchema),
    response: {
      201: answer('The network with these settings', wholeOwnFileSchema),
      ...documentedProblems,
      ...PROBLEMS_OF_ONE,
      413: answer('Your library has no room for the file.'),
    },
  };
  app.post(
    '/api/library/:id/settings',
    { schema, config: perAddress(config, TRIALS_PER_MINUTE, MINUTE_MS) },
    async (request: OfFile, reply) => {
      const { name, descriptor } = parsed(networkSettingsSchema, request.body);
      const row = await networkOf(app, parts.library, request);
      checkedDescriptor(descriptor);
      const source = join(folderOf(parts.library, row.key), NAMES.file);
      const { bytes: wanted, userId: account } = row;
      const asked = { account, signal: clientGone(reply.raw), wanted };
      const added = await addArrived(app, parts, asked, async (folder, room) => {
        if (wanted > room.bytes) throw room.tooLarge();
        await copyFile(source, join(folder, NAMES.file));
        return formOf(row, source, { name, descriptor });
      });
      return reply.code(201).send(added);
    },
  );
}

/** The form with which such a network would have arrived. */
async function formOf(
  { fileName }: TriedFile,
  path: string,
  { name, descriptor }: { readonly name: string; readonly descriptor: object },
): Promise<LibraryForm> {
  const [{ size: bytes }, sha256] = await Promise.all([stat(path), sha256Of(path)]);
  return {
    fields: { kind: 'network', name, descriptor: JSON.stringify(descriptor) },
    file: { fileName, bytes, sha256 },
    data: undefined,
  };
}
