import { SimulationError } from '../simulation-error.ts';
import { readLosslessJpeg } from './lossless-jpeg.ts';

/** A raw picture of a DNG, and what it says of itself. */
export interface DngPicture {
  readonly rows: number;
  readonly columns: number;
  readonly codes: Uint16Array;
  /** Letters of r, g and b of the 2 x 2 tile, row by row; `mono` for one colour. */
  readonly pattern: string;
  /** Of the last code. */
  readonly bits: number;
  /** Codes; undefined where it does not say it. */
  readonly black: number | undefined;
  /** Seconds. */
  readonly exposure: number | undefined;
}

export const TAG = {
  ...{ subfile: 254, columns: 256, rows: 257, bits: 258, compression: 259, photometric: 262 },
  ...{ offsets: 273, samples: 277, rowsPerStrip: 278, counts: 279, subDirectories: 330 },
  ...{ tileColumns: 322, tileRows: 323, tileOffsets: 324, tileCounts: 325 },
  ...{ cfaSize: 33421, cfaPattern: 33422, exposure: 33434, exif: 34665, dng: 50706 },
  ...{ black: 50714, white: 50717, linearization: 50712, predictor: 317, planar: 284 },
} as const;
const [CFA, LINEAR_RAW] = [32803, 34892];
const [UNCOMPRESSED, JPEG] = [1, 7];
/** Bytes of the types of TIFF, by number. */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4 },
};
const MOST_ENTRIES = 4096;
const MOST_DIRECTORIES = 64;
const MOST_PIXELS = 2 ** 29;
/** Values of a tag that are read. */
const MOST_VALUES = 2 ** 20;

export type Directory = ReadonlyMap<number, readonly number[]>;

/** Whether the bytes begin as a TIFF, of which DNG is one. */
export const isTiff = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[2] === 42 && bytes[3] === 0) ||
  (bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[2] === 0 && bytes[3] === 42);

/**
 * Reads the raw picture of a DNG: strips or tiles, uncompressed or lossless JPEG.
 *
 * @returns undefined for a TIFF that is no DNG.
 * @throws SimulationError for a DNG of another kind.
 * @see Adobe, Digital Negative (DNG) Specification 1.4.0.0; TIFF revision 6.0.
 */
export function readDng(bytes: Uint8Array): DngPicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  const directories = directoriesOf(view, isLittle);
  if (!directories.some((one) => one.has(TAG.dng))) return undefined;
  const raw = directories.find((one) => {
    const [kind] = one.get(TAG.photometric) ?? [];
    return (kind === CFA || kind === LINEAR_RAW) && (one.get(TAG.subfile)?.[0] ?? 0) === 0;
  });
  if (!raw) return fail('it has no raw picture');
  const first = (tag: number, or?: number): number =>
    raw.get(tag)?.[0] ?? or ?? fail('a field of its raw picture is missing');
  const [rows, columns, bits] = [first(TAG.rows), first(TAG.columns), first(TAG.bits)];
  if (!(rows > 0 && columns > 0 && rows * columns <= MOST_PIXELS)) fail('its size is not one');
  if (first(TAG.samples, 1) !== 1) fail('it has several values per pixel');
  if (raw.has(TAG.linearization)) fail('its codes are companded, which is not undone');
  const codes = new Uint16Array(rows * columns);
  const pieces = piecesOf(raw, { rows, columns });
  for (const piece of pieces) {
    if (piece.offset + piece.length > bytes.length) fail('it ends early');
    const data = bytes.subarray(piece.offset, piece.offset + piece.length);
    const compression = first(TAG.compression, UNCOMPRESSED);
    if (compression !== UNCOMPRESSED && compression !== JPEG)
      fail(`its compression ${compression} is not read: uncompressed and lossless JPEG are`);
    const found =
      compression === JPEG
        ? fitted(readLosslessJpeg(data), piece)
        : unpacked(data, piece, bits, isLittle);
    for (let row = 0; row < piece.rows && piece.top + row < rows; row += 1) {
      const width = Math.min(piece.columns, columns - piece.left);
      codes.set(
        found.subarray(row * piece.columns, row * piece.columns + width),
        (piece.top + row) * columns + piece.left,
      );
    }
  }
  const white = raw.get(TAG.white)?.[0] ?? 2 ** bits - 1;
  const black = raw.get(TAG.black);
  const exposure = directories.flatMap((one) => one.get(TAG.exposure) ?? [])[0];
  return {
    rows,
    columns,
    codes,
    pattern: patternOf(raw),
    bits: Math.max(8, Math.min(16, Math.ceil(Math.log2(white + 1)))),
    black: black && black.reduce((sum, value) => sum + value, 0) / black.length,
    exposure,
  };
}

function patternOf(raw: Directory): string {
  if (raw.get(TAG.photometric)![0] === LINEAR_RAW) return 'mono';
  const pattern = raw.get(TAG.cfaPattern) ?? [];
  const size = raw.get(TAG.cfaSize) ?? [2, 2];
  if (size[0] !== 2 || size[1] !== 2 || pattern.length !== 4 || pattern.some((c) => c > 2))
    fail('its colours are not those of a Bayer pattern');
  return pattern.map((colour) => 'rgb'[colour]!).join('');
}

export interface Piece {
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly columns: number;
}

export function piecesOf(
  raw: Directory,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): readonly Piece[] {
  const isTiled = raw.has(TAG.tileOffsets);
  const height = isTiled ? raw.get(TAG.tileRows)?.[0] : (raw.get(TAG.rowsPerStrip)?.[0] ?? rows);
  const width = isTiled ? raw.get(TAG.tileColumns)?.[0] : columns;
  const offsets = raw.get(isTiled ? TAG.tileOffsets : TAG.offsets) ?? [];
  const counts = raw.get(isTiled ? TAG.tileCounts : TAG.counts) ?? [];
  if (!height || !width || height * width > MOST_PIXELS) return fail('its pieces have no size');
  const across = Math.ceil(columns / width);
  if (offsets.length < across * Math.ceil(rows / height) || counts.length < offsets.length)
    fail('a piece of its picture is missing');
  return offsets.map((offset, i) => {
    const top = Math.floor(i / across) * height;
    return {
      offset,
      length: counts[i]!,
      top,
      left: (i % across) * width,
      // The last strip may be shorter; tiles are whole.
      rows: isTiled ? height : Math.min(height, rows - top),
      columns: width,
    };
  });
}

/** Codes of a lossless JPEG, which may have two rows in one of its own. */
function fitted(
  { rows, columns, samples }: ReturnType<typeof readLosslessJpeg>,
  piece: Piece,
): Uint16Array {
  if (rows * columns !== piece.rows * piece.columns)
    fail(`a piece has ${rows} × ${columns} values for ${piece.rows} × ${piece.columns} pixels`);
  return samples;
}

export function unpacked(
  data: Uint8Array,
  { rows, columns }: Piece,
  bits: number,
  isLittle: boolean,
): Uint16Array {
  const rowBytes = Math.ceil((columns * bits) / 8);
  if (bits < 8 || bits > 16) fail(`it has ${bits} bits per pixel`);
  if (data.length < rows * rowBytes) fail('it ends early');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Uint16Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    if (bits === 16) return view.getUint16(row * rowBytes + 2 * column, isLittle);
    // Packed from the highest bit on, whatever the order of the bytes.
    const start = column * bits;
    let value = 0;
    for (let bit = start; bit < start + bits;) {
      const take = Math.min(8 - (bit & 7), start + bits - bit);
      const byte = data[row * rowBytes + (bit >> 3)]!;
      value = (value << take) | ((byte >> (8 - (bit & 7) - take)) & (2 ** take - 1));
      bit += take;
    }
    return value;
  });
}

export function directoriesOf(view: DataView, isLittle: boolean): readonly Directory[] {
  const found: Directory[] = [];
  const waiting = [readUint(view, 4, 4, isLittle)];
  const known = new Set<number>();
  while (waiting.length > 0) {
    const at = waiting.shift()!;
    if (at === 0 || known.has(at)) continue;
    known.add(at);
    if (known.size > MOST_DIRECTORIES) fail('it has too many directories');
    const count = readUint(view, at, 2, isLittle);
    if (count > MOST_ENTRIES) fail('a directory is too long');
    const directory = new Map<number, readonly number[]>();
    for (let i = 0; i < count; i += 1) {
      const [tag, values] = entryAt(view, at + 2 + 12 * i, isLittle);
      if (values) directory.set(tag, values);
    }
    found.push(directory);
    waiting.push(
      ...(directory.get(TAG.subDirectories) ?? []),
      ...(directory.get(TAG.exif) ?? []),
      readUint(view, at + 2 + 12 * count, 4, isLittle),
    );
  }
  return found;
}

function entryAt(
  view: DataView,
  at: number,
  isLittle: boolean,
): readonly [tag: number, values: readonly number[] | undefined] {
  const [tag, type] = [readUint(view, at, 2, isLittle), readUint(view, at + 2, 2, isLittle)];
  const count = readUint(view, at + 4, 4, isLittle);
  const size = SIZES[type];
  const isWanted = Object.values<number>(TAG).includes(tag);
  if (!isWanted || size === undefined || count > MOST_VALUES) return [tag, undefined];
  const start = size * count <= 4 ? at + 8 : readUint(view, at + 8, 4, isLittle);
  return [
    tag,
    Array.from({ length: count }, (_, i) => {
      const place = start + i * size;
      if (type === 5 || type === 10) {
        const [above, below] = [place, place + 4].map((part) => readUint(view, part, 4, isLittle));
        return below === 0 ? 0 : above! / below!;
      }
      return readUint(view, place, Math.min(size, 4), isLittle);
    }),
  ];
}

function readUint(view: DataView, at: number, size: number, isLittle: boolean): number {
  if (at < 0 || at + size > view.byteLength) return fail('it ends early');
  if (size === 1) return view.getUint8(at);
  return size === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
}

function fail(why: string): never {
  throw new SimulationError('bad-parameter', `This DNG cannot be read: ${why}.`);
}
