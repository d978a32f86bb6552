import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** Writes 8-bit sRGB pixels to a `.png` file or, by any other name, to a JPEG (4:4:4). */
export async function savePicture(
  pixels: Uint8Array,
  width: number,
  height: number,
  file: string,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  if (file.endsWith('.png')) await picture.png().toFile(file);
  else await picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toFile(file);
}
