import { captionOf } from '../recipe/caption.ts';
import type { Recipe } from '../recipe/recipe.ts';

/** Name of the downloaded file, such as 'd65-macbeth-ideal-lens-bayer-grbg-raw.png'. */
export const pictureFileName = (inputs: Recipe): string =>
  `${captionOf(inputs)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}.png`;

/** Downloads the picture of a data URL. It goes through a blob, because browsers limit the length of links to data. */
export function downloadPicture(image: string, name: string): void {
  const [head = '', body = ''] = image.split(',', 2);
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' }),
  );
  link.download = name;
  link.click();
  // By then the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
