import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  SimulationError,
  checkConfiguration,
  decodeText,
  findLensFile,
  lensDesign,
  loadGlassCatalogue,
  readAgf,
  isMeasured,
  readAnyLens,
  type LensDesign,
  type LensFile,
  type MeasuredLensFile,
  type ReadAnyLens,
  type ReadLens,
} from '@lumenloom/engine';
import { didYouMean, optics } from '@lumenloom/engine/catalogue';
import { UsageError } from '@lumenloom/node-host/command-line';
import { withFilesBeside } from '@lumenloom/node-host';
import { configurationOf, readBytes, readPart } from '../arguments.ts';

/** Names of the built-in lenses. */
export const LENS_IDS = Object.keys(optics);

/** Options of every command that reads a lens file. */
export const lensFileOptions = {
  'glass-file': {
    value: 'F.agf',
    repeats: true,
    says: 'Adds a glass catalogue of your own to a lens file.',
  },
  'ignore-keys': {
    value: 'A,B',
    says: 'Keys of surfaces in a .zmx file that are not known here and do not act on rays.',
  },
  'keep-focus': { says: 'Leaves a lens file focused at a finite distance as it is.' },
} as const;
export const LENS_FILE_HELP =
  'A lens file is Zemax .zmx, CODE V .seq, OSLO .len, the JSON of optiland, ray-optics (.roa) or ours, or published:NAME (lumenloom list). Glasses are those of SCHOTT, OHARA, HOYA, CDGM, HIKARI and SUMITA. A file focused at a finite distance is refocused to infinity.';

/** What the options of `lensFileOptions` say. */
export interface LensFileValues {
  readonly 'glass-file': readonly string[];
  readonly 'ignore-keys': string | undefined;
  readonly 'keep-focus': boolean;
  readonly configuration?: string | undefined;
}

/**
 * Reads the user's own lens file.
 * @param needsPicture false: a lens that forms no picture is read too, for its rays.
 * @throws UsageError, with the name of the file, when it cannot be read.
 */
export async function readLensPath(
  path: string,
  values: LensFileValues,
  needsPicture = true,
): Promise<ReadLens> {
  const read = await readAnyLensPath(path, values, needsPicture);
  if (!isGlass(read)) throw new UsageError(`${path}: A measured lens has no surfaces.`);
  return read;
}

const isGlass = (read: ReadAnyLens): read is ReadLens => !isMeasured(read.file);

/** The same for what takes a measured lens too. @throws as `readLensPath`. */
export async function readAnyLensPath(
  path: string,
  values: LensFileValues,
  needsPicture = true,
): Promise<ReadAnyLens> {
  const own = await Promise.all(values['glass-file'].map(readGlasses));
  const bytes = await inFileLater(path, async () =>
    withFilesBeside(await readPart('lenses', path), path),
  );
  const catalogue = await loadGlassCatalogue(own.flat());
  const configuration = configurationOf(values.configuration);
  return inFile(path, () =>
    readAnyLens(bytes, basename(path), {
      catalogue,
      keepFocus: values['keep-focus'],
      needsPicture,
      ignoreKeys: values['ignore-keys']?.split(',').map((key) => key.trim()) ?? [],
      ...(configuration !== undefined && { configuration }),
    }),
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

/** A sentence with the field that it is about, once. */
const withField = ({ field, message }: SimulationError): string =>
  field === undefined || message.startsWith(field) ? message : `${field}: ${message}`;

const withFile = (path: string, error: unknown): unknown =>
  error instanceof SimulationError && error.code !== 'cancelled'
    ? new UsageError(`${path}: ${withField(error)}`)
    : error;

/** A lens that a command traces, and what its file says; undefined for a built-in one. */
export interface NamedLens {
  readonly design: LensDesign;
  readonly file: LensFile;
  readonly read: ReadLens | undefined;
}

/** A lens by what was measured of it, and its file. */
export interface NamedMeasured {
  readonly file: MeasuredLensFile;
  readonly read: ReadAnyLens;
}

/** Whether a lens that a command names has no surfaces. */
export const isNamedMeasured = (named: NamedLens | NamedMeasured): named is NamedMeasured =>
  !('design' in named);

/**
 * A built-in lens by its name, or the lens in a file, whose notes are printed.
 * @throws UsageError when there is neither, and for a measured lens.
 */
async function readNamedLens(
  name: string,
  values: LensFileValues,
  tell: (note: string) => void,
): Promise<NamedLens> {
  const named = await readAnyNamedLens(name, values, tell);
  if (isNamedMeasured(named)) throw new UsageError(`${name}: A measured lens has no surfaces.`);
  return named;
}

/**
 * The same for what takes a measured lens too.
 * @param needsPicture as of `readLensPath`.
 * @throws UsageError when there is neither.
 */
export async function readAnyNamedLens(
  name: string,
  values: LensFileValues,
  tell: (note: string) => void,
  needsPicture = true,
): Promise<NamedLens | NamedMeasured> {
  const known = await findLensFile(name);
  if (known) {
    checkConfiguration(configurationOf(values.configuration) ?? 1, 1);
    return { design: lensDesign(known), file: known, read: undefined };
  }
  if (!/[./\\:]/.test(name))
    throw new UsageError(
      `There is no lens ${name}${didYouMean(name, LENS_IDS) || `: choose ${LENS_IDS.join(', ')}, or name a lens file such as own-lens.json.`}`,
    );
  const read = await readAnyLensPath(name, values, needsPicture);
  for (const note of read.notes) tell(note);
  if (!isGlass(read)) return { file: read.file as MeasuredLensFile, read };
  return { design: inFile(name, () => lensDesign(read.file, needsPicture)), file: read.file, read };
}

/** The same for commands that need the lens alone. */
export const readDesign = async (
  name: string,
  values: LensFileValues,
  tell: (note: string) => void,
): Promise<LensDesign> => (await readNamedLens(name, values, tell)).design;
