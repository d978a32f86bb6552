import type { Recipe } from '../recipe/recipe.ts';

/** How two pictures are shown. */
export type Way = 'wipe' | 'side by side' | 'difference';

/** A picture with its name and what it was made with. */
export interface Compared {
  readonly name: string;
  readonly recipe: Recipe;
  readonly address: string;
}
