import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { SimulationError } from '@lumenloom/engine';
import { open, type Entry, type ZipFile } from 'yauzl';
import {
  MOST_FILES,
  foldersIn,
  isHidden,
  refusal,
  tooManyFiles,
  type FileTree,
} from './file-tree.ts';

/** Largest ratio of unpacked to packed bytes of a file. */
const MOST_RATIO = 200;
const BYTES_PER_MB = 1e6;
/** File type in the upper half of the attributes: the mask, and a symbolic link. */
const [FILE_TYPE, LINK] = [0o170000, 0o120000];
const ENCRYPTED = 1;

/** What a zip file may unpack to, and how people call it. */
export interface ZipLimits {
  /** In place of its path. */
  readonly name?: string;
  /** That all files together may take. */
  readonly megabytes: number;
  /** The setting, or the words, that say so. */
  readonly setting?: string | undefined;
  /** Files whose ratio of unpacked to packed bytes does not matter: they may be almost empty. */
  readonly packsWell?: (name: string) => boolean;
}

/**
 * Opens a zip file as a folder. Nothing is unpacked but the files that are read, into memory.
 *
 * @throws SimulationError with a sentence for paths that lead out of the folder, links, encrypted
 * files, too many files, and files that unpack to too much.
 */
export async function openZip(path: string, limits: ZipLimits): Promise<FileTree> {
  const { name = path } = limits;
  const zip = await openFile(path, name);
  try {
    const entries = await entriesOf(zip, name, limits);
    const paths = [...entries.keys()].filter((file) => !file.endsWith('/'));
    const read = async (file: string, most = Infinity): Promise<Uint8Array> => {
      const stream = await streamOf(zip, entries.get(file)!);
      const pieces: Buffer[] = [];
      let length = 0;
      try {
        for await (const piece of stream) {
          pieces.push(piece as Buffer);
          length += (piece as Buffer).length;
          if (length >= most) break;
        }
      } catch (error) {
        throw damaged(file, error);
      }
      return Buffer.concat(pieces);
    };
    return {
      name: basename(resolve(name)),
      paths: paths.toSorted(),
      folders: foldersIn([...entries.keys()]),
      read: (file) => read(file),
      readHead: async (file, bytes) => (await read(file, bytes)).subarray(0, bytes),
      close: async () => {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const damaged = (name: string, error: unknown): SimulationError =>
  refusal(`${name.slice(0, 200)} cannot be unpacked: ${(error as Error).message}.`);

const openFile = (path: string, name: string): Promise<ZipFile> =>
  new Promise((fulfil, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(refusal(`${name} is no zip file that can be read: ${error.message}.`));
      else fulfil(zip);
    });
  });

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((fulfil, reject) => {
    try {
      zip.openReadStream(entry, (error, stream) => {
        if (error) reject(damaged(entry.fileName, error));
        else fulfil(stream);
      });
    } catch (error) {
      reject(damaged(entry.fileName, error));
    }
  });

/** The entries by their paths; those of folders end in a slash. */
function entriesOf(
  zip: ZipFile,
  path: string,
  { megabytes, setting, packsWell }: ZipLimits,
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  return new Promise((fulfil, reject) => {
    if (zip.entryCount > MOST_FILES) {
      reject(tooManyFiles(path));
      return;
    }
    zip.on('error', (error: Error) => {
      reject(refusal(`${path} is refused: ${error.message.slice(0, 300)}.`));
    });
    zip.on('end', () => {
      fulfil(entries);
    });
    zip.on('entry', (entry: Entry) => {
      const { fileName } = entry;
      unpacked += entry.uncompressedSize;
      const problem =
        entryProblem(entry, packsWell?.(fileName) ?? false) ??
        (entries.has(fileName)
          ? 'is there twice'
          : unpacked > megabytes * BYTES_PER_MB
            ? `makes it more than ${megabytes} MB unpacked${setting === undefined ? '' : ` (${setting})`}`
            : undefined);
      if (problem !== undefined) {
        reject(refusal(`${path}: ${fileName.slice(0, 200)} ${problem}.`));
        return;
      }
      if (!isHidden(fileName)) entries.set(fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Why an entry is not taken. The library itself refuses paths that lead out of the folder. */
function entryProblem(
  { generalPurposeBitFlag, externalFileAttributes, uncompressedSize, compressedSize }: Entry,
  packsWell: boolean,
): string | undefined {
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return 'is a link';
  if (generalPurposeBitFlag & ENCRYPTED) return 'is encrypted';
  if (!packsWell && uncompressedSize > MOST_RATIO * compressedSize)
    return `unpacks to more than ${MOST_RATIO} times its size`;
  return undefined;
}
