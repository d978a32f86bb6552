import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LARGEST_WORLD } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readJson } from '../arguments.ts';
import { exampleFile, knownExample } from '../examples.ts';

/** A recipe with the document of its world, and where the files of that lie. */
export interface RecipeWorld<Recipe> {
  readonly recipe: Recipe;
  /** Part of `OwnParts`; empty where the recipe names no file. */
  readonly own: { readonly worldFolder?: string };
}

/** The JSON of a world. @throws UsageError for a file that is no world or too large. */
export async function readWorldJson(path: string): Promise<unknown> {
  const facts = await stat(path).catch(() => undefined);
  if (facts !== undefined && facts.size > LARGEST_WORLD)
    throw new UsageError(`${path} has more than ${LARGEST_WORLD / 1e6} MB, the most of a world.`);
  return readJson(path);
}

/**
 * A recipe in which the document of its world stands in place of its name: `example:NAME`, or a
 * file beside the recipe.
 *
 * @param folder of the recipe.
 * @param file the one of --world, in place of the recipe's.
 * @throws UsageError for a file that cannot be read.
 */
export async function withWorldOf<Recipe>(
  recipe: Recipe,
  folder: string,
  file?: string,
): Promise<RecipeWorld<Recipe>> {
  if (!isObject(recipe)) return { recipe, own: {} };
  const named = recipe['world'];
  // The files of a document in the recipe lie beside the recipe.
  if (file === undefined && isObject(named))
    return { recipe, own: { worldFolder: resolve(folder) } };
  if (file === undefined && (typeof named !== 'string' || named.trim() === ''))
    return { recipe, own: {} };
  const path = file ?? (await pathOf(named as string, folder));
  const world = await readWorldJson(path);
  return { recipe: { ...recipe, world }, own: { worldFolder: dirname(resolve(path)) } };
}

async function pathOf(name: string, folder: string): Promise<string> {
  const [, example] = /^example:(.*)$/s.exec(name) ?? [];
  if (example !== undefined) return exampleFile(`worlds/${await knownExample(example, 'worlds/')}`);
  if (name.startsWith('mine:'))
    throw new UsageError(`${name.slice(0, 60)} is a file of a library: name a file here.`, 'world');
  return resolve(folder, name);
}
