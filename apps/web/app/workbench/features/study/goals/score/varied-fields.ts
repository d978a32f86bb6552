import type { WorkbenchFeature } from '@lumenloom/contract';
import { sweepFields, type SweepField } from '../../../../kit/study/sweep-fields.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import { luminanceField, withConditions, type ScoreDraft } from './score-draft.ts';

/** Choices that are the same for all pictures of a score. */
const FIXED = ['scene', 'algorithm'];

/** Everything of a camera and its light that conditions can vary. */
export const variedFields = (
  recipe: Recipe,
  features: readonly WorkbenchFeature[],
): readonly SweepField[] => [
  luminanceField(recipe),
  ...sweepFields(recipe, features).filter(
    ({ path, group }) => !FIXED.includes(path) && group !== 'Scene',
  ),
];

/** The draft with the fields of these paths taken into its conditions, or out of them. */
export function withPaths(
  draft: ScoreDraft,
  recipe: Recipe,
  features: readonly WorkbenchFeature[],
  paths: readonly string[],
): ScoreDraft {
  const fields = variedFields(recipe, features).filter(({ path }) => paths.includes(path));
  return fields.length > 0 ? withConditions(draft, fields) : draft;
}
