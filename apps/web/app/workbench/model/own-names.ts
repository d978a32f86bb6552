import { ownIdOf, type LibraryKind, type OwnFile } from '@lumenloom/contract';
import { EXAMPLE_NETWORK, publishedName, scenes, sensors } from '@lumenloom/engine/catalogue';
import type { Choice, Recipe } from './recipe/recipe.ts';
import { writable, type Readable } from './store.ts';

/** The lists that take the user's own files, and the kinds that each takes. */
export const OWN_LISTS: Readonly<Partial<Record<Choice, readonly LibraryKind[]>>> = {
  illuminant: ['light'],
  scene: ['scene'],
  optics: ['lens', 'glass'],
  sensor: ['sensor', 'qe'],
  algorithm: ['network'],
};

/**
 * Names of the files that this page has seen, by their ids: captions have no other access to them.
 */
const names = new Map<string, string>();
/** Whether the library has been asked: a file without a name is not in it then. */
let isAsked = false;
const files = writable<readonly OwnFile[]>([]);
/** The files of the library, as it was asked last. */
export const ownFiles: Readable<readonly OwnFile[]> = files;
const noted = writable(0);
/** Changes with the names that are known. */
export const ownNames: Readable<number> = noted;
export const noteNames = (found: readonly OwnFile[]): void => {
  isAsked = true;
  files.set(found);
  for (const { id, name } of found) names.set(id, name);
  noted.set(noted.current() + 1);
};

/** The network of the examples, as a list has it. */
export const EXAMPLE_NETWORK_LABEL = 'marks, a detector of the example';
/** Labels of the published parts that this page has seen, by their choices. */
const labelsOfParts = new Map([[EXAMPLE_NETWORK.file, EXAMPLE_NETWORK_LABEL]]);
export const noteParts = (
  parts: readonly { readonly name: string; readonly label: string }[],
): void => {
  for (const { name, label } of parts) labelsOfParts.set(name, label);
  noted.set(noted.current() + 1);
};

/** Whether a choice names one of the user's own files, or a published part. */
export const isFromFile = (choice: string): boolean =>
  ownIdOf(choice) !== undefined || publishedName(choice) !== undefined;

/** A choice as people know it: the name of an own file or a published part. */
export function shownChoice(choice: string): string {
  const id = ownIdOf(choice);
  return id === undefined
    ? (labelsOfParts.get(choice) ?? publishedName(choice) ?? choice)
    : (names.get(id) ?? (isAsked ? 'a file not in your library' : 'a file of yours'));
}

/**
 * The member of the list whose parameters belong to a choice: for the user's own scene the picture
 * file, for the user's own efficiency and for published sensors the first sensor.
 */
export const listedChoice = (choice: Choice, label: string): string =>
  !isFromFile(label)
    ? label
    : choice === 'scene'
      ? scenes.appleJpg.label
      : choice === 'sensor'
        ? Object.values(sensors)[0]!.label
        : label;

/** What a recipe takes from the user's own files, in words, and the id of each file. */
const ownChoices = (recipe: Recipe): readonly (readonly [words: string, id: string])[] =>
  [
    ...(Object.keys(OWN_LISTS) as Choice[]).map((choice) => [choice, recipe[choice]] as const),
    ['depth map', recipe.sceneDepth] as const,
  ].flatMap(([words, name]) => {
    const id = ownIdOf(name);
    return id === undefined ? [] : [[words, id] as const];
  });

/** Whether a recipe names one of the user's own files. */
export const hasOwnFiles = (recipe: Recipe): boolean => ownChoices(recipe).length > 0;

/** Whether a recipe shows the user's own scene, which the page does not fetch. */
export const hasOwnScene = (recipe: Recipe): boolean => ownIdOf(recipe.scene) !== undefined;

/**
 * Why the page cannot compute a recipe that names the user's own files; undefined where it can.
 */
export function ownFilesProblem(recipe: Recipe): string | undefined {
  const [gone] = ownChoices(recipe).find(([, id]) => !names.has(id)) ?? [];
  if (gone !== undefined && isAsked)
    return `the file that is chosen as ${gone} is no longer in your library. Choose another one, or upload it again.`;
  return hasOwnScene(recipe)
    ? `scenes of your own stay on the server, and stages are computed in this page (${shownChoice(recipe.scene)}). The picture and the log are complete.`
    : undefined;
}
