import { dirname, join } from 'node:path';
import {
  findLensFile,
  loadGlassCatalogue,
  type LensFile,
  type loadGlassCatalogue as Loader,
} from '@lumenloom/engine';
import { didYouMean, isObject, publishedName } from '@lumenloom/engine/quick';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { Terminal } from '../command.ts';
import { LENS_IDS, readLensPath } from '../read-lens.ts';
import { readDocument } from '../read-recipe.ts';

/** What the help of the commands says about their documents. */
export const LENS_DOCUMENT_HELP =
  'The document is a file, - for standard input or example:NAME. Its lens is a name, published:NAME, a file beside the document, or the lens itself.';

/** A document about a lens, with the content of that lens in it, and where glasses are found. */
export interface LensDocument {
  /** As it was written. */
  readonly written: unknown;
  readonly content: unknown;
  readonly catalogue: Awaited<ReturnType<typeof Loader>>;
}

/**
 * Reads a document whose `lens` may be named.
 *
 * @throws UsageError for a file that cannot be read, and for a lens that there is not.
 */
export async function readLensDocument(
  path: string,
  terminal: Pick<Terminal, 'stdin' | 'stderr'>,
): Promise<LensDocument> {
  const read = await readDocument(path, terminal);
  // Results hold their document, and are taken as one.
  const written = isObject(read) && isObject(read['document']) ? read['document'] : read;
  const catalogue = await loadGlassCatalogue();
  if (!isObject(written) || typeof written['lens'] !== 'string')
    return { written, content: written, catalogue };
  const lens = await lensNamed(written['lens'], path, terminal);
  return { written, content: { ...written, lens }, catalogue };
}

async function lensNamed(
  name: string,
  document: string,
  { stderr }: Pick<Terminal, 'stderr'>,
): Promise<LensFile> {
  const known = await findLensFile(name);
  if (known) return known;
  if (name.startsWith('mine:'))
    throw new UsageError(
      `lens: ${name.slice(0, 60)} is a lens of an account on a server: name a file here.`,
    );
  if (publishedName(name) === undefined && !/[./\\]/.test(name))
    throw new UsageError(
      `lens: there is no lens ${name.slice(0, 60)}${didYouMean(name, LENS_IDS) || `: choose ${LENS_IDS.join(', ')}, published:NAME, or a file such as own-lens.json.`}`,
    );
  const path =
    publishedName(name) !== undefined || document === '-' ? name : join(dirname(document), name);
  const { file, notes } = await readLensPath(path, {
    'glass-file': [],
    'ignore-keys': undefined,
    'keep-focus': false,
  }).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(`lens: ${error.message}`) : error;
  });
  for (const note of notes) stderr.write(`${note}\n`);
  return file;
}
