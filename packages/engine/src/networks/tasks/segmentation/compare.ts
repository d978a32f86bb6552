import type { RgbImage } from '../../../host.ts';
import { blend, copyOf } from '../../overlay/canvas.ts';
import { colourOf } from '../../overlay/draw-detections.ts';
import type { IsInImageCircle } from '../../overlay/image-circle.ts';

/** The class of each pixel. */
export interface ClassMap {
  readonly kind: 'classMap';
  readonly rows: number;
  readonly columns: number;
  readonly classes: Uint16Array;
}

export interface SegmentationComparison {
  readonly kind: 'segmentation';
  /** Of the camera's picture, inside the image circle. */
  readonly pixels: number;
  /** Share of them that have the same class on both pictures, 0 to 1. */
  readonly equalShare: number;
}

type Size = Pick<RgbImage, 'rows' | 'columns'>;

/** How strongly a class colours its pixels. */
const TINT = 0.5;

/**
 * Visits each pixel of a picture of that size inside the image circle, with the place of the
 * nearest point in a class map.
 */
function atPixels(
  { rows, columns }: Size,
  map: Size,
  isSeen: IsInImageCircle,
  visit: (row: number, column: number, at: number) => void,
): void {
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [(column + 0.5) / columns, (row + 0.5) / rows];
      if (isSeen(x, y))
        visit(row, column, Math.floor(y * map.rows) * map.columns + Math.floor(x * map.columns));
    }
}

/** The share of pixels that have the same class on both pictures. */
export function compareClassMaps(
  camera: ClassMap,
  ideal: ClassMap,
  isSeen: IsInImageCircle,
): { readonly comparison: SegmentationComparison; readonly lines: readonly string[] } {
  let [pixels, equal] = [0, 0];
  atPixels(camera, ideal, isSeen, (row, column, at) => {
    pixels += 1;
    if (camera.classes[row * camera.columns + column] === ideal.classes[at]) equal += 1;
  });
  const equalShare = pixels > 0 ? equal / pixels : 0;
  return {
    comparison: { kind: 'segmentation', pixels, equalShare },
    lines: [
      `${(100 * equalShare).toFixed(2)} % of the pixels inside the image circle (${pixels}) have the same class on the camera's picture and on the ideal one.`,
    ],
  };
}

/** Tints pixels with the colours of their classes; the first class, usually background, stays. */
export function drawClassMap(map: ClassMap, picture: RgbImage, isSeen: IsInImageCircle): RgbImage {
  const canvas = copyOf(picture);
  atPixels(canvas, map, isSeen, (row, column, at) => {
    const label = map.classes[at]!;
    if (label > 0) blend(canvas, row, column, colourOf(label - 1), TINT);
  });
  return canvas;
}
