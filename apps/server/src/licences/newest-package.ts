import { readdir } from 'node:fs/promises';

/** What tools/scripts/package.mjs writes. */
const PACKAGE = /^lumenloom-(\d+)\.(\d+)\.(\d+)\.tgz$/;

export const isPackage = (file: string): boolean => PACKAGE.test(file);

const versionOf = (file: string): readonly number[] => PACKAGE.exec(file)!.slice(1).map(Number);

/** The file of the highest version in a folder; undefined when there is none, or no such folder. */
export async function newestPackage(folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch((): string[] => []);
  return files
    .filter(isPackage)
    .sort((a, b) => {
      const other = versionOf(b);
      return (
        versionOf(a)
          .map((part, index) => part - other[index]!)
          .find((difference) => difference !== 0) ?? 0
      );
    })
    .at(-1);
}
