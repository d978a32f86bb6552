import { isObject, refuse } from '../score-error.ts';
import { readBox, type Likeness, type Shape } from './coco.ts';

/**
 * Deviations of the key points of a person in COCO, shares of the object's scale: nose, eyes, ears,
 * shoulders, elbows, wrists, hips, knees, ankles.
 * @see https://cocodataset.org/#keypoints-eval
 */
const OF_PERSONS = [
  0.026, 0.025, 0.025, 0.035, 0.035, 0.079, 0.079, 0.072, 0.072, 0.062, 0.062, 0.107, 0.107, 0.087,
  0.087, 0.089, 0.089,
];

/** Deviations of so many key points where nobody gives them: those of COCO's 17, else 1/k each. */
export const defaultSigmas = (count: number): readonly number[] =>
  count === OF_PERSONS.length ? OF_PERSONS : Array.from({ length: count }, () => 1 / count);

/** Whether nobody has measured those deviations. */
export const areSigmasAssumed = (count: number): boolean => count !== OF_PERSONS.length;

interface PointsShape extends Shape {
  /** x, y, visibility, ... */
  readonly points: readonly number[];
  readonly box: readonly number[] | undefined;
  /** Points that are labelled. */
  readonly labelled: number;
}

/** Results per image and category that count. */
const MOST = 20;

/**
 * Object key point similarity: the mean over the labelled points of exp(-d²/(2 area (2 sigma)²)).
 * Where none is labelled the distances are those from the box, twice as far in each direction.
 *
 * @param sigmas a deviation for each point.
 * @see docs/reference/vision.md#key-points
 */
export function keypointSimilarity(
  found: Pick<PointsShape, 'points'>,
  object: Omit<PointsShape, 'labelled'>,
  sigmas: readonly number[],
): number {
  const isLabelled = sigmas.map((_, at) => object.points[3 * at + 2]! > 0);
  const count = isLabelled.filter(Boolean).length;
  const [left = 0, top = 0, width = 0, height = 0] = object.box ?? [];
  const beyond = (value: number, from: number, side: number): number =>
    Math.max(0, from - side - value) + Math.max(0, value - (from + 2 * side));
  let sum = 0;
  for (const [at, sigma] of sigmas.entries()) {
    if (count > 0 && !isLabelled[at]) continue;
    const [x, y] = [found.points[3 * at]!, found.points[3 * at + 1]!];
    const [across, down] =
      count > 0
        ? [x - object.points[3 * at]!, y - object.points[3 * at + 1]!]
        : [beyond(x, left, width), beyond(y, top, height)];
    const area = object.area + Number.EPSILON;
    sum += Math.exp(-(across ** 2 + down ** 2) / (2 * sigma) ** 2 / area / 2);
  }
  return sum / (count > 0 ? count : sigmas.length);
}

/** Key points; objects of which none is labelled are ignored. */
export const keypointLikeness = (sigmas: readonly number[]): Likeness<PointsShape> => ({
  most: MOST,
  shapeOf: (item, { place, isTruth }) => {
    const points =
      isTruth && item.keypoints === undefined
        ? sigmas.flatMap(() => [0, 0, 0])
        : pointsOf(item.keypoints, sigmas.length, `${place}.keypoints`);
    const labelled = points.filter((value, at) => at % 3 === 2 && value > 0).length;
    return {
      points,
      labelled,
      box: isTruth ? readBox(item.bbox, `${place}.bbox`) : undefined,
      area: extentOf(points),
    };
  },
  of: (found, object) => keypointSimilarity(found, object, sigmas),
  isIgnored: ({ labelled }) => labelled === 0,
});

function pointsOf(value: unknown, count: number, place: string): readonly number[] {
  if (value === undefined) return refuse(place, 'is missing');
  const isNumber = (one: unknown): boolean => typeof one === 'number' && Number.isFinite(one);
  if (!Array.isArray(value) || value.length !== 3 * count || !value.every(isNumber))
    return refuse(place, `must have ${3 * count} numbers, three for each of ${count} points`);
  return value as readonly number[];
}

/** Area of the box round all points: the size of a result. */
function extentOf(points: readonly number[]): number {
  const sideOf = (axis: number): number => {
    const values = points.filter((_, at) => at % 3 === axis);
    return Math.max(...values) - Math.min(...values);
  };
  return sideOf(0) * sideOf(1);
}

/** Points of the first annotation that has some; undefined where none has. */
export function keypointCount(annotations: unknown): number | undefined {
  if (!Array.isArray(annotations)) return undefined;
  for (const one of annotations) {
    const points: unknown = isObject(one) ? one['keypoints'] : undefined;
    if (Array.isArray(points) && points.length >= 3) return Math.floor(points.length / 3);
  }
  return undefined;
}
