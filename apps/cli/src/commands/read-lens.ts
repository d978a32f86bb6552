import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  SimulationError,
  decodeText,
  findLensFile,
  lensDesign,
  loadGlassCatalogue,
  readAgf,
  readLens,
  type LensDesign,
  type ReadLens,
} from '@lumenloom/engine';
import { didYouMean, optics } from '@lumenloom/engine/catalogue';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readBytes, readPart } from '../arguments.ts';

/** Names of the built-in lenses. */
export const LENS_IDS = Object.keys(optics);

/** Options of every command that reads a lens file. */
export const lensFileOptions = {
  'glass-file': { value: 'F.agf', says: 'Adds a glass catalogue of your own to a lens file.' },
  'keep-focus': { says: 'Leaves a lens file focused at a finite distance as it is.' },
} as const;
export const LENS_FILE_HELP =
  'A lens file is Zemax .zmx, CODE V .seq or JSON, or published:NAME (lumenloom list). Glasses are those of SCHOTT, OHARA, HOYA, CDGM, HIKARI and SUMITA. A file focused at a finite distance is refocused to infinity.';

/** What the options of `lensFileOptions` say. */
export interface LensFileValues {
  readonly 'glass-file': string | undefined;
  readonly 'keep-focus': boolean;
}

/**
 * Reads the user's own lens file.
 * @throws UsageError, with the name of the file, when it cannot be read.
 */
export async function readLensPath(path: string, values: LensFileValues): Promise<ReadLens> {
  const glasses = values['glass-file'];
  const own = glasses === undefined ? [] : await readGlasses(glasses);
  const bytes = await readPart('lenses', path);
  const catalogue = await loadGlassCatalogue(own);
  return inFile(path, () =>
    readLens(bytes, basename(path), { catalogue, keepFocus: values['keep-focus'] }),
  );
}

async function readGlasses(path: string) {
  const bytes = await readBytes(path);
  return inFile(path, () => readAgf(decodeText(bytes), basename(path)));
}

/** Names the file in what is wrong with it. */
export function inFile<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw withFile(path, error);
  }
}

/** The same for what takes a while. */
export const inFileLater = <Value>(path: string, read: () => Promise<Value>): Promise<Value> =>
  read().catch((error: unknown) => {
    throw withFile(path, error);
  });

/** The bytes of a file in the folder of another; undefined where there is none. */
export async function besideFile(path: string, name: string): Promise<Uint8Array | undefined> {
  const beside = join(dirname(path), name);
  const isThere = await access(beside).then(
    () => true,
    () => false,
  );
  return isThere ? readBytes(beside) : undefined;
}

const withFile = (path: string, error: unknown): unknown =>
  error instanceof SimulationError
    ? new UsageError(`${path}: ${error.field ? `${error.field}: ` : ''}${error.message}`)
    : error;

/**
 * A built-in lens by its name, or the lens in a file, whose notes are printed.
 * @throws UsageError when there is neither.
 */
export async function readDesign(
  name: string,
  values: LensFileValues,
  tell: (note: string) => void,
): Promise<LensDesign> {
  const known = await findLensFile(name);
  if (known) return lensDesign(known);
  if (!/[./\\:]/.test(name))
    throw new UsageError(
      `There is no lens ${name}${didYouMean(name, LENS_IDS) || `: choose ${LENS_IDS.join(', ')}, or name a lens file such as own-lens.json.`}`,
    );
  const { file, notes } = await readLensPath(name, values);
  for (const note of notes) tell(note);
  return inFile(name, () => lensDesign(file));
}
