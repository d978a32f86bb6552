import { captionOf } from '../../model/recipe/caption.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Name of the downloaded file, such as 'd65-macbeth-ideal-lens-bayer-grbg-raw.png'. */
export const pictureFileName = (inputs: Recipe): string =>
  `${captionOf(inputs)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}.png`;

/** The file in a data URL. */
export function pictureBlob(image: string): Blob {
  const [head = '', body = ''] = image.split(',', 2);
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}

/** Downloads what an address of this page has. */
export function downloadAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Downloads a file. */
export function downloadFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  downloadAddress(address, name);
  // By then the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A picture of live, which has no file yet, as PNG. */
async function pngOf(address: string): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext('2d')!.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

/**
 * Downloads the picture of a data URL, through a blob, because browsers limit the length of links
 * to data; or the picture that live shows.
 */
export async function downloadPicture(image: string, name: string): Promise<void> {
  downloadFile(image.startsWith('data:') ? pictureBlob(image) : await pngOf(image), name);
}
