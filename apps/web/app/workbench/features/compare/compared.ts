import type { Recipe } from '../../model/recipe/recipe.ts';

/** How two pictures are shown. */
export type ComparisonMode = 'wipe' | 'side by side' | 'difference';

/** A picture with its name and what it was made with. */
export interface ComparedPicture {
  readonly name: string;
  readonly recipe: Recipe;
  readonly address: string;
}
