import type { OwnParts } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { CommandTerminal } from './command.ts';
import { namedParts } from './named-parts.ts';
import { partFileOptions, readOwnFiles } from './own-files.ts';
import { changesOf, planOf, readExample, recipeOptions } from './read-recipe.ts';
import { withFieldOfView } from './scene/open-render.ts';
import type { Say } from './sweep-progress.ts';

/** Options of every command that measures the camera of a recipe. */
export const cameraOptions = { ...recipeOptions, ...partFileOptions } as const;

type PartOption = keyof typeof partFileOptions;
type CameraValues = Readonly<
  Record<Exclude<PartOption, 'keep-focus' | 'glass-file'>, string | undefined>
> & {
  readonly set: readonly string[];
  readonly 'glass-file': readonly string[];
  readonly 'keep-focus': boolean;
};

type FileValues = Parameters<typeof readOwnFiles>[0];
/** Other files, which a project of the workbench may hold, have no options here. */
const NO_FILES = {} as Readonly<Record<Exclude<keyof FileValues, PartOption>, undefined>>;

/** A network sees the picture, and changes nothing that is measured. */
function withoutNetwork(recipe: unknown): unknown {
  if (!isObject(recipe)) return recipe;
  const { algorithm: _, ...camera } = recipe;
  return camera;
}

/**
 * The camera of a recipe, its parts from files and the values of --set in place of its own, as
 * `lumenloom simulate` has them.
 *
 * @param path of the recipe; `-` for standard input, undefined for the first example.
 * @param say gets what was decided about the recipe.
 * @returns the plan of its picture without a network, what was decided about the files, the parts
 *   that they hold, and the recipe with the values of --set.
 * @throws UsageError for what cannot be read or run, and for fields that mean nothing.
 */
export async function readCamera(
  path: string | undefined,
  values: CameraValues,
  terminal: CommandTerminal,
  say: Say,
): Promise<ReturnType<typeof planOf> & { readonly own: OwnParts; readonly recipe: unknown }> {
  const read = await readExample(path, changesOf(values), terminal, say);
  const {
    recipe,
    values: named,
    changes,
  } = await namedParts(
    withoutNetwork(read.recipe),
    {
      ...NO_FILES,
      ...values,
    },
    path,
  );
  const { own: parts, render, notes } = await readOwnFiles(named, terminal);
  const own = { ...parts, ...read.own };
  const { plan } = planOf(withFieldOfView(recipe, render?.hfov), undefined, own, [
    ...changes,
    ...changesOf(values),
  ]);
  return { plan, notes, own, recipe: read.recipe };
}

/** @throws UsageError for options of a recipe's camera where none is measured. */
export function refuseCameraOptions(values: CameraValues, but: readonly PartOption[] = []): void {
  const [option] = Object.keys(cameraOptions).filter((name) => {
    const value: unknown = values[name as keyof CameraValues];
    const isThere = Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== false;
    return isThere && !but.includes(name as PartOption);
  });
  if (option !== undefined) throw new UsageError(`--${option} goes with --recipe.`);
}
