import { fillNeeded, RECALLS, truthsOf } from './accumulate.ts';
import { IOU_THRESHOLDS, type DetectionMatches } from './match.ts';

/** A curve of precision over recall. */
export interface PrecisionRecall {
  /** 101 recalls, 0 to 1. */
  readonly recall: readonly number[];
  /** The largest precision at this recall or a larger one; 0 where no score reaches the recall. */
  readonly precision: readonly number[];
  /** The score at which the recall is reached; null where none reaches it. */
  readonly score: readonly (number | null)[];
}

/**
 * Precision over recall of a category, all areas, at most 100 results per image.
 *
 * @param category its identifier.
 * @param threshold one of the ten IoU thresholds.
 * @returns null where the category has no objects.
 */
export function precisionRecall(
  matches: DetectionMatches,
  category: number,
  threshold: number,
): PrecisionRecall | null {
  const found = matches.categories.find((candidate) => candidate.category === category);
  if (!found) throw new RangeError(`There is no category ${category}.`);
  const bit = 1 << thresholdIndex(threshold);
  const all = found.subsets[0]!;
  const truths = truthsOf(all, undefined);
  if (truths === 0) return null;
  const precision = RECALLS.map(() => 0);
  const score = RECALLS.map((): number | null => null);
  const needed = new Float64Array(RECALLS.length + 1);
  fillNeeded(needed, truths);
  let [right, wrong, reached] = [0, 0, 0];
  for (const [i, hits] of all.hits.entries()) {
    if (all.alarms[i]! & bit) wrong += 1;
    if (!(hits & bit)) continue;
    right += 1;
    for (; needed[reached]! <= right; reached += 1) score[reached] = found.scores[i]!;
    // Between two points of recall the best precision counts for the lower one.
    precision[reached - 1] = Math.max(precision[reached - 1]!, right / (right + wrong));
  }
  for (let i = reached - 2; i >= 0; i -= 1)
    precision[i] = Math.max(precision[i]!, precision[i + 1]!);
  return { recall: RECALLS, precision, score };
}

/** What of an image was found, as places in the lists of annotations and of results. */
export interface ImagePairs {
  /** Identifier of the image. */
  readonly image: number;
  readonly found: readonly { readonly annotation: number; readonly result: number }[];
  /** Annotations; crowds are not missed. */
  readonly missed: readonly number[];
  /** Results; those on a crowd, and those after the 100 strongest of a category, are none. */
  readonly falseAlarms: readonly number[];
}

/**
 * What was found, missed and reported wrongly in every image, all categories and areas together.
 *
 * @param threshold one of the ten IoU thresholds.
 * @param minScore results below it count as not given.
 */
export function matchedPairs(
  matches: DetectionMatches,
  threshold: number,
  minScore: number,
): readonly ImagePairs[] {
  const t = thresholdIndex(threshold);
  const pairs = matches.imageIds.map((image) => ({
    image,
    found: [] as { annotation: number; result: number }[],
    missed: [] as number[],
    falseAlarms: [] as number[],
  }));
  for (const { images } of matches.categories)
    for (const { image, objects, found, matched, ignored, outside } of images) {
      const { found: hits, missed, falseAlarms } = pairs[image]!;
      const taken = new Set<number>();
      for (const [d, { score, index }] of found.entries()) {
        if (score < minScore) break;
        const place = matched[t * found.length + d]!;
        if (place < 0) {
          if (!outside[d]) falseAlarms.push(index);
        } else if (!ignored[place]) {
          taken.add(place);
          hits.push({ annotation: objects[place]!.index, result: index });
        }
      }
      for (const [g, { index }] of objects.entries())
        if (!ignored[g] && !taken.has(g)) missed.push(index);
    }
  return pairs;
}

/** @throws RangeError for a number that is none of the ten thresholds. */
function thresholdIndex(threshold: number): number {
  const index = IOU_THRESHOLDS.findIndex((known) => Math.abs(known - threshold) < 1e-9);
  if (index < 0) throw new RangeError('The threshold must be one of .5, .55 to .95.');
  return index;
}
