import { readFile, readdir } from 'node:fs/promises';
import { loadOnce } from '@lumenloom/engine';

/**
 * Kinds of published parts; each is a folder of JSON files, whose numbers were read at the address
 * that the file names.
 */
export type PublishedKind = 'lenses' | 'sensors';

/** How a published part is named where a file may be named: `published:heliar`. */
const PREFIX = 'published:';

const folderOf = (kind: PublishedKind): URL => new URL(`../published/${kind}/`, import.meta.url);
const listed = new Map<PublishedKind, Promise<readonly string[]>>();

/** Names of the published parts of a kind, in alphabetical order. */
export const publishedNames = (kind: PublishedKind): Promise<readonly string[]> =>
  loadOnce(listed, kind, async () =>
    (await readdir(folderOf(kind)))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .toSorted(),
  );

/**
 * The name of a published part in a text that can name a file; undefined for the path of a file.
 */
export const publishedName = (path: string): string | undefined =>
  path.startsWith(PREFIX) ? path.slice(PREFIX.length) : undefined;

/**
 * The file of a published part; undefined where none has that name. Names are looked up in the list
 * and never used as paths.
 */
export async function readPublished(
  kind: PublishedKind,
  name: string,
): Promise<Uint8Array | undefined> {
  if (!(await publishedNames(kind)).includes(name)) return undefined;
  return readFile(new URL(`${name}.json`, folderOf(kind)));
}
