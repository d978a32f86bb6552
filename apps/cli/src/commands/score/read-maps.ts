import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { readRealNpy } from '@lumenloom/engine';
import { mapOfExr, readPngCodes } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { NumberMap } from '@lumenloom/scoring';
import { readBytes } from '../../arguments.ts';
import { inFile } from '../read-picture.ts';

const MAPS = /\.(npy|png|exr)$/i;

/** Files of two folders with the same name, whatever their endings. */
export interface Pair {
  /** Path below the folder, without its ending. */
  readonly name: string;
  readonly truth: string;
  readonly results: string;
}

/**
 * The maps of two folders and of those below, in order of their names.
 *
 * @throws UsageError where one of the folders lacks a map.
 */
export async function pairsIn(truth: string, results: string): Promise<readonly Pair[]> {
  const [right, found] = [await mapsIn(truth), await mapsIn(results)];
  for (const [name, path] of found)
    if (!right.has(name)) throw new UsageError(`${path} has no truth in ${truth}.`);
  return [...right].toSorted().map(([name, path]) => {
    const result = found.get(name);
    if (result === undefined) throw new UsageError(`${path} has no result in ${results}.`);
    return { name, truth: path, results: result };
  });
}

async function mapsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `There is no folder ${folder}.`
        : `${folder} cannot be read: ${code ?? String(error)}.`,
    );
  });
  const maps = new Map<string, string>();
  for (const file of names.filter((candidate) => MAPS.test(candidate))) {
    const name = file.replace(MAPS, '').replaceAll(sep, '/');
    const before = maps.get(name);
    if (before !== undefined)
      throw new UsageError(`${before} and ${join(folder, file)} have the same name.`);
    maps.set(name, join(folder, file));
  }
  if (maps.size === 0) throw new UsageError(`${folder} has no maps: .npy, .png or .exr.`);
  return maps;
}

/** A map of one number per pixel from .npy, a PNG or OpenEXR. */
export interface FileMap extends NumberMap {
  /** Bits of the codes of a PNG; undefined for other files. */
  readonly bits: number | undefined;
}

/** @throws UsageError when the file holds no such map. */
export async function readMap(path: string): Promise<FileMap> {
  const bytes = await readBytes(path);
  const refuse = (problem: string): never => {
    throw new UsageError(`${path}: ${problem}.`);
  };
  return inFile(path, async () => {
    if (/\.npy$/i.test(path)) {
      const { shape, values } = readRealNpy(bytes);
      const sides = shape.filter((side) => side !== 1);
      const [rows, columns] = shape.length === 2 ? shape : sides;
      if (rows === undefined || columns === undefined || rows * columns !== values.length)
        return refuse(`its shape is [${shape.join(', ')}] and must be [rows, columns]`);
      return { rows, columns, data: values, bits: undefined };
    }
    if (/\.exr$/i.test(path)) {
      const { rows, columns, values } = mapOfExr(bytes);
      return { rows, columns, data: values, bits: undefined };
    }
    const { rows, columns, codes, bits } = readPngCodes(bytes);
    return { rows, columns, data: codes, bits };
  });
}
