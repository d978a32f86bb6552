import type { Recipe } from './recipe.ts';

/**
 * What a picture was made with, in the order of the light; blanks as what stands in for them
 * (docs/reference/protocol.md#f2).
 */
export function captionOf(recipe: Recipe): string {
  return [
    recipe.illuminant || 'native light',
    recipe.scene || 'no scene',
    recipe.optics || 'ideal lens',
    recipe.sensor || 'no sensor',
    recipe.sensor && (recipe.isp || 'raw'),
    recipe.algorithm,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
