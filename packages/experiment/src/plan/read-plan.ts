import { readFile } from 'node:fs/promises';
import {
  fieldPath,
  ownIdOf,
  readEvaluationDocument,
  type Decoded,
  type EvaluationDocument,
  type Problem,
} from '@lumenloom/contract';
import { SimulationError, parseJson } from '@lumenloom/engine';
import { EXAMPLE_NETWORK, algorithms } from '@lumenloom/engine/catalogue';
import { isObject } from '@lumenloom/engine/quick';
import { EXAMPLE_NETWORK_FILE, listedNetwork, readModelSettings } from '@lumenloom/node-host';
import { WORLDSET, readWorldset, type Worldset } from '../worlds/read-worldset.ts';
import { findFile } from './named-parts.ts';
import { marksFolder } from '../evaluate/dataset/marks.ts';

export type Recipe = Readonly<Record<string, unknown>>;

/** An evaluation whose form is checked and whose files are found. */
export interface ReadPlan {
  /** With the recipes that the files of its cameras hold. */
  readonly document: EvaluationDocument & { readonly cameras: Readonly<Record<string, Recipe>> };
  /** Paths, or names of the server's library. */
  readonly dataset: string;
  /** Present where a set of worlds is in place of a data set, whose name that is. */
  readonly worldset?: Worldset;
  readonly network: string;
  /** What the document says of the network, over what its file says. */
  readonly descriptor: Recipe | undefined;
  /** The same of the network that reads what a text detector finds. */
  readonly recogniser?: { readonly network: string; readonly descriptor: Recipe | undefined };
}

/** The data set and the network that come with the program. */
export const MARKS = EXAMPLE_NETWORK.file;

/** Whether a name is a network of the choice list of algorithms. */
export const isListedNetwork = (field: string, name: string): boolean =>
  field === 'network' && Object.values(algorithms).some(({ label }) => label === name);

/**
 * Reads an evaluation and the files with cameras and descriptor that it names.
 *
 * @param content parsed JSON.
 * @param folder of the document, from which the names of files go; where nothing is there, from the
 * folder of this process.
 * @param isForServer names of a server's library stay as they are.
 * @param worldFolder where the files of a world lie that stands in the set itself; null: it has
 * none.
 */
export async function readPlan(
  content: unknown,
  folder: string,
  isForServer = false,
  worldFolder?: string | null,
): Promise<Decoded<ReadPlan>> {
  const read = readEvaluationDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems: Problem[] = [];
  const open = async (field: string, name: string): Promise<string> => {
    const isThere = ownIdOf(name) !== undefined || name === MARKS || isListedNetwork(field, name);
    if (isForServer && isThere) return name;
    if (name === MARKS) return field === 'dataset' ? marksFolder() : EXAMPLE_NETWORK_FILE;
    if (isListedNetwork(field, name)) return installed(name);
    const path = await findFile(name, folder);
    if (path === undefined)
      problems.push({
        field,
        message: isThere ? ofLibrary(name) : `There is nothing at ${name}.`,
      });
    return path ?? name;
  };
  const installed = (name: string): Promise<string> =>
    listedNetwork(name, readModelSettings(process.env)).catch((error: unknown) => {
      if (!(error instanceof SimulationError)) throw error;
      problems.push({ field: 'network', message: error.message });
      return name;
    });
  const json = async (field: string, name: string): Promise<Recipe> => {
    const path = await findFile(name, folder);
    const value = path === undefined ? undefined : await readObject(path);
    if (isObject(value)) return value;
    problems.push({
      field,
      message:
        path === undefined ? `There is no file ${name}.` : `${name} does not hold a JSON object.`,
    });
    return {};
  };
  const worldset =
    typeof document.dataset === 'string'
      ? undefined
      : await readWorldset(document.dataset.worldset, folder, worldFolder, isForServer);
  if (worldset) problems.push(...(worldset.ok ? [] : worldset.problems), ...besideWorlds(document));
  const dataset =
    typeof document.dataset === 'string' ? await open('dataset', document.dataset) : WORLDSET;
  const network = await open('network', document.network);
  const { descriptor: named } = document;
  const descriptor = typeof named === 'string' ? await json('descriptor', named) : named;
  const recogniser = document.recogniser && {
    network: await open('recogniser.network', document.recogniser.network),
    descriptor:
      typeof document.recogniser.descriptor === 'string'
        ? await json('recogniser.descriptor', document.recogniser.descriptor)
        : document.recogniser.descriptor,
  };
  const cameras: Record<string, Recipe> = {};
  for (const [name, camera] of Object.entries(document.cameras)) {
    const recipe =
      typeof camera === 'string' ? await json(fieldPath(['cameras', name]), camera) : camera;
    // A file of the workbench may be an example, whose recipe is one of its parts.
    cameras[name] = isObject(recipe['recipe']) ? recipe['recipe'] : recipe;
  }
  return problems.length > 0
    ? { ok: false, problems }
    : {
        ok: true,
        value: {
          document: { ...document, cameras },
          dataset,
          ...(worldset?.ok && { worldset: worldset.value }),
          network,
          descriptor,
          ...(recogniser && { recogniser }),
        },
      };
}

/** Keys of an evaluation that mean nothing beside worlds, which have lamps and places. */
const besideWorlds = ({ scene, split, pictureConditions }: EvaluationDocument): Problem[] => [
  ...Object.keys(scene).map((key) => ({
    field: `scene.${key}`,
    message: 'A world has lamps and distances of its own: leave out scene.',
  })),
  ...Object.entries({ split, pictureConditions })
    .filter(([, value]) => value !== undefined)
    .map(([field]) => ({ field, message: `${field} is for pictures: leave it out.` })),
];

/** Why this machine has no such part. */
export const ofLibrary = (name: string): string =>
  `${name.slice(0, 60)} is of the library of a server: give --server, or name a file.`;

const readObject = (path: string): Promise<unknown> =>
  readFile(path, 'utf8')
    .then((text) => parseJson(text))
    .catch(() => undefined);
