import { isInField, isInFrame, sensorPoint, type LabelView, type Point } from './label-view.ts';
import { inverseMap } from './map-through-lens.ts';
import { maskOf, runLengthsOf, type RunLengths } from './run-lengths.ts';
import { warpPolygon, type Box, type WarpedPolygon } from './warp-polygon.ts';

/** What is labelled in a picture, with the keys of COCO. Pixels of the picture. */
export interface Annotation {
  readonly id: number;
  readonly image_id: number;
  readonly category_id: number;
  readonly bbox: Box;
  /** Square pixels. */
  readonly area: number;
  readonly iscrowd: 0 | 1;
  /** Polygons x, y, x, y, ..., or a mask; absent where only the box is known. */
  readonly segmentation?: readonly (readonly number[])[] | RunLengths;
  /** x, y, visibility, ...; visibility 0 is not labelled, 1 hidden, 2 visible. */
  readonly keypoints?: readonly number[];
  readonly num_keypoints?: number;
  /** What it says, where it is text. */
  readonly text?: string;
}

/** The same in the picture of a camera. */
export interface WarpedAnnotation extends Annotation {
  /** Share of the object's area in the source picture that the camera records, above 0, to 1. */
  readonly visibleShare: number;
  /**
   * How sure the box is where only a box was labelled: overlap over union of the boxes of the
   * warped rectangle and of the warped ellipse in it, 0 to 1.
   */
  readonly labelIou?: number;
}

/** Points on the outline of |x|^power + |y|^power = 1. */
const superellipse = (power: number): readonly Point[] => {
  const bent = (value: number): number => Math.sign(value) * Math.abs(value) ** (2 / power);
  return Array.from({ length: 720 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 720;
    return [bent(Math.cos(angle)), bent(Math.sin(angle))];
  });
};
/** The shape that stands for an object whose box alone is known. */
const SUPERELLIPSE = superellipse(3);
const ELLIPSE = superellipse(2);

/**
 * The labels of a picture as they are in the picture of a camera. Objects of which nothing is
 * recorded are left out; those of which less than a share is recorded become crowds, in which
 * nothing counts as a false alarm.
 *
 * @param annotations of the picture.
 * @param minVisible share of an object's area below which it is a crowd, 0 to 1.
 * @see docs/reference/vision.md#labels-through-the-lens.
 */
export const labelsThroughLens = (
  view: LabelView,
  annotations: readonly Annotation[],
  { minVisible }: { readonly minVisible: number },
): readonly WarpedAnnotation[] =>
  annotations.flatMap((annotation) => {
    const warped = warpShape(view, annotation);
    if (!warped) return [];
    const { box, areaRatio, visibleShare, ...shape } = warped;
    const keypoints = annotation.keypoints && warpKeypoints(view, annotation.keypoints);
    return [
      {
        id: annotation.id,
        image_id: annotation.image_id,
        category_id: annotation.category_id,
        bbox: box,
        area: annotation.area * areaRatio,
        iscrowd: visibleShare < minVisible ? 1 : annotation.iscrowd,
        ...shape,
        ...(annotation.text !== undefined && { text: annotation.text }),
        ...(keypoints && {
          keypoints,
          num_keypoints: keypoints.filter((value, i) => i % 3 === 2 && value > 0).length,
        }),
        visibleShare,
      },
    ];
  });

interface WarpedShape extends Pick<WarpedAnnotation, 'segmentation' | 'labelIou'> {
  readonly box: Box;
  /** Recorded area over the area of the shape in the source picture. */
  readonly areaRatio: number;
  readonly visibleShare: number;
}

/** The visible part of an object; undefined where nothing is recorded. */
function warpShape(view: LabelView, annotation: Annotation): WarpedShape | undefined {
  const { segmentation, bbox } = annotation;
  if (segmentation && 'counts' in segmentation) return warpMask(view, segmentation);
  const polygons = (segmentation ?? []).map((flat) => warpPolygon(view, pointsOf(flat)));
  if (polygons.some(({ sourceArea }) => sourceArea > 0)) {
    const visible = polygons.filter(({ box }) => box);
    const shape = joined(polygons);
    return shape && { ...shape, segmentation: visible.map(({ points }) => points.flat()) };
  }
  const shape = joined([warpPolygon(view, inBox(bbox, SUPERELLIPSE))]);
  return shape && { ...shape, labelIou: labelIouOf(view, bbox) };
}

const pointsOf = (flat: readonly number[]): readonly Point[] =>
  Array.from({ length: flat.length >> 1 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!]);

/** The polygons of one object together. */
function joined(polygons: readonly WarpedPolygon[]): Omit<WarpedShape, 'segmentation'> | undefined {
  const sum = (key: 'area' | 'sourceArea' | 'visibleArea'): number =>
    polygons.reduce((total, polygon) => total + polygon[key], 0);
  const boxes = polygons.flatMap(({ box }) => (box ? [box] : []));
  if (boxes.length === 0) return undefined;
  const [left, top] = [0, 1].map((axis) => Math.min(...boxes.map((box) => box[axis]!)));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return {
    box: [left!, top!, right - left!, bottom - top!],
    areaRatio: sum('area') / sum('sourceArea'),
    visibleShare: sum('visibleArea') / sum('sourceArea'),
  };
}

/** An outline of half width and height 1, stretched to a box. */
const inBox = ([left, top, width, height]: Box, outline: readonly Point[]): readonly Point[] =>
  outline.map(([x, y]) => [left + (width / 2) * (1 + x), top + (height / 2) * (1 + y)]);

/** How far the true shape may move a box: see `labelIou`. */
export function labelIouOf(view: LabelView, bbox: Box): number {
  const [x, y, width, height] = bbox;
  const rectangle = warpPolygon(view, [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]).box;
  const ellipse = warpPolygon(view, inBox(bbox, ELLIPSE)).box;
  if (!rectangle || !ellipse) return 0;
  const shared = [0, 1].map((axis) =>
    Math.max(
      0,
      Math.min(rectangle[axis]! + rectangle[axis + 2]!, ellipse[axis]! + ellipse[axis + 2]!) -
        Math.max(rectangle[axis]!, ellipse[axis]!),
    ),
  );
  const both = shared[0]! * shared[1]!;
  return both / (rectangle[2] * rectangle[3] + ellipse[2] * ellipse[3] - both);
}

/** Key points move like points; those that are not recorded are not labelled. */
function warpKeypoints(view: LabelView, keypoints: readonly number[]): readonly number[] {
  return Array.from({ length: Math.floor(keypoints.length / 3) }, (_, i) => {
    const [x = 0, y = 0, visibility = 0] = keypoints.slice(3 * i, 3 * i + 3);
    const to = sensorPoint(view, [x, y]);
    return visibility > 0 && isInField(view, [x, y]) && isInFrame(view, to)
      ? [...to, visibility]
      : [0, 0, 0];
  }).flat();
}

/** A mask by the pixels whose middles show it. */
function warpMask(view: LabelView, mask: RunLengths): WarpedShape | undefined {
  const [rows, columns] = mask.size;
  const source = maskOf(mask);
  let [sourceCount, visibleCount] = [0, 0];
  // In pixels of the view's picture, which may have another size.
  const [wide, high] = [view.source.columns / columns, view.source.rows / rows];
  for (let at = source.indexOf(1); at >= 0; at = source.indexOf(1, at + 1)) {
    sourceCount += 1;
    const point: Point = [(Math.floor(at / rows) + 0.5) * wide, ((at % rows) + 0.5) * high];
    if (isInField(view, point) && isInFrame(view, sensorPoint(view, point))) visibleCount += 1;
  }
  const { sensor } = view;
  const out = new Uint8Array(sensor.rows * sensor.columns);
  const place = inverseMap(view);
  let [left, top, right, bottom, count] = [Infinity, Infinity, 0, 0, 0];
  for (let column = 0; column < sensor.columns; column += 1)
    for (let row = 0; row < sensor.rows; row += 1) {
      const at = place(column + 0.5, row + 0.5, rows, columns);
      if (at < 0 || source[(at % columns) * rows + Math.floor(at / columns)] !== 1) continue;
      out[column * sensor.rows + row] = 1;
      count += 1;
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
    }
  if (visibleCount === 0 || count === 0) return undefined;
  return {
    box: [left, top, right - left, bottom - top],
    segmentation: runLengthsOf(out, sensor.rows, sensor.columns),
    areaRatio: count / sourceCount,
    visibleShare: visibleCount / sourceCount,
  };
}
