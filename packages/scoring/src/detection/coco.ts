import { commonPixels, maskArea, maskBox, type Box, type Mask } from '../masks/mask.ts';
import { readMask, type Size } from '../masks/read-mask.ts';
import { identifierOf, isObject, numberOf, objectsOf, refuse } from '../score-error.ts';

/** What overlaps: boxes or masks. */
export type IouType = 'bbox' | 'segm';

/** A picture of a COCO file. Further keys are allowed, here and below. */
export interface CocoImage {
  readonly id: number;
  readonly width?: number;
  readonly height?: number;
}

export interface CocoCategory {
  readonly id: number;
  readonly name?: string;
}

/** An object as COCO's annotations have it. Boxes are x, y, width, height, pixels. */
export interface CocoAnnotation {
  readonly image_id: number;
  readonly category_id: number;
  readonly bbox?: readonly number[];
  /** Square pixels of the object, which need not be those of its box. */
  readonly area?: number;
  /** 1 for a region of many objects, in which no result counts as a false alarm. */
  readonly iscrowd?: number | boolean;
  readonly segmentation?: unknown;
  /** x, y, visibility, ...; 0 is not labelled. */
  readonly keypoints?: unknown;
}

export interface CocoTruth {
  readonly images: readonly CocoImage[];
  readonly categories: readonly CocoCategory[];
  readonly annotations: readonly CocoAnnotation[];
}

/** A result as COCO's lists of results have it. */
export interface CocoResult {
  readonly image_id: number;
  readonly category_id: number;
  readonly score: number;
  readonly bbox?: readonly number[];
  readonly segmentation?: unknown;
  readonly keypoints?: unknown;
}

/** What of an annotation or a result is compared. */
export interface Shape {
  readonly area: number;
}

/** How alike a result and an object are: what COCO's evaluator takes from its kind of labels. */
export interface Likeness<Own extends Shape = Shape> {
  /** Results per image and category that count, strongest first. */
  readonly most: number;
  /** @throws ScoreError naming the place that does not fit. */
  shapeOf(
    item: CocoAnnotation | CocoResult,
    about: { readonly image: CocoImage; readonly place: string; readonly isTruth: boolean },
  ): Own;
  /** From 0 to 1. */
  of(found: Own, object: Own & Pick<TruthObject, 'crowd'>): number;
  /** Objects that can neither be found nor missed, though they are no crowd. */
  isIgnored?(object: Own): boolean;
}

interface BoxShape extends Shape {
  readonly box: Box;
  readonly mask: Mask | undefined;
}

/** An annotation or a result by the places of its image and category in ascending order of ids. */
export interface Located<Item> extends Shape {
  readonly image: number;
  readonly category: number;
  /** Place in the file. */
  readonly index: number;
  readonly item: Item;
}

export interface TruthObject extends Located<CocoAnnotation> {
  readonly crowd: boolean;
}

export interface FoundObject extends Located<CocoResult> {
  readonly score: number;
}

/** A truth whose fields were checked. */
export interface ReadTruth {
  /** Ascending. */
  readonly imageIds: readonly number[];
  readonly images: readonly CocoImage[];
  /** Ascending. */
  readonly categoryIds: readonly number[];
  readonly objects: readonly TruthObject[];
}

/** Reads a COCO file. @throws ScoreError naming the place that does not fit. */
export function readTruth(truth: CocoTruth, likeness: Likeness): ReadTruth {
  if (!isObject(truth)) refuse('truth', 'must be an object with images, categories, annotations');
  const images = byId(objectsOf(truth.images, 'images'), 'images');
  const categories = byId(objectsOf(truth.categories, 'categories'), 'categories');
  const known = { images, categories };
  const objects = objectsOf(truth.annotations, 'annotations').map((item, index): TruthObject => {
    const place = `annotations[${index}]`;
    const located = locate(item, known, place);
    const image = images.items[located.image]!;
    const shape = likeness.shapeOf(item, { image, place, isTruth: true });
    const area = numberOf(item.area, `${place}.area`);
    if (area < 0) refuse(`${place}.area`, 'must not be negative');
    const { iscrowd = 0 } = item;
    if (iscrowd !== 0 && iscrowd !== 1 && typeof iscrowd !== 'boolean')
      refuse(`${place}.iscrowd`, 'must be 0 or 1');
    return { ...located, index, item, ...shape, area, crowd: Boolean(iscrowd) };
  });
  return {
    imageIds: images.ids,
    images: images.items,
    categoryIds: categories.ids,
    objects,
  };
}

/** Reads a list of results. @throws ScoreError naming the place that does not fit. */
export function readResults(
  results: readonly CocoResult[],
  truth: ReadTruth,
  likeness: Likeness,
): readonly FoundObject[] {
  const known = {
    images: { places: placesOf(truth.imageIds) },
    categories: { places: placesOf(truth.categoryIds) },
  };
  return objectsOf(results, 'results').map((item, index) => {
    const place = `results[${index}]`;
    const located = locate(item, known, place);
    const score = numberOf(item.score, `${place}.score`);
    const image = truth.images[located.image]!;
    return {
      ...located,
      index,
      item,
      score,
      ...likeness.shapeOf(item, { image, place, isTruth: false }),
    };
  });
}

/** Items in ascending order of their ids, and the place of each id. */
interface ById<Item> {
  readonly ids: readonly number[];
  readonly items: readonly Item[];
  readonly places: ReadonlyMap<number, number>;
}

const placesOf = (ids: readonly number[]): ReadonlyMap<number, number> =>
  new Map(ids.map((id, place) => [id, place]));

function byId<Item extends { readonly id: number }>(
  list: readonly Item[],
  name: string,
): ById<Item> {
  const first = new Map<number, number>();
  for (const [i, { id }] of list.entries()) {
    identifierOf(id, `${name}[${i}].id`);
    if (first.has(id)) refuse(`${name}[${i}].id`, `is also that of ${name}[${first.get(id)!}]`);
    first.set(id, i);
  }
  const items = list.toSorted((a, b) => a.id - b.id);
  const ids = items.map(({ id }) => id);
  return { ids, items, places: placesOf(ids) };
}

/** The places of the image and the category of an item. */
function locate(
  item: CocoAnnotation | CocoResult,
  known: Readonly<
    Record<'images' | 'categories', { readonly places: ReadonlyMap<number, number> }>
  >,
  place: string,
): { readonly image: number; readonly category: number } {
  const find = (field: 'image_id' | 'category_id', list: 'images' | 'categories'): number => {
    const id = identifierOf(item[field], `${place}.${field}`);
    return (
      known[list].places.get(id) ?? refuse(`${place}.${field}`, `is ${id}, which ${list} lacks`)
    );
  };
  return { image: find('image_id', 'images'), category: find('category_id', 'categories') };
}

/** Boxes or masks. */
export const boxLikeness = (iouType: IouType): Likeness<BoxShape> => ({
  most: 100,
  shapeOf: (item, { image, place }) => shapeOf(item, image, iouType, place),
  of: overlapOf,
});

/** The box, or the mask and its box; the box of a mask stands in for a box that is missing. */
function shapeOf(
  item: CocoAnnotation | CocoResult,
  image: CocoImage,
  iouType: IouType,
  place: string,
): BoxShape {
  const hasBox = item.bbox !== undefined || item.segmentation === undefined;
  if (iouType === 'bbox' && hasBox) return ofBox(readBox(item.bbox, `${place}.bbox`));
  const mask = readMask(item.segmentation, sizeOf(image), `${place}.segmentation`);
  const box = maskBox(mask);
  return iouType === 'bbox' ? ofBox(box) : { box, area: maskArea(mask), mask };
}

const ofBox = (box: Box): BoxShape => ({ box, area: box[2] * box[3], mask: undefined });

const sizeOf = ({ height, width }: CocoImage): Size | undefined =>
  Number.isInteger(height) && Number.isInteger(width)
    ? { height: height!, width: width! }
    : undefined;

/** Left, top, width, height. @throws ScoreError for anything else. */
export function readBox(value: unknown, place: string): Box {
  if (value === undefined) return refuse(place, 'is missing');
  if (
    !Array.isArray(value) ||
    value.length !== 4 ||
    !value.every((number) => typeof number === 'number' && Number.isFinite(number))
  )
    return refuse(place, 'must have four numbers');
  const box = value as unknown as Box;
  if (box[2] < 0 || box[3] < 0) refuse(place, 'must not have a negative width or height');
  return box;
}

/**
 * Intersection over union of a result and an object; over the area of the result where the object
 * is a crowd.
 */
function overlapOf(found: BoxShape, object: BoxShape & Pick<TruthObject, 'crowd'>): number {
  const [x, y, width, height] = found.box;
  const [left, top, wide, high] = object.box;
  const across = Math.min(x + width, left + wide) - Math.max(x, left);
  if (across <= 0) return 0;
  const down = Math.min(y + height, top + high) - Math.max(y, top);
  if (down <= 0) return 0;
  if (found.mask && object.mask) return maskOverlap(found.mask, object.mask, object.crowd);
  const common = across * down;
  const area = width * height;
  return common / (object.crowd ? area : area + wide * high - common);
}

function maskOverlap(found: Mask, object: Mask, crowd: boolean): number {
  if (found.height !== object.height || found.width !== object.width) return 0;
  const common = commonPixels(found, object);
  if (common === 0) return 0;
  return common / (maskArea(found) + (crowd ? 0 : maskArea(object) - common));
}
