import { inflateSync } from 'node:zlib';
import { halfPrecision } from '@lumenloom/engine';
import parseExr from 'parse-exr';
import { checkSize, failScene } from './spectral-file.ts';

/** An OpenEXR picture: its channels by their names. */
export interface ExrPicture {
  readonly rows: number;
  readonly columns: number;
  /** data[row * columns + column]. */
  readonly channels: ReadonlyMap<string, Float32Array>;
}

const COMPRESSIONS = ['NONE', 'RLE', 'ZIPS', 'ZIP', 'PIZ', 'PXR24', 'B44', 'B44A', 'DWAA', 'DWAB'];
/** Lines per block of the compressions that are undone here. */
const BLOCK_LINES: Readonly<Record<string, number>> = { NONE: 1, RLE: 1, ZIPS: 1, ZIP: 16 };
/** Numbers of the types of a channel, and their bytes. */
const [UINT, HALF] = [0, 1];
const BYTES = [4, 2, 4];
const MAGIC = 20000630;
const [TILED, DEEP, MULTI_PART] = [0x200, 0x800, 0x1000];

interface Channel {
  readonly name: string;
  readonly type: number;
}
interface Header {
  readonly channels: readonly Channel[];
  readonly compression: string;
  readonly rows: number;
  readonly columns: number;
  readonly top: number;
  /** Where the table of the blocks begins. */
  readonly tableAt: number;
}

/**
 * Reads an OpenEXR picture of one part in lines: any channels with no compression, RLE, ZIPS or
 * ZIP, and red, green, blue with the others.
 *
 * @throws SimulationError when it is no such picture, or is cut off.
 * @see OpenEXR project, OpenEXR file layout.
 */
export function readExr(bytes: Uint8Array, room?: number): ExrPicture {
  try {
    const header = readHeader(bytes, room);
    return BLOCK_LINES[header.compression] === undefined
      ? readColours(bytes, header)
      : readBlocks(bytes, header);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError)
      failScene('The OpenEXR file is damaged or ends early');
    throw error;
  }
}

function readHeader(bytes: Uint8Array, room: number | undefined): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC)
    failScene('The first bytes are not those of an OpenEXR file');
  const flags = view.getUint32(4, true);
  for (const [flag, what] of [
    [TILED, 'in tiles'],
    [DEEP, 'with deep pixels'],
    [MULTI_PART, 'of several parts'],
  ] as const)
    if (flags & flag)
      failScene(`OpenEXR files ${what} are not read; files of one part in lines are`);
  let at = 8;
  const text = (): string => {
    const end = bytes.indexOf(0, at);
    if (end < 0) failScene('The header of the OpenEXR file has no end');
    const word = new TextDecoder('latin1').decode(bytes.subarray(at, end));
    at = end + 1;
    return word;
  };
  let channels: Channel[] = [];
  let compression: string | undefined;
  let window: readonly number[] | undefined;
  for (let name = text(); name !== ''; name = text()) {
    text();
    const size = view.getInt32(at, true);
    const end = at + 4 + size;
    if (size < 0 || end > bytes.length) failScene('The header of the OpenEXR file has no end');
    at += 4;
    if (name === 'channels')
      channels = readChannels(
        view,
        text,
        () => at,
        end,
        (to) => {
          at = to;
        },
      );
    else if (name === 'compression') compression = COMPRESSIONS[view.getUint8(at)];
    else if (name === 'dataWindow') window = [0, 4, 8, 12].map((k) => view.getInt32(at + k, true));
    at = end;
  }
  if (!window || compression === undefined || channels.length === 0)
    return failScene('The header of the OpenEXR file has no channels, compression or dataWindow');
  const [left = 0, top = 0, right = 0, bottom = 0] = window;
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  checkSize(rows, columns, channels.length, room);
  return { channels, compression, rows, columns, top, tableAt: at };
}

function readChannels(
  view: DataView,
  text: () => string,
  place: () => number,
  end: number,
  jump: (to: number) => void,
): Channel[] {
  const channels: Channel[] = [];
  while (place() < end - 1) {
    const name = text();
    const at = place();
    const type = view.getInt32(at, true);
    if (BYTES[type] === undefined) failScene(`Channel ${name} has a type that is not known`);
    if (view.getInt32(at + 8, true) !== 1 || view.getInt32(at + 12, true) !== 1)
      failScene(`Channel ${name} has fewer samples than the picture; full channels are read`);
    channels.push({ name, type });
    jump(at + 16);
  }
  return channels;
}

function readBlocks(bytes: Uint8Array, header: Header): ExrPicture {
  const { channels, compression, rows, columns, top, tableAt } = header;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines = BLOCK_LINES[compression]!;
  const lineBytes = columns * channels.reduce((sum, { type }) => sum + BYTES[type]!, 0);
  const planes = channels.map(() => new Float32Array(rows * columns));
  for (let block = 0; block < Math.ceil(rows / lines); block += 1) {
    const at = Number(view.getBigUint64(tableAt + 8 * block, true));
    const row = view.getInt32(at, true) - top;
    const size = view.getInt32(at + 4, true);
    const count = Math.min(lines, rows - row);
    if (row < 0 || !(count > 0) || size < 0 || at + 8 + size > bytes.length)
      failScene('The OpenEXR file is damaged or ends early');
    const stored = bytes.subarray(at + 8, at + 8 + size);
    const plain = decompress(stored, compression, count * lineBytes);
    spread(
      new DataView(plain.buffer, plain.byteOffset, plain.byteLength),
      header,
      planes,
      row,
      count,
    );
  }
  return { rows, columns, channels: new Map(channels.map(({ name }, i) => [name, planes[i]!])) };
}

/** Sorts the values of a block, whose lines hold one channel behind the other, into planes. */
function spread(
  view: DataView,
  { channels, columns }: Header,
  planes: readonly Float32Array[],
  row: number,
  count: number,
): void {
  let at = 0;
  for (let line = row; line < row + count; line += 1)
    for (const [i, { type }] of channels.entries()) {
      const plane = planes[i]!;
      for (let pixel = line * columns; pixel < (line + 1) * columns; pixel += 1) {
        plane[pixel] =
          type === HALF
            ? halfPrecision(view.getUint16(at, true))
            : type === UINT
              ? view.getUint32(at, true)
              : view.getFloat32(at, true);
        at += BYTES[type]!;
      }
    }
}

/**
 * Undoes the compression of a block. Blocks that compression would make larger are stored as they
 * are.
 */
function decompress(stored: Uint8Array, compression: string, size: number): Uint8Array {
  if (compression === 'NONE' || stored.length === size) {
    if (stored.length < size) failScene('The OpenEXR file is damaged or ends early');
    return stored;
  }
  let packed: Uint8Array;
  try {
    packed =
      compression === 'RLE'
        ? unpackRuns(stored, size)
        : inflateSync(stored, { maxOutputLength: size });
  } catch {
    return failScene('A block of the OpenEXR file cannot be unpacked');
  }
  if (packed.length !== size) failScene('A block of the OpenEXR file cannot be unpacked');
  // Differences of bytes, and the even bytes before the odd ones.
  for (let i = 1; i < size; i += 1) packed[i] = packed[i - 1]! + packed[i]! - 128;
  const plain = new Uint8Array(size);
  const half = Math.ceil(size / 2);
  for (let i = 0; i < size; i += 1) plain[i] = packed[(i >> 1) + (i & 1) * half]!;
  return plain;
}

function unpackRuns(stored: Uint8Array, size: number): Uint8Array {
  const plain = new Uint8Array(size);
  let to = 0;
  for (let at = 0; at < stored.length;) {
    const length = (stored[at]! << 24) >> 24;
    at += 1;
    if (length < 0) {
      plain.set(stored.subarray(at, at - length), to);
      at -= length;
      to -= length;
    } else {
      plain.fill(stored[at]!, to, to + length + 1);
      at += 1;
      to += length + 1;
    }
  }
  return plain;
}

/** Red, green and blue of a file whose compression a library undoes. */
function readColours(
  bytes: Uint8Array,
  { channels, compression, rows, columns }: Header,
): ExrPicture {
  if (!['R', 'G', 'B'].every((colour) => channels.some(({ name }) => name === colour)))
    failScene(
      `With the compression ${compression} only red, green and blue are read; save the file with ZIP`,
    );
  let data: ArrayLike<number>;
  try {
    const buffer = bytes.slice().buffer;
    ({ data } = parseExr(buffer, 1015) as { readonly data: Float32Array });
  } catch (error) {
    return failScene(`The OpenEXR file cannot be read: ${(error as Error).message}`);
  }
  const planes = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        // The library begins with the lowest line.
        plane[row * columns + column] = data[((rows - 1 - row) * columns + column) * 4 + channel]!;
    return plane;
  });
  return { rows, columns, channels: new Map(['R', 'G', 'B'].map((name, i) => [name, planes[i]!])) };
}
