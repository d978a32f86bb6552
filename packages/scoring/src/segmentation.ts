import { refuse } from './score-error.ts';

/** A map of numbers, row by row. */
export interface NumberMap {
  readonly rows: number;
  readonly columns: number;
  readonly data: ArrayLike<number>;
}

/** Pixels of one picture: [true class, found class] as `true * CLASSES + found` and how many. */
export type ConfusionCounts = ReadonlyMap<number, number>;

/** Class numbers are whole numbers below it. */
const CLASSES = 65_536;

/** Class numbers that are left out. */
export type VoidClasses = number | readonly number[] | undefined;

const voidSet = (classes: VoidClasses): ReadonlySet<number> =>
  new Set(typeof classes === 'number' ? [classes] : classes);

/** @throws ScoreError where two maps differ in size. */
export function refuseOtherSize(truth: NumberMap, results: NumberMap, place: string): void {
  if (truth.rows !== results.rows || truth.columns !== results.columns)
    refuse(
      place,
      `must have ${truth.columns} x ${truth.rows} pixels as its truth, not ${results.columns} x ${results.rows}`,
    );
}

/**
 * Counts the pixels of a picture by true and found class.
 *
 * @param voidClass pixels of this class, or of these, in the truth are left out.
 * @param place name of the picture, for messages.
 * @throws ScoreError where sizes differ or a value is no class number.
 * @see docs/reference/vision.md#segmentation
 */
export function confusionOf(
  truth: NumberMap,
  results: NumberMap,
  voidClass: VoidClasses,
  place: string,
): ConfusionCounts {
  refuseOtherSize(truth, results, place);
  const left = voidSet(voidClass);
  const counts = new Map<number, number>();
  for (let i = 0; i < truth.data.length; i += 1) {
    const [right, found] = [truth.data[i]!, results.data[i]!];
    if (left.has(right)) continue;
    for (const value of [right, found])
      if (!Number.isInteger(value) || value < 0 || value >= CLASSES)
        refuse(place, `must hold class numbers from 0 to ${CLASSES - 1}, not ${value}`);
    const cell = right * CLASSES + found;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return counts;
}

/** The classes of the truth and of the results in cells of `confusionOf`. */
export function classesInCells(cells: Iterable<number>): {
  readonly truth: ReadonlySet<number>;
  readonly found: ReadonlySet<number>;
} {
  const [truth, found] = [new Set<number>(), new Set<number>()];
  for (const cell of cells) {
    truth.add(Math.floor(cell / CLASSES));
    found.add(cell % CLASSES);
  }
  return { truth, found };
}

/** Shares; null without pixels. */
export interface SegmentationFigures {
  readonly miou: number | null;
  readonly pixelAccuracy: number | null;
  readonly meanAccuracy: number | null;
  readonly frequencyWeightedIou: number | null;
  readonly pixels: number;
  /** By class from 0 to the largest that occurs; null for a class that is in no picture. */
  readonly iou: readonly (number | null)[];
}

/**
 * Figures of the confusion matrix of all pictures together.
 *
 * @param pictures by `confusionOf`.
 * @param weights how often each picture counts: a draw of a bootstrap.
 * @param voidClass a found pixel of such a class is wrong, and belongs to no class.
 */
export function segmentationFigures(
  pictures: readonly ConfusionCounts[],
  { weights, voidClass }: { readonly weights?: Uint32Array; readonly voidClass?: VoidClasses } = {},
): SegmentationFigures {
  const sums = new Map<number, { right: number; truth: number; found: number }>();
  const sumOf = (number: number) => {
    const known = sums.get(number) ?? { right: 0, truth: 0, found: 0 };
    sums.set(number, known);
    return known;
  };
  const left = voidSet(voidClass);
  let [pixels, right] = [0, 0];
  for (const [i, counts] of pictures.entries()) {
    const weight = weights ? weights[i]! : 1;
    if (weight === 0) continue;
    for (const [cell, count] of counts) {
      const [truth, found] = [Math.floor(cell / CLASSES), cell % CLASSES];
      pixels += weight * count;
      sumOf(truth).truth += weight * count;
      if (!left.has(found)) sumOf(found).found += weight * count;
      if (truth !== found) continue;
      sumOf(truth).right += weight * count;
      right += weight * count;
    }
  }
  const classes = [...sums.values()];
  const ofTruth = classes.filter(({ truth }) => truth > 0);
  const iouOf = (one: (typeof classes)[number]) => one.right / (one.truth + one.found - one.right);
  return {
    miou: meanOf(classes.map(iouOf)),
    pixelAccuracy: pixels === 0 ? null : right / pixels,
    meanAccuracy: meanOf(ofTruth.map((one) => one.right / one.truth)),
    frequencyWeightedIou:
      pixels === 0 ? null : ofTruth.reduce((sum, one) => sum + one.truth * iouOf(one), 0) / pixels,
    pixels,
    iou: Array.from({ length: 1 + Math.max(-1, ...sums.keys()) }, (_, number) => {
      const one = sums.get(number);
      return one ? iouOf(one) : null;
    }),
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
