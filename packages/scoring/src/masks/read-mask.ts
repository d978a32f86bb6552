import { isObject, refuse, shown } from '../score-error.ts';
import { unionOf, type Mask } from './mask.ts';
import { polygonMask } from './polygon.ts';
import { checkedRuns, decodeCounts } from './run-lengths.ts';

/** The size of a picture, pixels. */
export interface Size {
  readonly height: number;
  readonly width: number;
}

/** Largest picture side; the product of two fits the run lengths. */
const MOST_PIXELS_ALONG = 65_535;

/**
 * A mask from the `segmentation` of COCO: polygons, plain run lengths or compressed ones.
 *
 * @param picture size of the picture; polygons need it, and run lengths must agree with it.
 * @throws ScoreError naming `place`.
 * @see docs/reference/vision.md#masks
 */
export function readMask(value: unknown, picture: Size | undefined, place: string): Mask {
  if (Array.isArray(value)) return readPolygons(value as readonly unknown[], picture, place);
  if (!isObject(value))
    return refuse(place, value === undefined ? 'is missing' : 'must be polygons or run lengths');
  const { size, counts } = value;
  if (!Array.isArray(size) || size.length !== 2 || !size.every(isSide))
    return refuse(`${place}.size`, `must be [height, width], not ${shown(size)}`);
  const [height, width] = size as [number, number];
  if (picture && (picture.height !== height || picture.width !== width))
    refuse(
      `${place}.size`,
      `must be that of the picture, [${picture.height}, ${picture.width}], not ${shown(size)}`,
    );
  const runs =
    typeof counts === 'string'
      ? decodeCounts(counts, `${place}.counts`)
      : Array.isArray(counts)
        ? checkedRuns(counts, `${place}.counts`)
        : refuse(`${place}.counts`, 'must be a text or a list of run lengths');
  const pixels = runs.reduce((sum, run) => sum + run, 0);
  if (pixels !== height * width)
    refuse(`${place}.counts`, `must add up to ${height} x ${width} pixels, not ${pixels}`);
  return { height, width, runs };
}

const isSide = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MOST_PIXELS_ALONG;

function readPolygons(list: readonly unknown[], picture: Size | undefined, place: string): Mask {
  if (!picture) return refuse(place, 'has polygons, which need width and height of the image');
  if (list.length === 0) refuse(place, 'must have a polygon');
  const masks = list.map((corners, i) => {
    const fits =
      Array.isArray(corners) &&
      corners.length >= 6 &&
      corners.length % 2 === 0 &&
      // Further out the boundary would be followed for hours.
      corners.every((value) => Number.isFinite(value) && Math.abs(value as number) < 1e6);
    if (!fits) refuse(`${place}[${i}]`, 'must have x and y of at least three corners');
    return polygonMask(corners as number[], picture.height, picture.width);
  });
  return masks.length === 1 ? masks[0]! : unionOf(masks);
}
