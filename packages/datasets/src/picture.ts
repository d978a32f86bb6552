import type { RgbImage } from '@lumenloom/engine';
import { refusal, type FileTree } from './file-tree.ts';

/** Names of pictures. */
export const PICTURE = /\.(?:png|jpe?g|tiff?|bmp|webp)$/i;
/** Largest picture that is decoded. */
const MOST_PIXELS = 100e6;
/** Bytes in which the header of a picture usually stands. */
const HEAD = 65_536;
/** Of PNG, JPEG and TIFF, hexadecimal: sharp would also read formats that name other files. */
const FIRST_BYTES = ['89504e47', 'ffd8ff', '49492a00', '4d4d002a', '49492b00', '4d4d002b'];

/** Pixels, after the rotation that the file asks for. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

async function opened(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (!FIRST_BYTES.some((first) => head.startsWith(first)))
    throw refusal('it is no PNG, JPEG or TIFF picture');
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MOST_PIXELS });
}

/** First line of what a library says. */
const reason = (error: unknown): string =>
  (error as Error).message.trim().split('\n')[0]!.replace(/\.$/, '').slice(0, 200);

async function turnedSize(bytes: Uint8Array): Promise<PictureSize> {
  const { autoOrient } = await (await opened(bytes)).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** @throws SimulationError when it is no picture that can be read. */
export async function sizeOf(tree: FileTree, path: string): Promise<PictureSize> {
  try {
    return await turnedSize(await tree.readHead(path, HEAD));
  } catch {
    // The header of a TIFF may stand at its end.
    return turnedSize(await tree.read(path)).catch((error: unknown) => {
      throw refusal(`${path} cannot be read: ${reason(error)}.`);
    });
  }
}

/**
 * Decodes a picture to 8-bit sRGB, turned as it asks for; transparency is left out.
 *
 * @throws SimulationError when it cannot be decoded.
 */
export async function decodeRgb(bytes: Uint8Array, path: string): Promise<RgbImage> {
  try {
    const { data, info } = await (
      await opened(bytes)
    )
      .autoOrient()
      .toColourspace('srgb')
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width: columns, height: rows, channels } = info;
    if (channels === 3) return { rows, columns, rgb: data };
    const rgb = new Uint8Array(rows * columns * 3);
    for (let i = 0; i < rgb.length; i += 1) rgb[i] = data[Math.floor(i / 3) * channels]!;
    return { rows, columns, rgb };
  } catch (error) {
    throw refusal(`${path} cannot be read: ${reason(error)}.`);
  }
}

/**
 * What is wrong with the size of a picture. Labels of a picture that asks to be turned must be of
 * the turned picture.
 */
export function sizeProblem(
  { width, height }: PictureSize,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): string | undefined {
  if (width === 0 || (columns === width && rows === height)) return undefined;
  return rows === width && columns === height
    ? `is ${columns} x ${rows} pixels after the rotation that it asks for (EXIF), and its labels are for ${width} x ${height}: save it without that rotation`
    : `has ${columns} x ${rows} pixels, and its labels are for ${width} x ${height}`;
}
