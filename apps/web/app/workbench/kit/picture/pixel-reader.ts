import type { Point } from './picture-view.ts';

/** Red, green and blue of single pixels, 0 to 255 as they are in the file. */
export function createPixelReader(
  picture: HTMLImageElement,
): (at: Point) => readonly [number, number, number] {
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0);
  return ({ x, y }) => {
    const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
    return [red, green, blue];
  };
}
