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
const DAMAGED = 'The OpenEXR file is damaged or ends early';
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

/** Reads one value after the other, little end first. @throws RangeError at the end. */
class Cursor {
  at: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.at = at;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes that are left. */
  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** @returns where the bytes begin that are passed over. */
  skip(count: number): number {
    this.at += count;
    return this.at - count;
  }

  readonly int8 = (): number => this.#view.getInt8(this.skip(1));
  readonly uint16 = (): number => this.#view.getUint16(this.skip(2), true);
  readonly int32 = (): number => this.#view.getInt32(this.skip(4), true);
  readonly uint32 = (): number => this.#view.getUint32(this.skip(4), true);
  readonly uint64 = (): number => Number(this.#view.getBigUint64(this.skip(8), true));
  readonly float32 = (): number => this.#view.getFloat32(this.skip(4), true);

  bytes(count: number): Uint8Array {
    if (count < 0 || !(count <= this.left)) throw new RangeError();
    const from = this.skip(count);
    return this.#bytes.subarray(from, from + count);
  }

  /** Text up to a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.at);
    if (end < 0) throw new RangeError();
    const text = new TextDecoder('latin1').decode(this.bytes(end - this.at));
    this.skip(1);
    return text;
  }
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
    if (error instanceof RangeError || error instanceof TypeError) failScene(DAMAGED);
    throw error;
  }
}

function readHeader(bytes: Uint8Array, room: number | undefined): Header {
  const file = new Cursor(bytes);
  if (bytes.length < 8 || file.uint32() !== MAGIC)
    failScene('The first bytes are not those of an OpenEXR file');
  const flags = file.uint32();
  for (const [flag, what] of [
    [TILED, 'in tiles'],
    [DEEP, 'with deep pixels'],
    [MULTI_PART, 'of several parts'],
  ] as const)
    if (flags & flag)
      failScene(`OpenEXR files ${what} are not read; files of one part in lines are`);
  const attributes = new Map<string, Cursor>();
  for (let name = file.text(); name !== ''; name = file.text()) {
    file.text();
    attributes.set(name, new Cursor(file.bytes(file.int32())));
  }
  const [list, method, window] = ['channels', 'compression', 'dataWindow'].map((name) =>
    attributes.get(name),
  );
  const channels = list ? readChannels(list) : [];
  const compression = method && COMPRESSIONS[method.int8()];
  if (!window || compression === undefined || channels.length === 0)
    return failScene('The header of the OpenEXR file has no channels, compression or dataWindow');
  const [left, top, right, bottom] = [
    window.int32(),
    window.int32(),
    window.int32(),
    window.int32(),
  ];
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  checkSize(rows, columns, channels.length, room);
  return { channels, compression, rows, columns, top, tableAt: file.at };
}

function readChannels(list: Cursor): Channel[] {
  const channels: Channel[] = [];
  while (list.left > 1) {
    const name = list.text();
    const type = list.int32();
    if (BYTES[type] === undefined) failScene(`Channel ${name} has a type that is not known`);
    list.skip(4);
    if (list.int32() !== 1 || list.int32() !== 1)
      failScene(`Channel ${name} has fewer samples than the picture; full channels are read`);
    channels.push({ name, type });
  }
  return channels;
}

function readBlocks(bytes: Uint8Array, header: Header): ExrPicture {
  const { channels, compression, rows, columns, top, tableAt } = header;
  const lines = BLOCK_LINES[compression]!;
  const lineBytes = columns * channels.reduce((sum, { type }) => sum + BYTES[type]!, 0);
  const planes = channels.map(() => new Float32Array(rows * columns));
  const table = new Cursor(bytes, tableAt);
  for (let block = 0; block < Math.ceil(rows / lines); block += 1) {
    const file = new Cursor(bytes, table.uint64());
    const row = file.int32() - top;
    const count = Math.min(lines, rows - row);
    const stored = file.bytes(file.int32());
    if (row < 0 || !(count > 0)) failScene(DAMAGED);
    const values = new Cursor(decompress(stored, compression, count * lineBytes));
    // Each line holds one channel behind the other.
    for (let line = row; line < row + count; line += 1)
      for (const [i, { type }] of channels.entries())
        readLine(values, type, planes[i]!.subarray(line * columns, (line + 1) * columns));
  }
  return { rows, columns, channels: new Map(channels.map(({ name }, i) => [name, planes[i]!])) };
}

function readLine(values: Cursor, type: number, line: Float32Array): void {
  for (let column = 0; column < line.length; column += 1)
    line[column] =
      type === HALF
        ? halfPrecision(values.uint16())
        : type === UINT
          ? values.uint32()
          : values.float32();
}

/**
 * Undoes the compression of a block. Blocks that compression would make larger are stored as they
 * are.
 */
function decompress(stored: Uint8Array, compression: string, size: number): Uint8Array {
  if (compression === 'NONE' || stored.length === size) {
    if (stored.length < size) failScene(DAMAGED);
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
  const runs = new Cursor(stored);
  for (let to = 0; runs.left > 0;) {
    const length = runs.int8();
    if (length < 0) plain.set(runs.bytes(-length), to);
    else plain.fill(runs.int8(), to, to + length + 1);
    to += length < 0 ? -length : length + 1;
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
