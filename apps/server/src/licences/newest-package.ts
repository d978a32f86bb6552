import { readdir } from 'node:fs/promises';

/** The names that tools/scripts/package.mjs gives. */
const PACKAGE = /^lumenloom-\d+\.\d+\.\d+\.tgz$/;

export const isPackage = (file: string): boolean => PACKAGE.test(file);

/** Compares runs of digits as numbers, so that 1.10.0 comes after 1.9.0. */
const byVersion = new Intl.Collator('en', { numeric: true });

/**
 * The file of the highest version in a folder; undefined when there is no package or no such
 * folder.
 */
export async function newestPackage(folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch((): string[] => []);
  return files
    .filter(isPackage)
    .sort((a, b) => byVersion.compare(a, b))
    .at(-1);
}
