import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openZip, subTree, type FileTree } from '@lumenloom/datasets';
import { SimulationError, decodeText, parseJson, type OpenMap } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/catalogue';
import { NAMES } from './library-files.ts';
import {
  TWIN_PARTS,
  type ReadFile,
  type Reading,
  type TwinPart,
  type WrittenPart,
} from './reading.ts';

/** A file that is read, perhaps with files beside it. */
export interface FileReading extends Reading {
  readonly open?: OpenMap;
}

/** What the files of a twin may take together, and one of JSON, unpacked. */
const MOST_MEGABYTES = 600;
const MOST_JSON = 16e6;
/** Figures and characters of them that are shown. */
const [MOST_FIGURES, MOST_CHARACTERS] = [200, 100];
const JSON_FILES = ['twin.json', 'sensor.json', 'lens.json'] as const;

/**
 * Reads a twin: the zip file of the folder that `lumenloom twin` writes, or of that folder's files.
 * Its lens and its sensor are read as files of their own, and written beside.
 *
 * @param read reads the bytes of a file, and writes what was read.
 * @throws SimulationError with a sentence for people.
 * @see docs/reference/vision.md#data-sets for what a zip file may not have.
 */
export async function readTwin(
  reading: Reading,
  read: (kind: TwinPart, bytes: Uint8Array, reading: FileReading) => Promise<ReadFile>,
): Promise<ReadFile> {
  const zip = await openZip(reading.path, {
    name: reading.fileName,
    megabytes: MOST_MEGABYTES,
    setting: 'the most of a twin',
    packsWell: (name) => /(^|\/)defects\.npy$/.test(name),
  });
  try {
    const tree = folderIn(zip);
    for (const file of JSON_FILES)
      if (!tree.paths.includes(file))
        refuse(
          `${file} is missing: the zip file of a twin has twin.json, sensor.json and lens.json; with pixelMicrometres and lens.fNumber in its manifest lumenloom twin writes all three.`,
        );
    const twin = await twinOf(tree);
    const parts: Partial<Record<TwinPart, ReadFile>> = {};
    for (const kind of TWIN_PARTS) parts[kind] = await readPart(kind, tree, reading, read);
    const written: WrittenPart = { part: { twin }, preview: previewOf(twin) };
    await writeFile(reading.partPath, JSON.stringify(written), { flush: true });
    return {
      summary: summaryOf(twin),
      notes: [`The twin is that of ${reading.fileName}; its lens and its sensor are files too.`],
      parts: parts as Record<TwinPart, ReadFile>,
    };
  } finally {
    await zip.close();
  }
}

function refuse(sentence: string): never {
  throw new SimulationError('bad-parameter', sentence);
}

/** The files of a zip, or of the only folder in it. */
function folderIn(zip: FileTree): FileTree {
  const [only, another] = zip.folders;
  return only !== undefined &&
    another === undefined &&
    zip.paths.every((path) => path.startsWith(`${only}/`))
    ? subTree(zip, only)
    : zip;
}

async function jsonIn(tree: FileTree, file: string): Promise<Uint8Array> {
  const bytes = await tree.readHead(file, MOST_JSON + 1);
  if (bytes.length > MOST_JSON) refuse(`${file} has more than ${MOST_JSON / 1e6} MB.`);
  return bytes;
}

/** One of the files beside twin.json, as a file of its own. */
async function readPart(
  kind: TwinPart,
  tree: FileTree,
  reading: Reading,
  read: (kind: TwinPart, bytes: Uint8Array, reading: FileReading) => Promise<ReadFile>,
): Promise<ReadFile> {
  const fileName = `${kind}.json`;
  const folder = join(dirname(reading.partPath), kind);
  await mkdir(folder, { mode: 0o700 });
  const bytes = await jsonIn(tree, fileName);
  await writeFile(join(folder, NAMES.file), bytes, { flush: true });
  try {
    return await read(kind, bytes, {
      ...reading,
      fileName,
      partPath: join(folder, NAMES.part),
      planesPath: join(folder, NAMES.planes),
      open: async (name, place) => {
        if (!tree.paths.includes(name)) refuse(`${place}: there is no file ${name}.`);
        const content = Uint8Array.from(await tree.read(name));
        return {
          size: content.length,
          bytes: (from, length) => Promise.resolve(content.slice(from, from + length)),
        };
      },
    });
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const { code, message, field } = error;
    const place = field === undefined || message.startsWith(field) ? '' : `${field}: `;
    throw new SimulationError(code, `${fileName}: ${place}${message}`);
  }
}

/** What is read of twin.json. */
interface StoredTwin {
  readonly name: string;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly verdict?: unknown;
}

async function twinOf(tree: FileTree): Promise<StoredTwin> {
  let content: unknown;
  try {
    content = parseJson(decodeText(await jsonIn(tree, 'twin.json')));
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return refuse(`twin.json: ${error.message}`);
  }
  if (!isObject(content)) return refuse('twin.json must be a JSON object.');
  const { version, name, figures } = content;
  if (version !== 1) refuse('twin.json: version must be 1.');
  if (typeof name !== 'string' || name === '') refuse('twin.json: name must be a text.');
  if (!isObject(figures)) refuse('twin.json: figures must be an object.');
  return { ...content, name, figures };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : '';
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function previewOf({ figures, verdict }: StoredTwin): WrittenPart['preview'] {
  return {
    kind: 'twin',
    figures: Object.entries(figures)
      .slice(0, MOST_FIGURES)
      .map(([key, figure]) => {
        const { value, interval, unit, status } = isObject(figure) ? figure : {};
        const [low, high] = Array.isArray(interval) ? interval.map(numberOf) : [];
        return {
          key: textOf(key),
          value: numberOf(value),
          interval: typeof low === 'number' && typeof high === 'number' ? [low, high] : null,
          unit: textOf(unit),
          status: textOf(status),
        };
      }),
    verdict: isObject(verdict) && typeof verdict['text'] === 'string' ? verdict['text'] : null,
  };
}

function summaryOf({ name, figures }: StoredTwin): string {
  const measured = Object.values(figures).filter(
    (figure) => isObject(figure) && figure['status'] === 'measured',
  ).length;
  return `${name.slice(0, MOST_CHARACTERS)}: ${measured} of ${Object.keys(figures).length} figures measured`;
}
