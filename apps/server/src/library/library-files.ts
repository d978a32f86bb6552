import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../database/schema.ts';
import { releaseLeftovers } from '../disk-ledger.ts';
import { isUsed } from './library-rows.ts';
import type { WrittenPart } from './reading.ts';

/**
 * Folder of the libraries in DATA_DIR, which servers and workers share; nothing of it is served but
 * by library-routes.ts.
 */
export const LIBRARY_FOLDER = 'library';
export const libraryFolder = (dataFolder: string): string => join(dataFolder, LIBRARY_FOLDER);

/**
 * Names of the files in the folder of a user's file: the file itself, the data of an ENVI header,
 * the values read from it, the planes of a scene.
 */
export const NAMES = { file: 'file', data: 'data', part: 'part.json', planes: 'planes' } as const;
/** The folder there with the files of a world. */
export const WORLD_FILES = 'files';

/** Names of files that are still arriving begin so. */
const ARRIVING = 'arriving-';

/** The folder of a file. */
export const folderOf = (library: string, key: string): string =>
  join(library, key.slice(0, 2), key);

/** The key of a file: equal content that one account has read in the same way has one folder. */
export const keyOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** A new folder for a file that arrives. */
export async function arrivingFolder(library: string): Promise<string> {
  const folder = join(library, ARRIVING + randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Puts a folder that has arrived in its place; where one is there already, they are equal, and that
 * one stays.
 */
export async function keepFolder(library: string, arrived: string, key: string): Promise<void> {
  const folder = folderOf(library, key);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await rename(arrived, folder).catch(async (error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    await rm(arrived, { recursive: true });
  });
}

/** Deletes the folder of a key unless a row refers to it. */
export async function discardUnused(
  database: Database,
  library: string,
  key: string,
): Promise<void> {
  if (!(await isUsed(database, key)))
    await rm(folderOf(library, key), { recursive: true, force: true });
}

/** Largest part that is read, bytes: a table of glasses has some hundred kilobytes. */
export const LARGEST_PART = 32e6;

/**
 * Bytes of the files in a folder, which a file system may have once under two names; 0 without it.
 */
export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const facts = await Promise.all(names.map((name) => stat(join(folder, name))));
  return facts
    .filter((one) => one.isFile() && one.nlink === 1)
    .reduce((sum, { size }) => sum + size, 0);
}

/**
 * The values that were read from a file.
 * @throws Error when the process for it has written more than any reader does.
 */
export async function readPart(library: string, key: string): Promise<WrittenPart> {
  const path = join(folderOf(library, key), NAMES.part);
  const { size } = await stat(path);
  if (size > LARGEST_PART) throw new Error(`${path} has ${size} bytes`);
  return JSON.parse(await readFile(path, 'utf8')) as WrittenPart;
}

/**
 * Deletes folders that no row refers to, as a killed server leaves them, if they were last written
 * before `before` (epoch milliseconds).
 */
export async function sweepLibrary(
  database: Database,
  library: string,
  before: number,
): Promise<void> {
  await releaseLeftovers(database, 'library', before);
  const namesIn = (folder: string): Promise<string[]> =>
    readdir(folder).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    });
  for (const name of await namesIn(library)) {
    const keys = name.startsWith(ARRIVING) ? [] : await namesIn(join(library, name));
    const unused = name.startsWith(ARRIVING) ? [join(library, name)] : [];
    for (const key of keys)
      if (!(await isUsed(database, key))) unused.push(join(library, name, key));
    for (const folder of unused)
      if ((await stat(folder)).mtimeMs < before) await rm(folder, { recursive: true, force: true });
  }
}
