import type { ChoiceListDescription } from '../choice-lists.ts';
import { isFromFile } from '../own-names.ts';
import { RecipeError, readRecipe } from './recipe-json.ts';
import type { Recipe } from './recipe.ts';

/**
 * A recipe with a choice that this server does not offer; the message continues a sentence that
 * begins with the source of the recipe: 'This link …'.
 */
export class NotOffered extends RecipeError {}

/** Reads a recipe from JSON, with choices that this server offers. @throws RecipeError. */
export function readOffered(json: unknown, lists: readonly ChoiceListDescription[]): Recipe {
  const recipe = readRecipe(json);
  const missing = lists.find(
    // The run checks whether files and published parts are there.
    ({ choice, options }) =>
      recipe[choice] !== '' && !isFromFile(recipe[choice]) && !options.includes(recipe[choice]),
  );
  if (missing)
    throw new NotOffered(
      `chooses ${recipe[missing.choice].slice(0, 40)} under ${missing.label}, which this server does not offer.`,
    );
  return recipe;
}

/** Why something has no recipe that can be opened here, as a sentence. */
export const notOpenedSentence = (what: string, error: RecipeError): string =>
  `${what} ${error instanceof NotOffered ? '' : 'cannot be opened: '}${error.message}`;
