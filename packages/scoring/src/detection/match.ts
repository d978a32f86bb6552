import {
  boxLikeness,
  readResults,
  readTruth,
  type CocoImage,
  type CocoResult,
  type CocoTruth,
  type FoundObject,
  type IouType,
  type Likeness,
  type ReadTruth,
  type TruthObject,
} from './coco.ts';
import { AREAS, type Subset } from './subsets.ts';

/** IoU from .5 to .95 as numpy's linspace gives them. @see docs/reference/vision.md#coco */
export const IOU_THRESHOLDS: readonly number[] = Array.from(
  { length: 10 },
  (_, i) => 0.5 + i * ((0.95 - 0.5) / 9),
);

/** The results and objects of one subset of a category, for drawing figures from them. */
export interface SubsetMatches {
  /** Results that count at some threshold, strongest first: their images... */
  readonly images: Int32Array;
  /** ... places among the results of their image, from 0... */
  readonly ranks: Uint8Array;
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
  /** Scores of the results of the first subset. */
  readonly scores: Float64Array;
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
  /** In place of the overlap of boxes or masks. */
  readonly likeness?: Likeness;
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
  { iouType = 'bbox', likeness = boxLikeness(iouType), subsets = [] }: MatchOptions = {},
): DetectionMatches {
  const read = readTruth(truth, likeness);
  const found = readResults(results, read, likeness);
  const all = [...AREAS, ...subsets];
  return {
    imageIds: read.imageIds,
    subsets: all.map(({ name }) => name),
    categories: byCategoryAndImage(read, found).map((groups, place) => {
      const category = categoryMatching(all, likeness);
      const images = groups.map((group) => category.add(group, read.images[group.image]!));
      return { category: read.categoryIds[place]!, images, ...category.end() };
    }),
  };
}

/** Matches image after image, so that memory holds the results of one image at a time. */
export interface Matching {
  /**
   * Matches the next image.
   *
   * @param truth the image alone, the same categories each time, and its annotations.
   * @returns the same as `matchDetections`, of this image alone.
   * @throws ScoreError as `matchDetections`.
   */
  readonly add: (truth: CocoTruth, results: readonly CocoResult[]) => DetectionMatches;
  /** Matches of all images, in the order in which the images came; without `images`. */
  readonly end: () => DetectionMatches;
}

/** Begins to match image after image; with images in ascending order as `matchDetections`. */
export function startMatching({
  iouType = 'bbox',
  likeness = boxLikeness(iouType),
  subsets = [],
}: MatchOptions = {}): Matching {
  const all = [...AREAS, ...subsets];
  const imageIds: number[] = [];
  const categories = new Map<number, CategoryMatching>();
  const names = all.map(({ name }) => name);
  return {
    add: (truth, results) => {
      const read = readTruth(truth, likeness);
      const found = readResults(results, read, likeness);
      const image = imageIds.push(truth.images[0]!.id) - 1;
      return {
        imageIds: read.imageIds,
        subsets: names,
        categories: byCategoryAndImage(read, found).map((groups, place) => {
          const category = read.categoryIds[place]!;
          const matching = categories.get(category) ?? categoryMatching(all, likeness);
          categories.set(category, matching);
          const images = groups.map((group) => ({
            ...matching.add({ ...group, image }, read.images[0]!),
            image: 0,
          }));
          return { category, images, scores: new Float64Array(), subsets: [] };
        }),
      };
    },
    end: () => ({
      imageIds,
      subsets: names,
      categories: [...categories]
        .toSorted(([one], [other]) => one - other)
        .map(([category, matching]) => ({ category, images: [], ...matching.end() })),
    }),
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

/** Results of a category in the order in which they came, as numbers: objects take more room. */
interface Block {
  readonly images: Uint32Array;
  readonly ranks: Uint8Array;
  readonly scores: Float64Array;
  /** Per subset. */
  readonly hits: readonly Uint16Array[];
  readonly alarms: readonly Uint16Array[];
}

/** Results in a block; those of an image may lie in two. */
const BLOCK = 1024;

const blockOf = (subsets: number): Block => ({
  images: new Uint32Array(BLOCK),
  ranks: new Uint8Array(BLOCK),
  scores: new Float64Array(BLOCK),
  hits: Array.from({ length: subsets }, () => new Uint16Array(BLOCK)),
  alarms: Array.from({ length: subsets }, () => new Uint16Array(BLOCK)),
});

interface CategoryMatching {
  readonly add: (group: Group, picture: CocoImage) => ImageMatches;
  readonly end: () => Pick<CategoryMatches, 'scores' | 'subsets'>;
}

/** Matches a category image after image, in every subset. */
function categoryMatching(subsets: readonly Subset[], likeness: Likeness): CategoryMatching {
  const blocks: Block[] = [];
  let length = 0;
  const truths = subsets.map(() => ({ images: [] as number[], counts: [] as number[] }));
  return {
    add: ({ image, objects, found: unsorted }, picture) => {
      const found = unsorted.toSorted((a, b) => b.score - a.score).slice(0, likeness.most);
      const overlaps = found.map((result) => objects.map((object) => likeness.of(result, object)));
      while (blocks.length * BLOCK < length + found.length) blocks.push(blockOf(subsets.length));
      for (const [rank, { score }] of found.entries()) {
        const { images, ranks, scores } = blockAt(blocks, length + rank);
        const at = (length + rank) % BLOCK;
        images[at] = image;
        ranks[at] = rank;
        scores[at] = score;
      }
      let first: ImageMatches | undefined;
      for (const [s, { ofTruth, ofResult }] of subsets.entries()) {
        const ignored = objects.map(
          (object) =>
            object.crowd ||
            likeness.isIgnored?.(object) === true ||
            !ofTruth(object.item, object.area, picture),
        );
        const outside = found.map(({ item, area }) => !ofResult(item, area, picture));
        const matched = matchImage(objects, overlaps, ignored);
        const matches = { image, objects, found, matched, ignored, outside };
        first ??= matches;
        for (const rank of found.keys()) {
          const { hits, alarms } = blockAt(blocks, length + rank);
          const at = (length + rank) % BLOCK;
          [hits[s]![at], alarms[s]![at]] = bitsOf(matches, rank);
        }
        const counted = objects.length - ignored.filter(Boolean).length;
        if (counted === 0) continue;
        truths[s]!.images.push(image);
        truths[s]!.counts.push(counted);
      }
      length += found.length;
      return first!;
    },
    end: () => {
      const order = strongestFirst(blocks, length);
      return {
        scores: Float64Array.from(countingIn(blocks, order, 0), (at) => {
          return blockAt(blocks, at).scores[at % BLOCK]!;
        }),
        subsets: truths.map(({ images, counts }, s) => ({
          ...packed(blocks, order, s),
          truthImages: Int32Array.from(images),
          truthCounts: Int32Array.from(counts),
        })),
      };
    },
  };
}

const blockAt = (blocks: readonly Block[], at: number): Block => blocks[Math.floor(at / BLOCK)]!;

/** Places of results; of equal scores the order of images and of results in their image stays. */
function strongestFirst(blocks: readonly Block[], length: number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, at) => at);
  const scores = Float64Array.from(order, (at) => blockAt(blocks, at).scores[at % BLOCK]!);
  return order.sort((a, b) => scores[b]! - scores[a]! || a - b);
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

/** A bit per threshold of a result: whether it found an object, and whether it is a false alarm. */
function bitsOf(
  { found, matched, ignored, outside }: ImageMatches,
  rank: number,
): readonly [hits: number, alarms: number] {
  let [hits, alarms] = [0, 0];
  for (let t = 0; t < IOU_THRESHOLDS.length; t += 1) {
    const object = matched[t * found.length + rank]!;
    if (object < 0) alarms |= outside[rank] ? 0 : 1 << t;
    else hits |= ignored[object] ? 0 : 1 << t;
  }
  return [hits, alarms];
}

/** Places of the results that count in a subset, in that order. */
const countingIn = (blocks: readonly Block[], order: Uint32Array, subset: number): Uint32Array =>
  order.filter((at) => {
    const { hits, alarms } = blockAt(blocks, at);
    return (hits[subset]![at % BLOCK]! | alarms[subset]![at % BLOCK]!) !== 0;
  });

/** The results that count in a subset, in that order. */
function packed(
  blocks: readonly Block[],
  order: Uint32Array,
  subset: number,
): Omit<SubsetMatches, 'truthImages' | 'truthCounts'> {
  const counting = countingIn(blocks, order, subset);
  const hitsAt = (at: number): number => blockAt(blocks, at).hits[subset]![at % BLOCK]!;
  return {
    images: Int32Array.from(counting, (at) => blockAt(blocks, at).images[at % BLOCK]!),
    ranks: Uint8Array.from(counting, (at) => blockAt(blocks, at).ranks[at % BLOCK]!),
    hits: Uint16Array.from(counting, hitsAt),
    hitCounts: Uint8Array.from(counting, (at) => bitsIn(hitsAt(at))),
    alarms: Uint16Array.from(counting, (at) => {
      return blockAt(blocks, at).alarms[subset]![at % BLOCK]!;
    }),
  };
}

function bitsIn(word: number): number {
  let count = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}
