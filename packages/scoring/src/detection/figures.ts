import { accumulate, truthsOf, type Accumulated, type Multiplicities } from './accumulate.ts';
import { IOU_THRESHOLDS, type DetectionMatches } from './match.ts';
import { AREAS } from './subsets.ts';

/** Mean average precision and recall; null where there is nothing to count. */
export interface DetectionSummary {
  readonly map: number | null;
  readonly map50: number | null;
  readonly map75: number | null;
  readonly mapSmall: number | null;
  readonly mapMedium: number | null;
  readonly mapLarge: number | null;
  readonly mar1: number | null;
  readonly mar10: number | null;
  readonly mar100: number | null;
  readonly marSmall: number | null;
  readonly marMedium: number | null;
  readonly marLarge: number | null;
}

export interface CategoryFigures {
  /** Its identifier. */
  readonly category: number;
  readonly ap: number | null;
  readonly ap50: number | null;
  readonly ap75: number | null;
  readonly ar100: number | null;
}

/** Figures of a subset of the caller. */
export interface SubsetFigures {
  readonly map: number | null;
  readonly map50: number | null;
  readonly map75: number | null;
  readonly mar100: number | null;
  /** Objects that were to be found. */
  readonly objects: number;
}

export interface DetectionFigures extends DetectionSummary {
  /** Every category, ascending. */
  readonly perClass: readonly CategoryFigures[];
  /** By the names of the caller's subsets. */
  readonly subsets: Readonly<Record<string, SubsetFigures>>;
}

const AT_50 = 0;
const AT_75 = 5;

/**
 * COCO's twelve numbers, per category and per subset.
 *
 * @param weights how often each image counts, in the order of `imageIds`: a draw of a bootstrap.
 * @see docs/reference/vision.md#coco
 */
export function detectionFigures(
  matches: DetectionMatches,
  { weights }: { readonly weights?: Uint32Array } = {},
): DetectionFigures {
  const perSubset = matches.subsets.map((_, s) => accumulated(matches, s, weights));
  const [all] = perSubset;
  return {
    ...summaryOf(perSubset),
    perClass: matches.categories.map(({ category }, c) => ({
      category,
      ap: precisionOf([all![c]!]),
      ap50: precisionOf([all![c]!], AT_50),
      ap75: precisionOf([all![c]!], AT_75),
      ar100: recallOf([all![c]!], 2),
    })),
    subsets: Object.fromEntries(
      matches.subsets.slice(AREAS.length).map((name, i) => {
        const s = AREAS.length + i;
        return [name, { ...subsetFigures(perSubset[s]!), objects: objectsIn(matches, s, weights) }];
      }),
    ),
  };
}

/**
 * COCO's twelve numbers alone, for the many draws of a bootstrap.
 *
 * @param weights as of `detectionFigures`.
 */
export const detectionSummary = (
  matches: DetectionMatches,
  weights?: Uint32Array,
): DetectionSummary => summaryOf(AREAS.map((_, s) => accumulated(matches, s, weights)));

type PerCategory = readonly (Accumulated | null)[];

const accumulated = (
  { categories }: DetectionMatches,
  subset: number,
  weights: Multiplicities,
): PerCategory => categories.map(({ subsets }) => accumulate(subsets[subset]!, weights));

function summaryOf([all, small, medium, large]: readonly PerCategory[]): DetectionSummary {
  return {
    map: precisionOf(all!),
    map50: precisionOf(all!, AT_50),
    map75: precisionOf(all!, AT_75),
    mapSmall: precisionOf(small!),
    mapMedium: precisionOf(medium!),
    mapLarge: precisionOf(large!),
    mar1: recallOf(all!, 0),
    mar10: recallOf(all!, 1),
    mar100: recallOf(all!, 2),
    marSmall: recallOf(small!, 2),
    marMedium: recallOf(medium!, 2),
    marLarge: recallOf(large!, 2),
  };
}

const subsetFigures = (subset: PerCategory): Omit<SubsetFigures, 'objects'> => ({
  map: precisionOf(subset),
  map50: precisionOf(subset, AT_50),
  map75: precisionOf(subset, AT_75),
  mar100: recallOf(subset, 2),
});

/** Mean over categories with objects, at one threshold or over all. */
function precisionOf(categories: PerCategory, threshold?: number): number | null {
  return meanOf(categories, ({ precision }) =>
    threshold === undefined ? sumOf(precision) / IOU_THRESHOLDS.length : precision[threshold]!,
  );
}

const recallOf = (categories: PerCategory, most: 0 | 1 | 2): number | null =>
  meanOf(categories, ({ recall }) => sumOf(recall[most]) / IOU_THRESHOLDS.length);

function meanOf(categories: PerCategory, figure: (category: Accumulated) => number): number | null {
  let [sum, count] = [0, 0];
  for (const category of categories) {
    if (!category) continue;
    sum += figure(category);
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function objectsIn(
  { categories }: DetectionMatches,
  subset: number,
  weights: Multiplicities,
): number {
  return categories.reduce((sum, { subsets }) => sum + truthsOf(subsets[subset]!, weights), 0);
}
