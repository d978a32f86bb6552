import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Precision } from '@lumenloom/engine';

/** A file of a model, as the list describes it. */
export interface ListedFile {
  /** In the repository, and below the model's folder. */
  readonly path: string;
  /**
   * Exact size; else `megabytes` is the size to the nearest 1e6 bytes; without both it is not
   * known.
   */
  readonly bytes?: number;
  readonly megabytes?: number;
  /** Hexadecimal; null where it is not known. */
  readonly sha256: string | null;
}

/** A network: where its files come from and how they are checked. */
export interface ListedModel {
  readonly repository: string;
  readonly revision: string;
  readonly licence: string;
  /** What every precision needs beside its weights. */
  readonly files: readonly ListedFile[];
  /** By precision, the most exact one first. */
  readonly weights: Readonly<Partial<Record<Precision, ListedFile>>>;
}

/** The networks by the names of the choice list. */
export type ModelList = Readonly<Record<string, ListedModel>>;

/**
 * A network's files cannot be fetched or are not what the list says: a sentence without its full
 * stop.
 */
export class ModelFilesError extends Error {
  override readonly name = 'ModelFilesError';
}

const productList = fileURLToPath(new URL('../../../../models/list.json', import.meta.url));

/**
 * The list of networks: `list.json` of the models folder, where there is one, else the list of the
 * product.
 *
 * @throws ModelFilesError when it cannot be read.
 */
export async function readModelList(modelsFolder: string): Promise<ModelList> {
  const own = join(modelsFolder, 'list.json');
  const file = (await sizeOf(own)) === undefined ? productList : own;
  // The path stays out of the message, which may go to visitors.
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ModelList;
  } catch (error) {
    throw new ModelFilesError(
      `list.json cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
    );
  }
}

/** The weights that lie in a model's folder. */
export interface InstalledWeights {
  readonly precision: Precision;
  /** Below the model's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/**
 * The weights that are used of those that lie in a model's folder: the wanted precision, else the
 * first of the list.
 *
 * @returns undefined when there are none.
 * @throws ModelFilesError when the folder cannot be read.
 */
export async function installedWeights(
  folder: string,
  { weights }: ListedModel,
  wanted: Precision | undefined,
): Promise<InstalledWeights | undefined> {
  const listed = Object.entries(weights) as [Precision, ListedFile][];
  for (const [precision, { path }] of listed.toSorted(
    ([one], [other]) => Number(other === wanted) - Number(one === wanted),
  )) {
    try {
      const { size, mtimeMs } = await stat(join(folder, path));
      return { precision, path, bytes: size, modifiedMs: mtimeMs };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        throw new ModelFilesError(`${path} cannot be read (${code ?? String(error)})`);
    }
  }
  return undefined;
}

/** Size in bytes as the list knows it, maybe to the megabyte only; undefined where it does not. */
export const listedSize = ({ bytes, megabytes }: ListedFile): number | undefined =>
  bytes ?? (megabytes === undefined ? undefined : megabytes * 1e6);

/** Size of a file in bytes; undefined when there is none. */
export const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size;

/** Largest file whose size the list does not know. */
const UNKNOWN_SIZE_LIMIT = 1e6;

/**
 * Why a size differs from the size in the list; undefined when it does not, or when the list has
 * none.
 */
export function sizeProblem(size: number, { bytes, megabytes }: ListedFile): string | undefined {
  if (bytes !== undefined && size !== bytes) return `it has ${size} bytes instead of ${bytes}`;
  if (bytes === undefined && megabytes !== undefined && Math.round(size / 1e6) !== megabytes)
    return `it has ${size} bytes instead of about ${megabytes} MB`;
  return undefined;
}

/** Most bytes that a file may have. */
export const sizeLimit = ({ bytes, megabytes }: ListedFile): number =>
  bytes ?? (megabytes === undefined ? UNKNOWN_SIZE_LIMIT : (megabytes + 0.5) * 1e6);

export const megabytesOf = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
