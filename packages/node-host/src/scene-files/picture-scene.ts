import { inflateSync } from 'node:zlib';
import type { decode as decodeTiff } from 'tiff';
import { sharedFloat32, srgbDecoder, toLinearSrgb, type OwnSceneData } from '@lumenloom/engine';
import { readProfile } from '../picture-files/icc-profile.ts';
import { pngColour, type PngColour } from '../picture-files/png-colour.ts';
import { MOST_SAMPLES, checkSize, failScene } from './spectral-file.ts';

/** A picture as linear planes: red, green and blue, or grey. */
export interface PictureScene {
  readonly data: OwnSceneData;
  readonly notes: readonly string[];
}

/**
 * Of PNG, JPEG, TIFF and BigTIFF, hexadecimal. Sharp would also read formats that name other files,
 * such as SVG.
 */
const FIRST_BYTES = ['89504e47', 'ffd8ff', '49492a00', '4d4d002a', '49492b00', '4d4d002b'];

/**
 * Decodes a PNG, JPEG or TIFF picture. Codes of 8 and 16 bits are sRGB; floats are linear, 1 being
 * white. Transparency is left out.
 *
 * @throws SimulationError when it is no picture, or too large.
 */
export async function readPicture(bytes: Uint8Array, room?: number): Promise<PictureScene> {
  const unreadable = (error: unknown): never =>
    failScene(`This is no picture that can be read: ${oneLine(error)}`);
  if (bytes.length === 0) failScene('The file is empty');
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (!FIRST_BYTES.some((first) => head.startsWith(first)))
    failScene('This is no picture that can be read: PNG, JPEG and TIFF are');
  const { default: sharp } = await import('sharp');
  const isTiff = !head.startsWith('89504e47') && !head.startsWith('ffd8ff');
  if (isTiff) refuseRaw(bytes);
  const opened = sharp(bytes, { limitInputPixels: MOST_SAMPLES });
  const { depth, width, height, pages, icc } = await opened.metadata().catch(unreadable);
  checkSize(height, width, 1, room);
  if (depth === 'float' || depth === 'double')
    return withPages(await readFloatTiff(bytes, unreadable), isTiff ? pages : 1);
  const png = head.startsWith('89504e47') ? pngColour(bytes) : undefined;
  const meaning = meaningOf(depth === 'ushort', png, icc);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MOST_SAMPLES,
    ...(meaning.isRaw && { ignoreIcc: true }),
  })
    .autoOrient()
    .toColourspace(meaning.is16 ? 'rgb16' : 'srgb')
    .removeAlpha()
    .raw({ depth: meaning.is16 ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const { width: columns, height: rows, channels } = info;
  const codes = meaning.is16
    ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
    : data;
  const light = lightOf(
    meaning,
    coloursOf(channels),
    (pixel, channel) => codes[pixel * channels + channel]!,
  );
  const picture = linearScene(rows, columns, coloursOf(channels), light);
  return withPages({ ...picture, notes: [...meaning.notes, ...picture.notes] }, isTiff ? pages : 1);
}

/** Says which page of several was read. */
const withPages = (picture: PictureScene, pages = 1): PictureScene =>
  pages > 1
    ? {
        ...picture,
        notes: [`The file has ${pages} pages; the first one is read.`, ...picture.notes],
      }
    : picture;

/** What the codes of a picture mean. */
interface CodeMeaning {
  readonly is16: boolean;
  /** Whether the codes are read as they stand, without the profile of the file. */
  readonly isRaw: boolean;
  /** From a code, 0 to 1, to light, by channel; absent: the curve of sRGB. */
  readonly curves?: readonly ((code: number) => number)[];
  readonly toSrgb?: ((colour: Triple) => Triple) | undefined;
  readonly notes: readonly string[];
}

type Triple = readonly [number, number, number];

/** A profile of 16-bit codes is applied here; sharp would take them to another space on its way. */
function meaningOf(
  is16: boolean,
  png: PngColour | undefined,
  icc: Uint8Array | undefined,
): CodeMeaning {
  const isProfiled = icc !== undefined && (png?.isProfiled ?? true);
  if (!isProfiled) {
    const { exponent, primaries } = png ?? {};
    const toSrgb = primaries && toLinearSrgb(primaries);
    const curve = exponent === undefined ? undefined : (code: number) => code ** exponent;
    return {
      is16,
      isRaw: icc !== undefined || curve !== undefined || toSrgb !== undefined,
      ...(curve && { curves: [curve, curve, curve] }),
      toSrgb,
      notes: [
        ...(exponent === undefined
          ? []
          : [`Its light is the codes to the power of ${Number(exponent.toPrecision(4))}.`]),
        ...(toSrgb
          ? ['Its colours have primaries of their own, and are converted to those of sRGB.']
          : []),
      ],
    };
  }
  if (!is16) return { is16, isRaw: false, notes: [] };
  const profile = readProfile(icc);
  if (!profile)
    return {
      is16: false,
      isRaw: false,
      notes: ['Its colour profile has tables, which are applied to 8 bits of the codes.'],
    };
  return { is16, isRaw: true, ...profile, notes: ['Its colours are converted by its profile.'] };
}

/** The light of a pixel and channel. */
function lightOf(
  { is16, curves, toSrgb }: CodeMeaning,
  channels: number,
  codeAt: (pixel: number, channel: number) => number,
): (pixel: number, channel: number) => number {
  const white = is16 ? 65535 : 255;
  const srgb = srgbDecoder(white);
  const tables = curves?.map((curve) =>
    Float64Array.from({ length: white + 1 }, (_, code) => curve(code / white)),
  );
  const linear = (pixel: number, channel: number): number => {
    const code = codeAt(pixel, channel);
    return tables ? (tables[channel] ?? tables[0]!)[code]! : srgb(code);
  };
  if (!toSrgb || channels === 1) return linear;
  return (pixel, channel) =>
    toSrgb([linear(pixel, 0), linear(pixel, 1), linear(pixel, 2)])[channel]!;
}

/** @throws SimulationError for a raw file, which is a TIFF with the tag DNGVersion. */
function refuseRaw(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  if (bytes.length < 8 || view.getUint16(2, little) !== 42) return;
  const at = view.getUint32(4, little);
  if (at + 2 > bytes.length) return;
  const count = view.getUint16(at, little);
  for (let i = 0; i < count && at + 14 + 12 * i <= bytes.length; i += 1)
    if (view.getUint16(at + 2 + 12 * i, little) === DNG_VERSION)
      failScene('This is a DNG raw file: develop it first, or give a TIFF');
}

const DNG_VERSION = 50706;

/**
 * Floats of a TIFF, the only pictures of sharp that have them; sharp itself would convert them as
 * colours.
 */
async function readFloatTiff(
  bytes: Uint8Array,
  unreadable: (error: unknown) => never,
): Promise<PictureScene> {
  const { width, height, samplesPerPixel, data } = await firstPage(bytes, unreadable);
  checkSize(height, width, 1);
  return linearScene(
    height,
    width,
    coloursOf(samplesPerPixel === 4 ? 3 : samplesPerPixel),
    (pixel, channel) => data[pixel * samplesPerPixel + channel]!,
  );
}

async function firstPage(bytes: Uint8Array, unreadable: (error: unknown) => never) {
  const { decode } = await import('tiff');
  try {
    const [described] = decode(bytes, { pages: [0], ignoreImageData: true });
    if (!described) return unreadable(new Error('it has no picture'));
    checkPieces(bytes, described);
    const [page] = decode(bytes, { pages: [0] });
    return page ?? unreadable(new Error('it has no picture'));
  } catch (error) {
    return unreadable(error);
  }
}

type TiffPage = ReturnType<typeof decodeTiff>[number];
/** Both numbers that TIFF has for deflate. */
const DEFLATE: readonly number[] = [8, 32946];

/**
 * Checks the strips or tiles of a TIFF before the library reads them: the library neither notices
 * one that ends beyond the file, nor limits the size of the unpacked data.
 *
 * @throws Error for a file that ends early, and for data that unpack to more than the picture's
 * size.
 */
export function checkPieces(bytes: Uint8Array, page: TiffPage): void {
  const { width, height, samplesPerPixel, bitsPerSample, compression, tiled } = page;
  const [offsets, counts] = tiled
    ? [page.tileOffsets, page.tileByteCounts]
    : [page.stripOffsets, page.stripByteCounts];
  const pixels = tiled
    ? (page.tileWidth ?? width) * (page.tileHeight ?? height)
    : Math.min(page.rowsPerStrip, height) * width;
  const most = Math.ceil((pixels * samplesPerPixel * bitsPerSample) / 8);
  for (const [i, offset] of offsets.entries()) {
    const end = offset + counts[i]!;
    if (!(end <= bytes.length)) throw new Error('it ends early');
    if (DEFLATE.includes(compression))
      inflateSync(bytes.subarray(offset, end), { maxOutputLength: most });
  }
}

const coloursOf = (channels: number): number =>
  channels === 1 || channels === 3
    ? channels
    : failScene(`The picture has ${channels} channels; grey and colour pictures are read`);

const oneLine = (error: unknown): string => (error as Error).message.trim().split('\n')[0]!;

/**
 * Linear planes from a function of pixel and channel. Values below 0, which lie outside the colours
 * of the file, become 0.
 *
 * @throws SimulationError when a value is no finite number, or all are 0.
 */
export function linearScene(
  rows: number,
  columns: number,
  channels: number,
  valueAt: (pixel: number, channel: number) => number,
): PictureScene {
  let negative = 0;
  let largest = 0;
  const planes = Array.from({ length: channels }, (_, channel) => {
    const plane = sharedFloat32(rows * columns);
    for (let pixel = 0; pixel < plane.length; pixel += 1) {
      const value = valueAt(pixel, channel);
      if (!Number.isFinite(value))
        failScene(
          `The value at row ${Math.floor(pixel / columns)}, column ${pixel % columns} is ${value}`,
        );
      if (value < 0) negative += 1;
      else {
        plane[pixel] = value;
        if (value > largest) largest = value;
      }
    }
    return plane;
  });
  if (largest === 0) failScene('The picture is black');
  return {
    data: { rows, columns, planes, spectra: undefined },
    notes: negative > 0 ? [`${negative} values below 0 are taken as 0.`] : [],
  };
}
