import type { ChoiceListDescription } from '../../model/choice-lists.ts';
import { downloadText } from '../../kit/figures/plot-files.ts';
import { captionOf } from '../../model/recipe/caption.ts';
import { readOffered, notOpenedSentence } from '../../model/recipe/offered-recipe.ts';
import { RecipeError } from '../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** Largest file that is read, bytes: many times the largest recipe. */
const MOST_BYTES = 256 * 1024;

/** Downloads a recipe as JSON, as `lumenloom simulate` takes it. */
export function exportRecipe(recipe: Recipe, name: string | undefined): void {
  const file = (name ?? captionOf(recipe))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  downloadText(
    `${JSON.stringify(recipe, undefined, 2)}\n`,
    'application/json',
    `${file || 'recipe'}.json`,
  );
}

/** The recipe of a file. @throws Error with a sentence that names the file. */
export async function importRecipe(
  file: File,
  lists: readonly ChoiceListDescription[],
): Promise<Recipe> {
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} is larger than ${MOST_BYTES / 1024} kB: it is no recipe.`);
  const text = await file.text();
  try {
    return readOffered(JSON.parse(text), lists);
  } catch (error) {
    throw new Error(
      error instanceof RecipeError
        ? notOpenedSentence(file.name, error)
        : `${file.name} is no JSON file.`,
      { cause: error },
    );
  }
}
