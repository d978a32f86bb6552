import { ownIdOf, projectOptions, type OwnChoice, type ProjectFile } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import type { ChoiceListDescription } from '../../model/choice-lists.ts';
import { downloadText } from '../../kit/figures/plot-files.ts';
import { captionOf } from '../../model/recipe/caption.ts';
import { readOffered, notOpenedSentence } from '../../model/recipe/offered-recipe.ts';
import { RecipeError } from '../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

const MEGABYTE = 2 ** 20;
/** Most bytes of own files that go into a project. */
const MOST_OWN = 64 * MEGABYTE;
/** Largest file that is read, bytes: base64 takes a third more than the bytes. */
const MOST_BYTES = 96 * MEGABYTE;

/**
 * Downloads a recipe as JSON, as `lumenloom simulate` takes it, with the user's own files that it
 * names.
 *
 * @throws Error with a sentence where a file cannot be fetched, or the files are too large.
 */
export async function exportRecipe(recipe: Recipe, name: string | undefined): Promise<void> {
  const files = await filesOf(recipe);
  const file = (name ?? captionOf(recipe))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  downloadText(
    `${JSON.stringify({ ...recipe, ...(files && { files }) }, undefined, 2)}\n`,
    'application/json',
    `${file || 'recipe'}.json`,
  );
}

/** The own files that a recipe names, by these names; undefined where it names none. */
async function filesOf(recipe: Recipe): Promise<Record<string, ProjectFile> | undefined> {
  const choices: Readonly<Partial<Record<OwnChoice, unknown>>> = recipe;
  const named = (Object.keys(projectOptions) as OwnChoice[]).flatMap((choice) => {
    const name = choices[choice];
    const id = ownIdOf(name);
    return id === undefined ? [] : [[String(name), id] as const];
  });
  if (named.length === 0) return undefined;
  const { ownFile, ownFileBytes } = await import('../../../api/library.ts');
  const files: Record<string, ProjectFile> = {};
  let left = MOST_OWN;
  for (const [name, id] of named) {
    const { kind, fileName, bytes, preview } = await ownFile(id);
    left -= bytes;
    if (left < 0)
      throw new Error(
        `The files of this recipe are larger than ${MOST_OWN / MEGABYTE} MB together, so they are not put into one. Choose a smaller one than ${fileName}.`,
      );
    const hasData = /\.hdr$/i.test(fileName);
    files[name] = {
      kind,
      fileName,
      base64: await ownFileBytes(id, 'file'),
      ...(hasData && { data: await ownFileBytes(id, 'data') }),
      ...(preview.kind === 'network' && { descriptor: preview.descriptor }),
    };
  }
  return files;
}

/** The recipe of a file. @throws Error with a sentence that names the file. */
export async function importRecipe(
  file: File,
  lists: readonly ChoiceListDescription[],
): Promise<Recipe> {
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} is larger than ${MOST_BYTES / MEGABYTE} MB: it is no recipe.`);
  const text = await file.text();
  try {
    const content: unknown = JSON.parse(text);
    // The files are those of the library, which the recipe names.
    const { files: _, ...recipe } = isObject(content) ? content : {};
    return readOffered(isObject(content) ? recipe : content, lists);
  } catch (error) {
    throw new Error(
      error instanceof RecipeError
        ? notOpenedSentence(file.name, error)
        : `${file.name} is no JSON file.`,
      { cause: error },
    );
  }
}
