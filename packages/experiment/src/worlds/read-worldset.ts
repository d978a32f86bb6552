import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  LARGEST_WORLD,
  ownIdOf,
  readWorldSet,
  type Decoded,
  type WorldSet,
} from '@lumenloom/contract';
import { SimulationError, parseJson } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { exampleWorld } from '@lumenloom/node-host';
import { findFile } from '../plan/named-parts.ts';

/** A set of worlds with the world from which they are drawn. */
export interface Worldset {
  readonly set: WorldSet;
  /** Its document as it was read, and where the files of that lie. */
  readonly base: { readonly document: object; readonly folder?: string };
}

/** Where in an evaluation a set stands. */
export const WORLDSET = 'dataset.worldset';

const refuse = (message: string, field = WORLDSET): never => {
  throw new SimulationError('bad-parameter', message, field);
};

/**
 * Reads the set of an evaluation, a file or a document, and its world.
 *
 * @param folder of the evaluation, from which the names of files go.
 * @param worldFolder where the files of a world lie that stands in the set itself; null: it has
 *   none; absent: in the folder of the set.
 * @param isForServer a world of the server's library stays a name, and its document is empty here.
 */
export async function readWorldset(
  named: string | object,
  folder: string,
  worldFolder?: string | null,
  isForServer = false,
): Promise<Decoded<Worldset>> {
  try {
    const path = typeof named === 'string' ? await findFile(named, folder) : undefined;
    if (typeof named === 'string' && path === undefined)
      return refuse(`There is no file ${named.slice(0, 200)}.`);
    const read = readWorldSet(path === undefined ? named : await jsonOf(path));
    if (!read.ok)
      return {
        ok: false,
        problems: read.problems.map(({ field, message }) => ({
          field: field === '' ? WORLDSET : `${WORLDSET}.${field}`,
          message,
        })),
      };
    if (isForServer && isOfLibrary(read.value))
      return { ok: true, value: { set: read.value, base: { document: {} } } };
    const beside = path === undefined ? resolve(folder) : dirname(path);
    const base = await baseOf(read.value.world, beside, worldFolder);
    return { ok: true, value: { set: read.value, base } };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const { message, field = WORLDSET } = error;
    return { ok: false, problems: [{ field, message }] };
  }
}

/** Whether the world of a set is of the library of a server. */
export const isOfLibrary = ({ world }: WorldSet): boolean =>
  typeof world === 'string' && ownIdOf(world) !== undefined;

async function baseOf(
  world: WorldSet['world'],
  beside: string,
  worldFolder: string | null = beside,
): Promise<Worldset['base']> {
  const field = `${WORLDSET}.world`;
  if (typeof world !== 'string')
    return { document: world, ...(worldFolder !== null && { folder: worldFolder }) };
  const example = await exampleWorld(world);
  if (example) return { document: objectOf(example.world, world), folder: example.folder };
  if (ownIdOf(world) !== undefined)
    return refuse(`${world.slice(0, 60)} is of the library of a server: name a file here.`, field);
  const path = await findFile(world, beside);
  if (path === undefined) return refuse(`There is no file ${world.slice(0, 200)}.`, field);
  return { document: objectOf(await jsonOf(path), world), folder: dirname(path) };
}

function objectOf(content: unknown, name: string): object {
  return isObject(content) ? content : refuse(`${name} is no world.`, `${WORLDSET}.world`);
}

/** @throws SimulationError for what is no JSON, or too large for a world. */
async function jsonOf(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > LARGEST_WORLD) refuse(`${path} has more than ${LARGEST_WORLD / 1e6} MB.`);
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    return refuse(`${path}: ${(error as Error).message}`);
  }
}
