import { rectangleOverlap, rectangleRound, type TurnedRectangle } from '@lumenloom/engine';
import {
  readBox,
  refuse,
  type CocoAnnotation,
  type CocoResult,
  type Likeness,
  type Shape,
} from '@lumenloom/scoring';

interface RectangleShape extends Shape {
  readonly rectangle: TurnedRectangle;
}

/** Results per image and category that count, as of boxes. */
const MOST = 100;

/**
 * Turned rectangles: `rbox` (middle, width, height, angle in radians), else the smallest rectangle
 * round `poly` (corners) or round the polygons of `segmentation`, else `bbox`. Over the area of the
 * result where the object is a crowd.
 */
export const orientedLikeness: Likeness<RectangleShape> = {
  most: MOST,
  shapeOf: (item, { place }) => {
    const rectangle = rectangleOf(item, place);
    return { rectangle, area: rectangle[2] * rectangle[3] };
  },
  of: ({ rectangle: found }, { rectangle, crowd }) => {
    const overlap = rectangleOverlap(found, rectangle);
    if (!crowd) return overlap;
    const [own, other] = [found[2] * found[3], rectangle[2] * rectangle[3]];
    return own > 0 ? ((overlap / (1 + overlap)) * (own + other)) / own : 0;
  },
};

type Item = (CocoAnnotation | CocoResult) & { readonly rbox?: unknown; readonly poly?: unknown };

function rectangleOf(item: Item, place: string): TurnedRectangle {
  const { rbox, poly, segmentation, bbox } = item;
  if (rbox !== undefined) {
    if (!isNumbers(rbox) || rbox.length !== 5)
      return refuse(`${place}.rbox`, 'must have five numbers');
    if (rbox[2]! < 0 || rbox[3]! < 0)
      return refuse(`${place}.rbox`, 'must not have a negative width or height');
    return rbox as unknown as TurnedRectangle;
  }
  if (poly !== undefined) {
    if (!isNumbers(poly) || poly.length !== 8)
      return refuse(`${place}.poly`, 'must have eight numbers');
    return rectangleRound(poly);
  }
  if (Array.isArray(segmentation) && segmentation.length > 0) {
    const flat: unknown = segmentation.flat();
    if (!isNumbers(flat) || flat.length < 6 || flat.length % 2 === 1)
      return refuse(`${place}.segmentation`, 'must have polygons of three points or more');
    return rectangleRound(flat);
  }
  const [x, y, width, height] = readBox(bbox, `${place}.bbox`);
  return [x + width / 2, y + height / 2, width, height, 0];
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number' && Number.isFinite(one));
