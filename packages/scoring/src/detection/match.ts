import {
  overlapOf,
  readResults,
  readTruth,
  type CocoResult,
  type CocoTruth,
  type FoundObject,
  type IouType,
  type ReadTruth,
  type TruthObject,
} from './coco.ts';
import { AREAS, type Subset } from './subsets.ts';

/** IoU from .5 to .95 as numpy's linspace gives them. @see docs/reference/vision.md#coco */
export const IOU_THRESHOLDS: readonly number[] = Array.from(
  { length: 10 },
  (_, i) => 0.5 + i * ((0.95 - 0.5) / 9),
);
/** Results per image and category that count, strongest first. */
const MOST_RESULTS = 100;

/** The results and objects of one subset of a category, for drawing figures from them. */
export interface SubsetMatches {
  /** Results that count at some threshold, strongest first: their images... */
  readonly images: Int32Array;
  /** ... places among the results of their image, from 0... */
  readonly ranks: Uint8Array;
  /** ... scores... */
  readonly scores: Float64Array;
  /** ... and a bit per threshold: whether an object was found... */
  readonly hits: Uint16Array;
  /** (at how many thresholds) ... */
  readonly hitCounts: Uint8Array;
  /** ... or the result is a false alarm. */
  readonly alarms: Uint16Array;
  /** Images with objects that are to be found, and how many these are. */
  readonly truthImages: Int32Array;
  readonly truthCounts: Int32Array;
}

/** What was matched in an image, for one category and all objects. */
export interface ImageMatches {
  readonly image: number;
  readonly objects: readonly TruthObject[];
  /** Strongest first. */
  readonly found: readonly FoundObject[];
  /** [thresholds, found]: place in `objects` of what a result is matched to, or -1. */
  readonly matched: Int32Array;
  /** Whether objects and results are outside the first subset. */
  readonly ignored: readonly boolean[];
  readonly outside: readonly boolean[];
}

export interface CategoryMatches {
  readonly category: number;
  readonly images: readonly ImageMatches[];
  /** One per subset. */
  readonly subsets: readonly SubsetMatches[];
}

/** Truth and results, matched once: figures of any draw of the images follow without matching. */
export interface DetectionMatches {
  /** Ascending; multiplicities of images are in this order. */
  readonly imageIds: readonly number[];
  /** The names of the subsets: all, small, medium, large and those of the caller. */
  readonly subsets: readonly string[];
  /** Ascending by identifier. */
  readonly categories: readonly CategoryMatches[];
}

export interface MatchOptions {
  /** Default: bbox. */
  readonly iouType?: IouType;
  /** Scored besides COCO's areas. */
  readonly subsets?: readonly Subset[];
}

/**
 * Matches results to objects as COCO's evaluator does, per category, image, IoU threshold and
 * subset.
 *
 * @param truth images, categories and annotations of a COCO file; identifiers are integers of at
 *   most 2^53 in size, in any order.
 * @param results a list of results of COCO.
 * @throws ScoreError naming the place that does not fit, such as `results[1].bbox`.
 * @see docs/reference/vision.md#coco
 */
export function matchDetections(
  truth: CocoTruth,
  results: readonly CocoResult[],
  { iouType = 'bbox', subsets = [] }: MatchOptions = {},
): DetectionMatches {
  const read = readTruth(truth, iouType);
  const found = readResults(results, read, iouType);
  const all = [...AREAS, ...subsets];
  return {
    imageIds: read.imageIds,
    subsets: all.map(({ name }) => name),
    categories: byCategoryAndImage(read, found).map((images, place) =>
      matchCategory(read.categoryIds[place]!, images, read, all),
    ),
  };
}

interface Group {
  readonly image: number;
  readonly objects: TruthObject[];
  readonly found: FoundObject[];
}

/** Per category the images that have objects or results of it, ascending. */
function byCategoryAndImage(
  { categoryIds, objects }: ReadTruth,
  found: readonly FoundObject[],
): readonly (readonly Group[])[] {
  const groups = categoryIds.map(() => new Map<number, Group>());
  const groupOf = ({ image, category }: TruthObject | FoundObject): Group => {
    const known = groups[category]!.get(image);
    if (known) return known;
    const group: Group = { image, objects: [], found: [] };
    groups[category]!.set(image, group);
    return group;
  };
  for (const object of objects) groupOf(object).objects.push(object);
  for (const result of found) groupOf(result).found.push(result);
  return groups.map((images) => [...images.values()].toSorted((a, b) => a.image - b.image));
}

/**
 * What is collected of one subset before its results are sorted: arrays with room for all results,
 * of which the first `length` are filled, because an object per result takes five times as much.
 */
interface Collected extends Record<'images' | 'ranks' | 'hits' | 'alarms', Uint32Array> {
  length: number;
  readonly scores: Float64Array;
  readonly truthImages: number[];
  readonly truthCounts: number[];
}

const collectedOf = (room: number): Collected => ({
  length: 0,
  images: new Uint32Array(room),
  ranks: new Uint32Array(room),
  scores: new Float64Array(room),
  hits: new Uint32Array(room),
  alarms: new Uint32Array(room),
  truthImages: [],
  truthCounts: [],
});

function matchCategory(
  category: number,
  groups: readonly Group[],
  { images: pictures }: ReadTruth,
  subsets: readonly Subset[],
): CategoryMatches {
  const room = groups.reduce((sum, { found }) => sum + Math.min(found.length, MOST_RESULTS), 0);
  const collected = subsets.map(() => collectedOf(room));
  const images = groups.map(({ image, objects, found: unsorted }): ImageMatches => {
    const found = unsorted.toSorted((a, b) => b.score - a.score).slice(0, MOST_RESULTS);
    const overlaps = found.map((result) => objects.map((object) => overlapOf(result, object)));
    let first: ImageMatches | undefined;
    for (const [s, { ofTruth, ofResult }] of subsets.entries()) {
      const picture = pictures[image]!;
      const ignored = objects.map(
        ({ crowd, item, area }) => crowd || !ofTruth(item, area, picture),
      );
      const outside = found.map(({ item, area }) => !ofResult(item, area, picture));
      const matched = matchImage(objects, overlaps, ignored);
      first ??= { image, objects, found, matched, ignored, outside };
      collect({ image, objects, found, matched, ignored, outside }, collected[s]!);
    }
    return first!;
  });
  return { category, images, subsets: collected.map(packed) };
}

/**
 * The place of the object that each result is matched to, or -1, per threshold. A result takes the
 * object of the best overlap that no stronger one has taken; objects that count before ignored
 * ones; of equal overlap the later one. A crowd can be taken again.
 */
function matchImage(
  objects: readonly TruthObject[],
  overlaps: readonly (readonly number[])[],
  ignored: readonly boolean[],
): Int32Array {
  const matched = new Int32Array(IOU_THRESHOLDS.length * overlaps.length).fill(-1);
  if (objects.length === 0) return matched;
  const taken = new Uint8Array(objects.length);
  for (const [t, threshold] of IOU_THRESHOLDS.entries()) {
    taken.fill(0);
    for (const [d, row] of overlaps.entries()) {
      let [best, bestCounts, overlap] = [-1, false, threshold];
      for (let g = 0; g < row.length; g += 1) {
        const counts = !ignored[g]!;
        if ((taken[g] && !objects[g]!.crowd) || (bestCounts && !counts)) continue;
        // The first object that counts wins over any ignored one, if it reaches the threshold.
        const least = counts && !bestCounts ? threshold : overlap;
        if (row[g]! < least) continue;
        [best, bestCounts, overlap] = [g, counts, row[g]!];
      }
      if (best < 0) continue;
      taken[best] = 1;
      matched[t * overlaps.length + d] = best;
    }
  }
  return matched;
}

/** Adds the results and objects of an image to those of a subset. */
function collect(
  { image, objects, found, matched, ignored, outside }: ImageMatches,
  collected: Collected,
): void {
  const counted = objects.length - ignored.filter(Boolean).length;
  if (counted > 0) {
    collected.truthImages.push(image);
    collected.truthCounts.push(counted);
  }
  for (const [rank, { score }] of found.entries()) {
    let [hits, alarms] = [0, 0];
    for (let t = 0; t < IOU_THRESHOLDS.length; t += 1) {
      const object = matched[t * found.length + rank]!;
      if (object < 0) alarms |= outside[rank] ? 0 : 1 << t;
      else hits |= ignored[object] ? 0 : 1 << t;
    }
    if (!(hits | alarms)) continue;
    const at = collected.length;
    collected.images[at] = image;
    collected.ranks[at] = rank;
    collected.scores[at] = score;
    collected.hits[at] = hits;
    collected.alarms[at] = alarms;
    collected.length += 1;
  }
}

function packed({
  length,
  images,
  ranks,
  scores,
  hits,
  alarms,
  ...truth
}: Collected): SubsetMatches {
  // Of equal scores the order of images and of results in their image stays.
  const order = Uint32Array.from({ length }, (_, at) => at).sort(
    (a, b) => scores[b]! - scores[a]! || a - b,
  );
  return {
    images: Int32Array.from(order, (at) => images[at]!),
    ranks: Uint8Array.from(order, (at) => ranks[at]!),
    scores: Float64Array.from(order, (at) => scores[at]!),
    hits: Uint16Array.from(order, (at) => hits[at]!),
    hitCounts: Uint8Array.from(order, (at) => bitsIn(hits[at]!)),
    alarms: Uint16Array.from(order, (at) => alarms[at]!),
    truthImages: Int32Array.from(truth.truthImages),
    truthCounts: Int32Array.from(truth.truthCounts),
  };
}

function bitsIn(word: number): number {
  let count = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}
