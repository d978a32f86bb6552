import type { Primaries } from '@lumenloom/engine';
import { checkSize, failScene } from '../scene-files/spectral-file.ts';
import { ByteCursor } from './byte-cursor.ts';

/** Types of samples in the order of the format: whole numbers of 32 bits, half floats, floats. */
const TYPES = ['uint', 'half', 'float'] as const;
export type ExrType = (typeof TYPES)[number];
export const SAMPLE_BYTES: Readonly<Record<ExrType, number>> = { uint: 4, half: 2, float: 4 };

const COMPRESSIONS = [
  'NONE',
  'RLE',
  'ZIPS',
  'ZIP',
  'PIZ',
  'PXR24',
  'B44',
  'B44A',
  'DWAA',
  'DWAB',
] as const;
export type ExrCompression = (typeof COMPRESSIONS)[number];

export interface ExrChannel {
  /** As the part calls it, such as `ViewLayer.Depth.Z`. */
  readonly name: string;
  readonly type: ExrType;
  /** Whether the values are perceptually linear: B44 stores another function of these. */
  readonly isPerceptual: boolean;
  /** Whether there are fewer samples than pixels. */
  readonly isSubsampled: boolean;
}

/** The pixels that a block holds. */
export interface BlockShape {
  readonly rows: number;
  readonly columns: number;
  readonly channels: readonly ExrChannel[];
}

/** Pixels, the first and the last included. */
export interface ExrWindow {
  readonly left: number;
  readonly top: number;
  readonly rows: number;
  readonly columns: number;
}

/** A part of a file: pixels of one window and their channels. */
export interface ExrPart {
  /** Empty where the file gives none. */
  readonly name: string;
  readonly channels: readonly ExrChannel[];
  readonly compression: ExrCompression;
  readonly isDeep: boolean;
  /** The pixels that are stored. */
  readonly data: ExrWindow;
  /** The picture: what is not stored is 0, and what lies outside is left out. */
  readonly display: ExrWindow;
  /** Size of a tile; undefined for lines. */
  readonly tile?: { readonly rows: number; readonly columns: number };
  /** Chunks of all levels, as the header says. */
  readonly chunkCount?: number;
  /** Text attributes by their names. */
  readonly texts: ReadonlyMap<string, string>;
  /** Of red, green and blue; absent: those of Rec. 709. */
  readonly primaries?: Primaries;
  /** Width over height of a pixel. */
  readonly pixelAspect: number;
}

export interface ExrHeaders {
  readonly parts: readonly ExrPart[];
  /** Whether chunks begin with the number of their part. */
  readonly isMultiPart: boolean;
  /** Where the tables of the chunks begin. */
  readonly tableAt: number;
}

const MAGIC = 20000630;
const [TILED, DEEP, MULTI_PART] = [0x200, 0x800, 0x1000];
const LEVEL_MODES = 3;
export const DAMAGED = 'The OpenEXR file is damaged or ends early';

/**
 * Reads what stands before the pixels of an OpenEXR file.
 *
 * @param room bytes that a plane of the picture may take.
 * @throws SimulationError, or RangeError where the file ends early.
 * @see OpenEXR project, OpenEXR file layout.
 */
export function readHeaders(bytes: Uint8Array, room: number | undefined): ExrHeaders {
  const file = new ByteCursor(bytes);
  if (bytes.length < 8 || file.uint32() !== MAGIC)
    failScene('The first bytes are not those of an OpenEXR file');
  const flags = file.uint32();
  const isMultiPart = (flags & MULTI_PART) !== 0;
  const parts: ExrPart[] = [];
  do {
    const attributes = readAttributes(file);
    if (attributes.size === 0 && isMultiPart && parts.length > 0) break;
    parts.push(partOf(attributes, flags, room));
  } while (isMultiPart);
  return { parts, isMultiPart, tableAt: file.at };
}

interface Attribute {
  readonly type: string;
  readonly value: Uint8Array;
}
type Attributes = ReadonlyMap<string, Attribute>;

function readAttributes(file: ByteCursor): Attributes {
  const attributes = new Map<string, Attribute>();
  for (let name = file.text(); name !== ''; name = file.text())
    attributes.set(name, { type: file.text(), value: file.bytes(file.int32()) });
  return attributes;
}

function partOf(attributes: Attributes, flags: number, room: number | undefined): ExrPart {
  const valueOf = (name: string): ByteCursor | undefined => {
    const attribute = attributes.get(name);
    return attribute && new ByteCursor(attribute.value);
  };
  const texts = new Map(
    [...attributes].flatMap(([name, { type, value }]) =>
      type === 'string' ? [[name, new TextDecoder().decode(value)] as const] : [],
    ),
  );
  const [list, method, window] = ['channels', 'compression', 'dataWindow'].map(valueOf);
  const channels = list ? readChannels(list) : [];
  const number = method?.uint8();
  if (!window || number === undefined || channels.length === 0)
    return failScene('The header of the OpenEXR file has no channels, compression or dataWindow');
  const compression = COMPRESSIONS[number];
  if (compression === undefined)
    return failScene(`The OpenEXR file has the compression number ${number}, which is not known`);
  const data = readWindow(window);
  const display = valueOf('displayWindow');
  const part = { name: texts.get('name') ?? '', channels, compression, data, texts };
  const type = texts.get('type') ?? (flags & TILED ? 'tiledimage' : 'scanlineimage');
  const tiles = /tile/.test(type) ? valueOf('tiles') : undefined;
  if (/tile/.test(type) && !tiles) failScene('The OpenEXR file has tiles of no size');
  const shown = display ? readWindow(display) : data;
  for (const { rows, columns } of [data, shown]) checkSize(rows, columns, channels.length, room);
  const chunkCount = valueOf('chunkCount')?.int32();
  const primaries = primariesOf(attributes.get('chromaticities')?.value);
  return {
    ...part,
    display: shown,
    isDeep: /^deep/.test(type) || ((flags & DEEP) !== 0 && !texts.has('type')),
    ...(chunkCount !== undefined && { chunkCount }),
    ...(tiles && { tile: readTileSize(tiles) }),
    ...(primaries && { primaries }),
    pixelAspect: aspectOf(attributes.get('pixelAspectRatio')?.value),
  };
}

const floatsOf = (value: Uint8Array): number[] => {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  return Array.from({ length: value.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
};

/** Floats that round .6400 and such are those chromaticities. */
const DIGITS = 6;

function primariesOf(value: Uint8Array | undefined): Primaries | undefined {
  if (!value) return undefined;
  const numbers = floatsOf(value).map((one) => Number(one.toPrecision(DIGITS)));
  if (numbers.length !== 8 || !numbers.every(Number.isFinite)) return failScene(DAMAGED);
  const pair = (i: number) => [numbers[i]!, numbers[i + 1]!] as const;
  return { red: pair(0), green: pair(2), blue: pair(4), white: pair(6) };
}

/** Aspects that no camera or renderer has are damage. */
const MOST_ASPECT = 10;

function aspectOf(value: Uint8Array | undefined): number {
  const [aspect = 1] = value ? floatsOf(value) : [];
  return aspect >= 1 / MOST_ASPECT && aspect <= MOST_ASPECT
    ? Number(aspect.toPrecision(DIGITS))
    : failScene(`The OpenEXR file has pixels ${aspect} times as wide as high`);
}

function readTileSize(tiles: ByteCursor): { readonly rows: number; readonly columns: number } {
  const [columns, rows, mode] = [tiles.uint32(), tiles.uint32(), tiles.uint8()];
  if (rows < 1 || columns < 1 || (mode & 15) >= LEVEL_MODES) failScene(DAMAGED);
  return { rows, columns };
}

function readWindow(box: ByteCursor): ExrWindow {
  const [left, top, right, bottom] = [box.int32(), box.int32(), box.int32(), box.int32()];
  return { left, top, rows: bottom - top + 1, columns: right - left + 1 };
}

function readChannels(list: ByteCursor): ExrChannel[] {
  const channels: ExrChannel[] = [];
  while (list.left > 1) {
    const name = list.text();
    const type = TYPES[list.int32()];
    if (type === undefined) return failScene(`Channel ${name} has a type that is not known`);
    const isPerceptual = list.uint8() !== 0;
    list.skip(3);
    const [across, down] = [list.int32(), list.int32()];
    channels.push({ name, type, isPerceptual, isSubsampled: across !== 1 || down !== 1 });
  }
  return channels;
}
