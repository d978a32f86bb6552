import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { SimulationError, loadOnce, type RgbImage, type ShownImage } from '@lumenloom/engine';

/** The pictures of the product by their names in the scene list. Names from a request are never used as paths. */
const pictures: Readonly<Record<string, URL>> = {
  'apple.jpg': new URL('../images/apple.jpg', import.meta.url),
};

/** Decoded pictures of this thread. */
const decoded = new Map<string, Promise<RgbImage>>();

/** Loads and decodes a picture of the product. @throws SimulationError when no picture has that name. */
export const loadImage = (name: string): Promise<RgbImage> =>
  loadOnce(decoded, name, () => decode(name));

async function decode(name: string): Promise<RgbImage> {
  const file = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (!file)
    throw new SimulationError('bad-parameter', `There is no picture named ${name}.`, 'scene');
  const { data, info } = await sharp(await readFile(file))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rows: info.height, columns: info.width, rgb: data };
}

/** Encodes a picture as PNG; a grey picture has one channel. */
export async function encodePng({ rows, columns, channels, data }: ShownImage): Promise<Buffer> {
  return sharp(data, { raw: { width: columns, height: rows, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 4 })
    .toBuffer();
}
