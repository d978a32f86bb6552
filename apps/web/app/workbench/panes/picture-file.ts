import { captionOf } from '../recipe/caption.ts';
import type { Recipe } from '../recipe/recipe.ts';

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

/** Downloads a file. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Downloads the picture of a data URL. It goes through a blob, because browsers limit the length of links to data. */
export const downloadPicture = (image: string, name: string): void =>
  downloadFile(pictureBlob(image), name);
