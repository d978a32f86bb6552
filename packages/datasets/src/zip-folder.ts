import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { openFolder, refusal, type FileTree } from './file-tree.ts';

/** A data set as a zip file. */
export interface ZippedDataset {
  /** Of its folder or zip file. */
  readonly name: string;
  /** The same bytes each time while its files stay as they are. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** A plain zip file has 32 bits for sizes and places, and 16 for the number of its files. */
const MOST_BYTES = 2 ** 32 - 1;
const MOST_ENTRIES = 2 ** 16 - 1;
/** Versions, flag of names in UTF-8, "stored", and 1 January 1980. */
const [VERSION, UTF8, STORED, NO_TIME, FIRST_DAY] = [20, 0x800, 0, 0, 0x21];

/**
 * A data set in a folder, or in a zip file, as the bytes of a zip file: files in the order of their
 * paths, not packed, since pictures are already, and without dates, so that equal folders give
 * equal bytes.
 *
 * @throws SimulationError where it has too many files or bytes for a plain zip file.
 */
export async function zippedDataset(path: string): Promise<ZippedDataset> {
  const name = basename(resolve(path));
  if ((await stat(path)).isFile()) return { name, bytes: () => createReadStream(path) };
  const tree = await openFolder(path);
  if (tree.paths.length > MOST_ENTRIES)
    throw refusal(`${path} has more than ${MOST_ENTRIES} files: make a zip file of it.`);
  return { name, bytes: () => zipOf(tree, path) };
}

async function* zipOf(tree: FileTree, path: string): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of tree.paths) {
    const content = await tree.read(file);
    const name = Buffer.from(file);
    const about = Buffer.alloc(26);
    for (const [at, value] of [VERSION, UTF8, STORED, NO_TIME, FIRST_DAY].entries())
      about.writeUInt16LE(value, 2 * at);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(content.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 0]), about, place, name);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), about, name]);
    offset += head.length + content.length;
    if (offset > MOST_BYTES) throw refusal(`${path} is larger than 4 GB: make a zip file of it.`);
    yield head;
    yield content;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(tree.paths.length, 4);
  end.writeUInt16LE(tree.paths.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([central, Buffer.from('PK\x05\x06'), end]);
}
