import { SimulationError, halfPrecision } from '@lumenloom/engine';
import { failScene } from '../scene-files/spectral-file.ts';
import { ByteCursor } from './byte-cursor.ts';
import {
  DAMAGED,
  SAMPLE_BYTES,
  readHeaders,
  type ExrChannel,
  type ExrCompression,
  type ExrHeaders,
  type ExrPart,
  type ExrWindow,
} from './exr-header.ts';
import { unpackBlock } from './unpack-block.ts';

/** An OpenEXR picture: its channels by their names. */
export interface ExrPicture {
  readonly rows: number;
  readonly columns: number;
  /** data[row * columns + column]. */
  readonly channels: ReadonlyMap<string, Float32Array>;
}

/** A channel by the name that is unique in its file. */
export interface NamedChannel extends ExrChannel {
  readonly part: ExrPart;
  /** The name in the part. */
  readonly ownName: string;
}

/** An OpenEXR file of which only the headers are read so far. */
export interface ExrFile {
  readonly parts: readonly ExrPart[];
  /** Channels of all parts; a file of several parts names them `part.channel`. */
  readonly channels: readonly NamedChannel[];
  /**
   * Reads channels over the display window of their parts: 0 where nothing is stored. Half floats
   * and floats keep their value, whole numbers up to 2^24.
   *
   * @param names of `channels`; all of them without.
   * @throws SimulationError when they cannot be read, or have different sizes.
   */
  readonly read: (names?: readonly string[]) => ExrPicture;
}

/** Lines per chunk, by compression. */
const CHUNK_LINES: Readonly<Record<ExrCompression, number>> = {
  NONE: 1,
  RLE: 1,
  ZIPS: 1,
  ZIP: 16,
  PIZ: 32,
  PXR24: 16,
  B44: 32,
  B44A: 32,
  DWAA: 32,
  DWAB: 256,
};
/** No compression packs more bytes into one than this; a file that announces more is damaged. */
const MOST_PER_BYTE = 2500;

/**
 * Opens an OpenEXR file: scan lines or tiles (of several levels the full one), one part or several,
 * half floats, floats and whole numbers, with every compression but DWAA and DWAB.
 *
 * @param room bytes that a plane may take; checked before anything is allocated.
 * @throws SimulationError when it is no such file, or is damaged.
 * @see OpenEXR project, OpenEXR file layout.
 */
export function openExr(bytes: Uint8Array, room?: number): ExrFile {
  const headers = orSentence(() => readHeaders(bytes, room));
  const { parts } = headers;
  const channels = parts.flatMap((part) =>
    part.channels.map((channel) => ({
      ...channel,
      part,
      ownName: channel.name,
      name:
        parts.length > 1 && part.name !== '' && !channel.name.startsWith(`${part.name}.`)
          ? `${part.name}.${channel.name}`
          : channel.name,
    })),
  );
  return {
    parts,
    channels,
    read: (names) => orSentence(() => readChannels(bytes, headers, wanted(channels, names))),
  };
}

/** All channels of an OpenEXR file. @throws SimulationError as `openExr` and `read` do. */
export const readExr = (bytes: Uint8Array, room?: number): ExrPicture =>
  openExr(bytes, room).read();

/** Runs a reader; the ends of files that it meets become a sentence. */
function orSentence<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof SimulationError) throw error;
    return failScene(DAMAGED);
  }
}

const wanted = (
  channels: readonly NamedChannel[],
  names: readonly string[] | undefined,
): readonly NamedChannel[] =>
  names
    ? names.map(
        (name) =>
          channels.find((channel) => channel.name === name) ??
          failScene(`The OpenEXR file has no channel ${name}`),
      )
    : channels;

function readChannels(
  bytes: Uint8Array,
  headers: ExrHeaders,
  channels: readonly NamedChannel[],
): ExrPicture {
  const [first] = channels;
  if (!first) return failScene('The OpenEXR file has no channels');
  const { rows, columns } = first.part.display;
  const parts = [...new Set(channels.map(({ part }) => part))];
  for (const part of parts) {
    checkReadable(part, bytes);
    const { display } = part;
    if (display.rows !== rows || display.columns !== columns)
      failScene(
        `The parts of the OpenEXR file have different sizes: ${columns} × ${rows} and ${display.columns} × ${display.rows}`,
      );
  }
  const planes = new Map<string, Float32Array>();
  for (const part of parts) {
    const own = new Map<string, Float32Array>();
    for (const { name, ownName } of channels.filter((channel) => channel.part === part)) {
      const plane = own.get(ownName) ?? new Float32Array(rows * columns);
      own.set(ownName, plane);
      planes.set(name, plane);
    }
    for (const chunk of chunksOf(bytes, headers, part)) readBlock(chunk, part, own);
  }
  return { rows, columns, channels: planes };
}

/** @throws SimulationError for what is not read, and before memory is taken for what cannot be. */
function checkReadable({ channels, compression, isDeep, data }: ExrPart, bytes: Uint8Array): void {
  if (isDeep)
    failScene('OpenEXR files with deep pixels are not read; flatten the picture and save it again');
  if (compression === 'DWAA' || compression === 'DWAB')
    failScene(`The compression ${compression} of OpenEXR is not read; save the file with ZIP`);
  for (const { name, isSubsampled } of channels)
    if (isSubsampled)
      failScene(`Channel ${name} has fewer samples than the picture; full channels are read`);
  if (data.rows * data.columns * bytesPerPixel(channels) > MOST_PER_BYTE * bytes.length)
    failScene(DAMAGED);
}

const bytesPerPixel = (channels: readonly ExrChannel[]): number =>
  channels.reduce((sum, { type }) => sum + SAMPLE_BYTES[type], 0);

/** A piece of a part as it is stored. */
interface Chunk {
  /** In the coordinates of the file. */
  readonly window: ExrWindow;
  readonly stored: Uint8Array;
}

/** How the pixels of a part are cut into chunks: tiles, or lines of its whole width. */
function cutOf({ tile, data, compression }: ExrPart) {
  const { rows: high, columns: wide } = tile ?? {
    rows: CHUNK_LINES[compression],
    columns: data.columns,
  };
  return { high, wide, down: Math.ceil(data.rows / high), across: Math.ceil(data.columns / wide) };
}

/** The chunks of the full level of a part. @throws RangeError, SimulationError for damaged ones. */
function* chunksOf(
  bytes: Uint8Array,
  { parts, isMultiPart, tableAt }: ExrHeaders,
  part: ExrPart,
): Generator<Chunk> {
  const number = parts.indexOf(part);
  const entriesBefore = parts.slice(0, number).reduce((sum, before) => {
    const { down, across } = cutOf(before);
    return sum + (before.chunkCount ?? down * across);
  }, 0);
  const { high, wide, down, across } = cutOf(part);
  const { data, tile } = part;
  const table = new ByteCursor(bytes, tableAt + 8 * entriesBefore);
  if (!(8 * down * across <= table.left)) throw new RangeError();
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const file = new ByteCursor(bytes, table.uint64());
      // Where a chunk stands: its tile and level, or its first line.
      const place = tile ? [column, row, 0, 0] : [data.top + row * high];
      const expected = isMultiPart ? [number, ...place] : place;
      if (expected.some((value) => file.int32() !== value)) throw new RangeError();
      const [x, y] = [column * wide, row * high];
      const window = {
        left: data.left + x,
        top: data.top + y,
        rows: Math.min(high, data.rows - y),
        columns: Math.min(wide, data.columns - x),
      };
      yield { window, stored: file.bytes(file.int32()) };
    }
}

/** Unpacks a chunk and puts its samples into the planes. */
function readBlock(
  { window, stored }: Chunk,
  { channels, compression, display }: ExrPart,
  planes: ReadonlyMap<string, Float32Array>,
): void {
  const { rows, columns } = window;
  const size = rows * columns * bytesPerPixel(channels);
  const plain = unpackBlock(stored, size, compression, { rows, columns, channels });
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  const [down, right] = [window.top - display.top, window.left - display.left];
  const from = Math.max(0, -right);
  const to = Math.min(columns, display.columns - right);
  // Each line holds one channel behind the other.
  for (let row = 0, at = 0; row < rows; row += 1)
    for (const { name, type } of channels) {
      const plane = planes.get(name);
      if (plane && row + down >= 0 && row + down < display.rows && from < to) {
        const start = (row + down) * display.columns + right;
        readLine(
          view,
          at + from * SAMPLE_BYTES[type],
          type,
          plane.subarray(start + from, start + to),
        );
      }
      at += columns * SAMPLE_BYTES[type];
    }
}

/** Half floats by their bits, made when the first one is read. */
let halves: Float32Array | undefined;

function readLine(view: DataView, at: number, type: ExrChannel['type'], line: Float32Array): void {
  if (type === 'half') {
    halves ??= Float32Array.from({ length: 65536 }, (_, bits) => halfPrecision(bits));
    for (let i = 0; i < line.length; i += 1) line[i] = halves[view.getUint16(at + 2 * i, true)]!;
  } else if (type === 'uint')
    for (let i = 0; i < line.length; i += 1) line[i] = view.getUint32(at + 4 * i, true);
  else for (let i = 0; i < line.length; i += 1) line[i] = view.getFloat32(at + 4 * i, true);
}
