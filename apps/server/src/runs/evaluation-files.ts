import { join } from 'node:path';
import {
  evaluationDocumentSchema,
  messages,
  ownIdOf,
  readWorldSet,
  sweepEvaluationSchema,
  type EvaluationDocument,
  type OwnParts,
  type Problem,
  type SweepEvaluation,
  type WorldSet,
} from '@lumenloom/contract';
import { SimulationError, type NetworkDescriptor } from '@lumenloom/engine';
import {
  MARKS,
  inEvaluate,
  isListedNetwork,
  partKey,
  partNames,
  planEvaluation,
  type NamedParts,
  type PartName,
} from '@lumenloom/experiment/dataset';
import { isObject } from '@lumenloom/engine/quick';
import { EXAMPLE_NETWORK_FILE, listedNetwork } from '@lumenloom/node-host';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { DATASET_NAMES, datasetFolder } from '../datasets/dataset-files.ts';
import { datasetOf } from '../datasets/dataset-rows.ts';
import { HttpProblem } from '../http-problem.ts';
import { NAMES, folderOf, libraryFolder } from '../library/library-files.ts';
import { ownRecipe } from '../library/own-parts.ts';

/**
 * The files of a document, what is known of its network, how people call both, and what the parts
 * of the library hold that its cameras name.
 */
export interface EvaluationFiles {
  /** A path; the name of a set of worlds. */
  readonly dataset: string;
  /**
   * In place of a data set: worlds, and where the files of their document lie; null: it has none.
   */
  readonly worlds?: { readonly set: WorldSet; readonly folder: string | null };
  readonly network: string;
  readonly descriptor?: NetworkDescriptor;
  readonly parts: NamedParts;
  readonly names: { readonly dataset: string; readonly network: string };
}

/** The account of an evaluation, and where its files are stored. */
interface Owner {
  readonly database: Database;
  readonly config: Pick<Config, 'dataFolder' | 'models'>;
  readonly userId: string;
}

/** A document with the files of this server in place of the names that its account knows. */
export const withFiles = <Document extends object>(
  document: Document,
  { dataset, worlds, network, descriptor }: EvaluationFiles,
) => ({
  ...document,
  dataset: worlds ? { worldset: worlds.set } : dataset,
  network,
  ...(descriptor && { descriptor }),
});

/**
 * Where the parts and the worlds of a document come from; its names are no files of this server.
 */
export const sourceOf = ({ parts, worlds }: EvaluationFiles) => ({
  own: parts,
  ...(worlds && { worldFolder: worlds.folder }),
});

/** A sentence of a computation with the names that the account knows in place of paths. */
export const withNames = (message: string, { dataset, network, names }: EvaluationFiles): string =>
  message.replaceAll(dataset, names.dataset).replaceAll(network, names.network);

/** Problems at a descriptor that names a file, which a server does not read. */
export const descriptorProblems = ({
  descriptor,
}: Pick<EvaluationDocument, 'descriptor'>): Problem[] =>
  typeof descriptor === 'string'
    ? [{ field: 'descriptor', message: messages.recipeNotFile }]
    : isObject(descriptor?.['output']) && descriptor['output']['kind'] === 'command'
      ? [{ field: 'descriptor.output.kind', message: 'command is for the command line.' }]
      : [];

/**
 * Where the data set and the network of a document lie, and what its own parts hold.
 *
 * @throws HttpProblem 422 where the account has no such data set, network or part.
 */
export async function filesOf(
  owner: Owner,
  document: EvaluationDocument,
): Promise<EvaluationFiles> {
  const { database, config, userId } = owner;
  const { network, descriptor } = document;
  const { name, ...dataset } = await datasetIn(owner, document);
  const { descriptor: known, ...found } = await networkOf(owner, network);
  return {
    ...dataset,
    network: found.file,
    ...(known && descriptor === undefined && { descriptor: known }),
    parts: await libraryParts(
      { database, library: libraryFolder(config.dataFolder) },
      userId,
      partNames(document),
    ),
    names: { dataset: name, network: found.name },
  };
}

type DatasetFiles = Pick<EvaluationFiles, 'dataset' | 'worlds'> & { readonly name: string };

/** Where the data set of a document lies, or its worlds. */
async function datasetIn(owner: Owner, { dataset }: EvaluationDocument): Promise<DatasetFiles> {
  if (typeof dataset === 'object') return worldsIn(owner, dataset.worldset);
  const { database, config, userId } = owner;
  const id = ownIdOf(dataset);
  const row = id === undefined ? undefined : await datasetOf(database, userId, id);
  if (row)
    return {
      dataset: join(datasetFolder(config.dataFolder, row.id), DATASET_NAMES.file),
      name: row.name,
    };
  if (dataset === MARKS) return { dataset, name: 'example:marks' };
  throw new HttpProblem(422, [{ field: 'dataset', message: messages.datasetUnknown(dataset) }]);
}

/** A set of worlds in a document, whose world is there too, an example, or of the library. */
async function worldsIn(
  { database, config, userId }: Owner,
  content: string | object,
): Promise<DatasetFiles> {
  const field = 'dataset.worldset';
  if (typeof content === 'string')
    throw new HttpProblem(422, [{ field, message: messages.worldsetNotFile }]);
  const read = readWorldSet(content);
  if (!read.ok) {
    const { field: inside, message } = read.problems[0]!;
    throw new HttpProblem(422, [{ field: inside === '' ? field : `${field}.${inside}`, message }]);
  }
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const { recipe: _, ...set } = read.value;
  const { body, own } = await ownRecipe(stored, userId, { world: set.world }).catch(
    (error: unknown) => {
      if (!(error instanceof HttpProblem)) throw error;
      throw new HttpProblem(error.status, [{ ...error.problems[0]!, field: `${field}.world` }]);
    },
  );
  const { world } = body as { readonly world: unknown };
  if (!isObject(world))
    throw new HttpProblem(422, [{ field: `${field}.world`, message: messages.worldName }]);
  // A document that comes alone has no files.
  const folder = own.worldFolder ?? null;
  return { dataset: field, name: set.name, worlds: { set: { ...set, world }, folder } };
}

/**
 * The files of `evaluate` of a sweep or study; undefined without it, and where its form is wrong.
 *
 * @throws HttpProblem 422 at the places that name no such file.
 */
export async function filesOfEvaluate(
  owner: Owner,
  evaluate: unknown,
): Promise<EvaluationFiles | undefined> {
  const { success, data } = sweepEvaluationSchema.safeParse(evaluate);
  if (!success) return undefined;
  const [problem] = descriptorProblems(data);
  try {
    if (problem) throw new HttpProblem(422, [problem]);
    return await filesOf(owner, evaluationDocumentSchema.parse(data));
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    const { field, message } = error.problems[0]!;
    throw new HttpProblem(error.status, [{ field: `evaluate.${field}`, message }]);
  }
}

/** What is wrong with `evaluate` of a sweep or study; nothing without it. */
export async function problemsOfEvaluate(
  evaluate: SweepEvaluation | undefined,
  files: EvaluationFiles | undefined,
): Promise<readonly Problem[]> {
  if (!evaluate || !files) return [];
  const planned = await planEvaluation(withFiles(evaluate, files), '/', sourceOf(files));
  const checked = inEvaluate(planned);
  return checked.ok ? [] : checked.problems;
}

/** Variables of a process that reads data sets and networks: what it and they may take. */
export const evaluationEnvironment = ({
  datasetsMegabytes,
  reading,
  workBytes,
}: Pick<Config, 'datasetsMegabytes' | 'reading' | 'workBytes'>): Readonly<
  Record<string, string>
> => ({
  DATASETS_MB: String(datasetsMegabytes),
  WORK_MB: String(workBytes / 1e6),
  READING_MB: String(reading.bytes / 1e6),
  READING_SECONDS: String(reading.seconds),
});

interface KnownNetwork {
  readonly file: string;
  readonly name: string;
  readonly descriptor?: NetworkDescriptor;
}

/** The network of the example, one of the choice list, or one of the account's library. */
async function networkOf(
  { database, config: { dataFolder, models }, userId }: Owner,
  network: string,
): Promise<KnownNetwork> {
  if (network === MARKS) return { file: EXAMPLE_NETWORK_FILE, name: 'marks.onnx' };
  const refuse = (message: string): never => {
    throw new HttpProblem(422, [{ field: 'network', message }]);
  };
  if (isListedNetwork('network', network))
    return listedNetwork(network, models).then(
      (file) => ({ file, name: network }),
      (error: unknown) => {
        if (error instanceof SimulationError) return refuse(error.message);
        throw error;
      },
    );
  const unknown = (): never => refuse(messages.networkUnknown(network));
  if (ownIdOf(network) === undefined) return unknown();
  const library = libraryFolder(dataFolder);
  const { own } = await ownRecipe({ database, library }, userId, { algorithm: network }).catch(
    (error: unknown) => {
      if (error instanceof HttpProblem) return unknown();
      throw error;
    },
  );
  if (!own.algorithm) return unknown();
  const { name, descriptor, file } = own.algorithm;
  return { name, descriptor, file: join(folderOf(library, file), NAMES.file) };
}

/**
 * What the files of an account's library hold that a document names.
 *
 * @throws HttpProblem 422 at the places that name no such file.
 */
export async function libraryParts(
  stored: Parameters<typeof ownRecipe>[0],
  userId: string,
  names: readonly PartName[],
): Promise<NamedParts> {
  const parts: Record<string, OwnParts> = {};
  for (const part of names) {
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
