import type { Bench } from '../bench.ts';

/** Stands for classes of the network that the data set does not have. */
export const NO_CATEGORY = 65_534;

/**
 * Class numbers that are left out: those of the plan, those that the data set itself excludes, its
 * categories that no class of the network means, and what the network finds beside the categories.
 */
export const voidClassesOf = ({
  evaluation: { document },
  dataset,
  categories,
  categoryOf,
}: Pick<Bench, 'categories' | 'categoryOf'> & {
  readonly evaluation: { readonly document: Pick<Bench['evaluation']['document'], 'score'> };
  readonly dataset: Pick<Bench['dataset'], 'ignoredClasses'>;
}): readonly number[] => [
  ...[document.score.void].flat(),
  ...dataset.ignoredClasses,
  ...categories.flatMap(({ id }) => (categoryOf.includes(id) ? [] : [id])),
  NO_CATEGORY,
];
