import type { RunState } from '../../model/run/run-store.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** How two pictures are shown. */
export type ComparisonMode = 'wipe' | 'side by side' | 'difference';

/** A picture with its name and what it was made with. */
export interface ComparedPicture {
  readonly name: string;
  readonly recipe: Recipe;
  readonly address: string;
  /** The run that made it; undefined for the picture that is shown without comparing. */
  readonly run?: RunState;
}
