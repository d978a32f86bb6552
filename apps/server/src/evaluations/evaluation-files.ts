import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messages, ownIdOf, type EvaluationDocument, type OwnParts } from '@lumenloom/contract';
import type { NetworkDescriptor, OwnNetwork } from '@lumenloom/engine';
import { partKey, partNames, type NamedParts } from '@lumenloom/evaluation';
import { EXAMPLES } from '@lumenloom/node-host';
import type { Database } from '../database/schema.ts';
import { DATASET_NAMES, datasetFolder } from '../datasets/dataset-files.ts';
import { datasetOf } from '../datasets/dataset-rows.ts';
import { HttpProblem } from '../http-problem.ts';
import { NAMES, folderOf, libraryFolder } from '../library/library-files.ts';
import { ownRecipe } from '../library/own-parts.ts';

/** Folder of the evaluations in DATA_DIR, which servers share. */
export const EVALUATIONS_FOLDER = 'evaluations';

/** The folder of an evaluation, as `lumenloom evaluate --out` writes one. */
export const evaluationFolder = (dataFolder: string, id: string): string =>
  join(dataFolder, EVALUATIONS_FOLDER, id);

/** The data set and the network that come with the program. */
const MARKS = 'example:marks';

/**
 * The files of a document, what is known of its network, how people call both, and what the parts
 * of the library hold that its cameras name.
 */
export interface EvaluationFiles {
  readonly dataset: string;
  readonly network: string;
  readonly descriptor?: NetworkDescriptor;
  readonly parts: NamedParts;
  readonly names: { readonly dataset: string; readonly network: string };
}

/** The account of an evaluation, and where its files are stored. */
interface Owner {
  readonly database: Database;
  readonly dataFolder: string;
  readonly userId: string;
}

/**
 * Where the data set and the network of a document lie, and what its own parts hold.
 *
 * @throws HttpProblem 422 where the account has no such data set, network or part.
 */
export async function filesOf(
  { database, dataFolder, userId }: Owner,
  document: EvaluationDocument,
): Promise<EvaluationFiles> {
  const { dataset, network, descriptor } = document;
  const id = ownIdOf(dataset);
  const row = id === undefined ? undefined : await datasetOf(database, userId, id);
  if (!row && dataset !== MARKS)
    throw new HttpProblem(422, [{ field: 'dataset', message: messages.datasetUnknown(dataset) }]);
  const own = await ownNetwork({ database, dataFolder, userId }, network);
  return {
    dataset: row ? join(datasetFolder(dataFolder, row.id), DATASET_NAMES.file) : dataset,
    network: own ? own.file : fileURLToPath(new URL('marks.onnx', EXAMPLES)),
    ...(own && descriptor === undefined && { descriptor: own.descriptor }),
    parts: await ownParts({ database, dataFolder, userId }, document),
    names: { dataset: row?.name ?? 'example:marks', network: own?.name ?? 'marks.onnx' },
  };
}

/** A network of the account's library; undefined for the one that comes with the program. */
async function ownNetwork(
  { database, dataFolder, userId }: Owner,
  network: string,
): Promise<OwnNetwork | undefined> {
  if (network === MARKS) return undefined;
  const unknown = (): never => {
    throw new HttpProblem(422, [{ field: 'network', message: messages.networkUnknown(network) }]);
  };
  if (ownIdOf(network) === undefined) return unknown();
  const library = libraryFolder(dataFolder);
  const { own } = await ownRecipe({ database, library }, userId, { algorithm: network }).catch(
    (error: unknown) => {
      if (error instanceof HttpProblem) return unknown();
      throw error;
    },
  );
  if (!own.algorithm) return unknown();
  return { ...own.algorithm, file: join(folderOf(library, own.algorithm.file), NAMES.file) };
}

/** What the files of the account's library hold that cameras, conditions or the scene name. */
async function ownParts(
  { database, dataFolder, userId }: Owner,
  document: EvaluationDocument,
): Promise<NamedParts> {
  const stored = { database, library: libraryFolder(dataFolder) };
  const parts: Record<string, OwnParts> = {};
  for (const part of partNames(document)) {
    if (ownIdOf(part.name) === undefined) continue;
    const recipe = { [part.choice]: part.name };
    const { own } = await ownRecipe(stored, userId, recipe).catch((error: unknown) => {
      if (!(error instanceof HttpProblem)) throw error;
      throw new HttpProblem(error.status, [{ ...error.problems[0]!, field: part.field }]);
    });
    parts[partKey(part)] = own;
  }
  return parts;
}
