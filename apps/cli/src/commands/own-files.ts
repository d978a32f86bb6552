import { basename } from 'node:path';
import type { OwnParts } from '@lumenloom/contract';
import { decodeText, readLight } from '@lumenloom/engine';
import { readBytes } from '../arguments.ts';
import { inFile, lensFileOptions, readLensPath, type LensFileValues } from './read-lens.ts';

/** Options that put a file of one's own in place of a choice of the recipe. */
export const ownFileOptions = {
  'lens-file': { type: 'string' },
  'light-file': { type: 'string' },
  ...lensFileOptions,
} as const;

type Values = LensFileValues & Readonly<Record<'lens-file' | 'light-file', string | undefined>>;

/** Reads the files that the options name. @throws UsageError naming the file, and the line where it has one. */
export async function readOwnFiles(
  values: Values,
): Promise<{ readonly own: OwnParts; readonly notes: readonly string[] }> {
  const lensPath = values['lens-file'];
  const lens = lensPath === undefined ? undefined : await readLensPath(lensPath, values);
  const light = await readText(values['light-file'], readLight);
  return {
    own: {
      ...(lens && { optics: lens.file }),
      ...(light && { illuminant: light.illuminant }),
    },
    notes: [
      ...(lens ? [`The lens is that of ${basename(lensPath!)}.`, ...lens.notes] : []),
      ...(light?.notes ?? []),
    ],
  };
}

/** What a text file holds; undefined without a file. */
async function readText<Value>(
  path: string | undefined,
  read: (text: string, name: string) => Value,
): Promise<Value | undefined> {
  if (path === undefined) return undefined;
  const bytes = await readBytes(path);
  return inFile(path, () => read(decodeText(bytes), basename(path)));
}
