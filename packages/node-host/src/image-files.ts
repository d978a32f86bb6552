import { readFile } from 'node:fs/promises';
import { SimulationError, loadOnce, type RgbImage, type ShownImage } from '@lumenloom/engine';

/**
 * The pictures of the product by their names in the scene list. Names from a request are never used
 * as paths.
 */
const pictures: Readonly<Record<string, URL>> = {
  'apple.jpg': new URL('../images/apple.jpg', import.meta.url),
};

/** Decoded pictures of this thread. */
const decoded = new Map<string, Promise<RgbImage>>();

/**
 * Loads and decodes a picture of the product.
 * @throws SimulationError when no picture has that name.
 */
export const loadImage = (name: string): Promise<RgbImage> =>
  loadOnce(decoded, name, () => decode(name));

async function decode(name: string): Promise<RgbImage> {
  const file = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (!file)
    throw new SimulationError('bad-parameter', `There is no picture named ${name}.`, 'scene');
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(await readFile(file))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rows: info.height, columns: info.width, rgb: data };
}

/**
 * A picture file as 8-bit sRGB, turned as its EXIF orientation says, without transparency.
 *
 * @throws SimulationError when the bytes are no picture that can be read.
 */
export async function loadRgb(bytes: Uint8Array): Promise<RgbImage> {
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .removeAlpha()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`it has ${info.channels} channels`);
    return { rows: info.height, columns: info.width, rgb: data };
  } catch (error) {
    throw new SimulationError(
      'bad-parameter',
      `This is not a picture that can be read: ${(error as Error).message.trim()}.`,
    );
  }
}

/** Encodes a picture as PNG; a grey picture has one channel. */
export async function encodePng({ rows, columns, channels, data }: ShownImage): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(data, { raw: { width: columns, height: rows, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 4 })
    .toBuffer();
}

/** Pixels of a picture file, with as many bits as the file has. */
export interface DecodedPicture {
  readonly rows: number;
  readonly columns: number;
  /** Transparency is left out. */
  readonly channels: 1 | 3;
  /** [rows, columns, channels], row by row. */
  readonly data: Uint8Array | Uint16Array;
  /** Code of white: 255 or 65535. */
  readonly largest: number;
}

/**
 * Decodes a picture of any kind that sharp reads (PNG, JPEG, TIFF, WebP, AVIF).
 *
 * @throws SimulationError when the bytes are no such picture.
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const { default: sharp } = await import('sharp');
  try {
    const file = sharp(bytes);
    const { depth, space } = await file.metadata();
    const is16 = depth === 'ushort';
    // Without a colour space of 16 bits sharp rounds to 8.
    const { data, info } = await (
      is16 ? file.toColourspace(space === 'grey16' ? 'grey16' : 'rgb16') : file
    )
      .removeAlpha()
      .raw({ depth: is16 ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 1 && info.channels !== 3)
      throw new Error(`it has ${info.channels} channels`);
    return {
      rows: info.height,
      columns: info.width,
      channels: info.channels,
      data: is16 ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data,
      largest: is16 ? 65535 : 255,
    };
  } catch (error) {
    throw new SimulationError(
      'bad-parameter',
      `This is neither an .npy file nor a picture that can be read: ${(error as Error).message.trim()}.`,
    );
  }
}
