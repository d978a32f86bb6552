import { IOU_THRESHOLDS, type SubsetMatches } from './match.ts';

const THRESHOLDS = IOU_THRESHOLDS.length;
const ALL_BITS = 2 ** THRESHOLDS - 1;
/** Recalls at which precision is read: i times .01 in double precision, which is not i / 100. */
export const RECALLS: readonly number[] = Array.from({ length: 101 }, (_, i) => i * 0.01);

/** How often each image counts, in the order of `imageIds`: whole numbers; undefined is once. */
export type Multiplicities = Uint32Array | undefined;

/** Figures of one category and subset, per IoU threshold. */
export interface Accumulated {
  /** Mean over the recalls of the precision. */
  readonly precision: Float64Array;
  /** Largest recall with at most 1, 10, 100 results per image. */
  readonly recall: readonly [one: Float64Array, ten: Float64Array, hundred: Float64Array];
}

/**
 * Precision and recall of a category and subset; null where no object is to be found. A copy of an
 * image has the results of the image again, each beside its original.
 */
export function accumulate(matches: SubsetMatches, weights: Multiplicities): Accumulated | null {
  const truths = truthsOf(matches, weights);
  if (truths === 0) return null;
  const { images, ranks, hits, alarms } = matches;
  const length = images.length;
  const found = [0, 1, 2].map(() => new Float64Array(THRESHOLDS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [foundByOne, foundByTen, foundByAll] = found;
  const wrong = new Float64Array(THRESHOLDS);
  const rises = new Rises(length);
  /** Results that are false alarms at every threshold. */
  let wrongAtAll = 0;
  for (let i = 0; i < length; i += 1) {
    const weight = weights ? weights[images[i]!]! : 1;
    if (weight === 0) continue;
    if (alarms[i] === ALL_BITS) {
      wrongAtAll += weight;
      continue;
    }
    const rank = ranks[i]!;
    for (let bits = hits[i]!; bits !== 0; bits &= bits - 1) {
      const t = 31 - Math.clz32(bits & -bits);
      const right = (foundByAll[t]! += weight);
      if (rank < 10) foundByTen[t]! += weight;
      if (rank < 1) foundByOne[t]! += weight;
      rises.add(t, right, right / (right + wrong[t]! + wrongAtAll));
    }
    for (let bits = alarms[i]!; bits !== 0; bits &= bits - 1)
      wrong[31 - Math.clz32(bits & -bits)]! += weight;
  }
  return {
    precision: Float64Array.from({ length: THRESHOLDS }, (_, t) => rises.meanPrecision(t, truths)),
    recall: found.map((counts) => counts.map((count) => count / truths)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ],
  };
}

/** Objects that are to be found. */
export function truthsOf(
  { truthImages, truthCounts }: SubsetMatches,
  weights: Multiplicities,
): number {
  let truths = 0;
  for (let i = 0; i < truthImages.length; i += 1)
    truths += truthCounts[i]! * (weights ? weights[truthImages[i]!]! : 1);
  return truths;
}

/** How many of the recalls are reached by a recall. */
export function recallsReached(recall: number): number {
  let last = Math.min(100, Math.trunc(recall * 100));
  if (last < 100 && RECALLS[last + 1]! <= recall) last += 1;
  else if (RECALLS[last]! > recall) last -= 1;
  return last + 1;
}

/** Per threshold the counts at which the recall rises, and the precision there. */
class Rises {
  readonly #counts = new Int32Array(THRESHOLDS);
  readonly #length: number;
  readonly #found: Float64Array;
  readonly #precision: Float64Array;

  constructor(length: number) {
    this.#length = length;
    [this.#found, this.#precision] = scratchOf(THRESHOLDS * length);
  }

  add(t: number, found: number, precision: number): void {
    const at = t * this.#length + this.#counts[t]!;
    this.#counts[t]! += 1;
    this.#found[at] = found;
    this.#precision[at] = precision;
  }

  /** Precision made monotone from the right, read at the recalls; 0 beyond the largest recall. */
  meanPrecision(t: number, truths: number): number {
    let [sum, best] = [0, 0];
    const begin = t * this.#length;
    for (let at = begin + this.#counts[t]! - 1; at >= begin; at -= 1) {
      best = Math.max(best, this.#precision[at]!);
      const reachedBefore = at > begin ? recallsReached(this.#found[at - 1]! / truths) : 0;
      sum += best * (recallsReached(this.#found[at]! / truths) - reachedBefore);
    }
    return sum / RECALLS.length;
  }
}

/** Kept between calls: a draw of a bootstrap allocates little. Nothing in it outlives a call. */
let scratch: readonly [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)];

function scratchOf(length: number): readonly [Float64Array, Float64Array] {
  if (scratch[0].length < length) scratch = [new Float64Array(length), new Float64Array(length)];
  return scratch;
}
