import { accumulate, truthsOf, type Accumulated, type Multiplicities } from './accumulate.ts';
import type { DetectionMatches } from './match.ts';
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
      ap: all![c]?.ap ?? null,
      ap50: all![c]?.ap50 ?? null,
      ap75: all![c]?.ap75 ?? null,
      ar100: all![c]?.ar100 ?? null,
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

/** COCO's ten numbers of key points; null where there is nothing to count. */
export interface KeypointSummary {
  readonly map: number | null;
  readonly map50: number | null;
  readonly map75: number | null;
  readonly mapMedium: number | null;
  readonly mapLarge: number | null;
  readonly mar: number | null;
  readonly mar50: number | null;
  readonly mar75: number | null;
  readonly marMedium: number | null;
  readonly marLarge: number | null;
}

/** COCO's ten numbers of key points. @param weights as of `detectionFigures`. */
export function keypointSummary(matches: DetectionMatches, weights?: Uint32Array): KeypointSummary {
  const [all, , medium, large] = AREAS.map((_, s) => accumulated(matches, s, weights));
  return {
    map: meanOf(all!, 'ap'),
    map50: meanOf(all!, 'ap50'),
    map75: meanOf(all!, 'ap75'),
    mapMedium: meanOf(medium!, 'ap'),
    mapLarge: meanOf(large!, 'ap'),
    mar: meanOf(all!, 'ar100'),
    mar50: meanOf(all!, 'ar50'),
    mar75: meanOf(all!, 'ar75'),
    marMedium: meanOf(medium!, 'ar100'),
    marLarge: meanOf(large!, 'ar100'),
  };
}

type PerCategory = readonly (Accumulated | null)[];

const accumulated = (
  { categories }: DetectionMatches,
  subset: number,
  weights: Multiplicities,
): PerCategory => categories.map(({ subsets }) => accumulate(subsets[subset]!, weights));

function summaryOf([all, small, medium, large]: readonly PerCategory[]): DetectionSummary {
  return {
    map: meanOf(all!, 'ap'),
    map50: meanOf(all!, 'ap50'),
    map75: meanOf(all!, 'ap75'),
    mapSmall: meanOf(small!, 'ap'),
    mapMedium: meanOf(medium!, 'ap'),
    mapLarge: meanOf(large!, 'ap'),
    mar1: meanOf(all!, 'ar1'),
    mar10: meanOf(all!, 'ar10'),
    mar100: meanOf(all!, 'ar100'),
    marSmall: meanOf(small!, 'ar100'),
    marMedium: meanOf(medium!, 'ar100'),
    marLarge: meanOf(large!, 'ar100'),
  };
}

const subsetFigures = (subset: PerCategory): Omit<SubsetFigures, 'objects'> => ({
  map: meanOf(subset, 'ap'),
  map50: meanOf(subset, 'ap50'),
  map75: meanOf(subset, 'ap75'),
  mar100: meanOf(subset, 'ar100'),
});

/** Mean over the categories with objects. */
function meanOf(categories: PerCategory, name: keyof Accumulated): number | null {
  let [sum, count] = [0, 0];
  for (const category of categories) {
    if (!category) continue;
    sum += category[name];
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

function objectsIn(
  { categories }: DetectionMatches,
  subset: number,
  weights: Multiplicities,
): number {
  return categories.reduce((sum, { subsets }) => sum + truthsOf(subsets[subset]!, weights), 0);
}
