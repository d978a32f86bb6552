import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { withFields } from '../../kit/study/varied-field.ts';
import type { SweepDraft } from './sweep-draft.ts';
import { sweepFields } from '../../kit/study/sweep-fields.ts';

/** The draft with the fields of these paths taken in, or out where all of them are varied. */
export function withPaths(
  draft: SweepDraft,
  recipe: Recipe,
  switches: readonly WorkbenchFeature[],
  paths: readonly string[],
): SweepDraft {
  const fields = sweepFields(recipe, switches).filter(({ path }) => paths.includes(path));
  return fields.length > 0 ? withFields(draft, fields) : draft;
}
