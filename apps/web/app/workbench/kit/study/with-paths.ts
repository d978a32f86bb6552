import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { sweepFields } from './sweep-fields.ts';
import { withFields, type VariedField } from './varied-field.ts';

/** The draft with the fields of these paths taken in, or out where all of them are varied. */
export function withPaths<Draft extends { readonly fields: readonly VariedField[] }>(
  draft: Draft,
  recipe: Recipe,
  switches: readonly WorkbenchFeature[],
  paths: readonly string[],
): Draft {
  const fields = sweepFields(recipe, switches).filter(({ path }) => paths.includes(path));
  return fields.length > 0 ? withFields(draft, fields) : draft;
}
