import type { Recipe, RecipeChange } from './recipe.ts';

/** Chooses a lens, and one of its configurations, from 1, of which the first is the blank one. */
export function changesToLens(
  { opticsParams }: Recipe,
  label: string,
  configuration: number,
): readonly RecipeChange[] {
  const chosen: RecipeChange = { type: 'chosen', choice: 'optics', label };
  if (configuration === 1) return [chosen];
  const optics = { ...opticsParams, configuration: String(configuration) };
  return [chosen, { type: 'optics', optics }];
}
