import { IOU_THRESHOLDS, type SubsetMatches } from './match.ts';

const THRESHOLDS = IOU_THRESHOLDS.length;
const ALL_BITS = 2 ** THRESHOLDS - 1;
const [AT_50, AT_75] = [0, 5];
/** Recalls at which precision is read: i times .01 in double precision, which is not i / 100. */
export const RECALLS: readonly number[] = Array.from({ length: 101 }, (_, i) => i * 0.01);

/** How often each image counts, in the order of `imageIds`: whole numbers; undefined is once. */
export type Multiplicities = Uint32Array | undefined;

/** Figures of one category and subset. */
export interface Accumulated {
  /** Mean over thresholds and recalls of the precision, and the same at IoU .5 and .75. */
  readonly ap: number;
  readonly ap50: number;
  readonly ap75: number;
  /** Mean over thresholds of the recall with at most 1, 10, 100 results per image. */
  readonly ar1: number;
  readonly ar10: number;
  readonly ar100: number;
  /** Recall at IoU .5 and .75 with all results that count. */
  readonly ar50: number;
  readonly ar75: number;
}

/** The results of a draw that are not false alarms at every threshold, strongest first. */
interface Drawn {
  length: number;
  /** How often each counts, ... */
  weights: Int32Array;
  /** ... how many false alarms at every threshold are stronger, ... */
  alarmsBefore: Int32Array;
  /** ... and its bits as in `SubsetMatches`. */
  hits: Uint16Array;
  alarms: Uint16Array;
}

/** Used again by every call, so that a draw of a bootstrap allocates little. */
const drawn: Drawn = drawnOf(0);
/** Largest precision while so many recalls are reached. */
const best = new Float64Array(RECALLS.length);
/** How many objects must be found to reach each recall; the last is never reached. */
const needed = new Float64Array(RECALLS.length + 1);

function drawnOf(room: number): Drawn {
  return {
    length: 0,
    weights: new Int32Array(room),
    alarmsBefore: new Int32Array(room),
    hits: new Uint16Array(room),
    alarms: new Uint16Array(room),
  };
}

/**
 * Precision and recall of a category and subset; null where no object is to be found. A copy of an
 * image has the results of the image again, each beside its original.
 */
export function accumulate(matches: SubsetMatches, weights: Multiplicities): Accumulated | null {
  const truths = truthsOf(matches, weights);
  if (truths === 0) return null;
  const [one, ten, hundred] = fillDrawn(matches, weights);
  fillNeeded(needed, truths);
  const precisions = Array.from({ length: THRESHOLDS }, (_, t) => precisionAt(1 << t));
  return {
    ap: precisions.reduce((sum, precision) => sum + precision, 0) / THRESHOLDS,
    ap50: precisions[AT_50]!,
    ap75: precisions[AT_75]!,
    ar1: one / (truths * THRESHOLDS),
    ar10: ten / (truths * THRESHOLDS),
    ar100: hundred / (truths * THRESHOLDS),
    ar50: foundAt(1 << AT_50) / truths,
    ar75: foundAt(1 << AT_75) / truths,
  };
}

/** Objects of a draw that are found at a threshold. */
function foundAt(bit: number): number {
  let count = 0;
  for (let i = 0; i < drawn.length; i += 1) if (drawn.hits[i]! & bit) count += drawn.weights[i]!;
  return count;
}

/**
 * Takes the results of a draw.
 *
 * @returns objects found, summed over thresholds, by at most 1, 10, 100 results per image.
 */
function fillDrawn(
  { images, ranks, hits, hitCounts, alarms }: SubsetMatches,
  weights: Multiplicities,
): readonly [one: number, ten: number, hundred: number] {
  if (drawn.weights.length < images.length) Object.assign(drawn, drawnOf(images.length));
  let [length, alarmsBefore] = [0, 0];
  let [one, ten, hundred] = [0, 0, 0];
  for (let i = 0; i < images.length; i += 1) {
    const weight = weights ? weights[images[i]!]! : 1;
    if (weight === 0) continue;
    if (alarms[i] === ALL_BITS) {
      alarmsBefore += weight;
      continue;
    }
    drawn.weights[length] = weight;
    drawn.alarmsBefore[length] = alarmsBefore;
    drawn.hits[length] = hits[i]!;
    drawn.alarms[length] = alarms[i]!;
    length += 1;
    const found = weight * hitCounts[i]!;
    hundred += found;
    if (ranks[i]! < 10) ten += found;
    if (ranks[i]! < 1) one += found;
  }
  drawn.length = length;
  return [one, ten, hundred];
}

/**
 * Mean over the recalls of the precision at a threshold, made monotone from the right; 0 beyond the
 * largest recall.
 */
function precisionAt(bit: number): number {
  const { length, weights, alarmsBefore, hits, alarms } = drawn;
  best.fill(0);
  let [right, wrong, reached] = [0, 0, 0];
  for (let i = 0; i < length; i += 1) {
    if (alarms[i]! & bit) wrong += weights[i]!;
    if (!(hits[i]! & bit)) continue;
    right += weights[i]!;
    while (needed[reached]! <= right) reached += 1;
    const precision = right / (right + wrong + alarmsBefore[i]!);
    if (precision > best[reached - 1]!) best[reached - 1] = precision;
  }
  let [sum, largest] = [0, 0];
  for (let i = reached - 1; i >= 0; i -= 1) {
    if (best[i]! > largest) largest = best[i]!;
    sum += largest;
  }
  return sum / RECALLS.length;
}

/** @param counts filled with the smallest counts of found objects that reach each recall. */
export function fillNeeded(counts: Float64Array, truths: number): void {
  for (let i = 0; i < RECALLS.length; i += 1) {
    const recall = RECALLS[i]!;
    let count = Math.ceil(recall * truths);
    // The recall is a quotient, which rounding may put on either side.
    if (count > 0 && (count - 1) / truths >= recall) count -= 1;
    else if (count / truths < recall) count += 1;
    counts[i] = count;
  }
  counts[RECALLS.length] = Infinity;
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
