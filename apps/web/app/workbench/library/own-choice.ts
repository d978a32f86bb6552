import { ownIdOf, type LibraryKind, type OwnFile } from '@lumenloom/contract';
import { scenes, sensors } from '@lumenloom/engine/catalogue';
import type { Choice, Recipe } from '../recipe/recipe.ts';

/** The lists that take files of one's own, and the kinds that each takes. */
export const OWN_LISTS: Readonly<Partial<Record<Choice, readonly LibraryKind[]>>> = {
  illuminant: ['light'],
  scene: ['scene'],
  optics: ['lens', 'glass'],
  sensor: ['sensor', 'qe'],
};

/** Names of the files that this page has seen, by their ids: captions have no other access to them. */
const names = new Map<string, string>();
export const noteNames = (files: readonly OwnFile[]): void => {
  for (const { id, name } of files) names.set(id, name);
};

/** A choice as people know it: the name of an own file instead of its id. */
export function shownChoice(choice: string): string {
  const id = ownIdOf(choice);
  return id === undefined ? choice : (names.get(id) ?? 'a file of yours');
}

/** The member of the list whose parameters a choice has: an own scene has those of a picture, an own efficiency those of the first sensor. */
export const listedChoice = (choice: Choice, label: string): string =>
  ownIdOf(label) === undefined
    ? label
    : choice === 'scene'
      ? scenes.appleJpg.label
      : choice === 'sensor'
        ? Object.values(sensors)[0]!.label
        : label;

/** Whether a recipe names a file of one's own. */
export const hasOwnFiles = (recipe: Recipe): boolean =>
  (Object.keys(OWN_LISTS) as Choice[]).some((choice) => ownIdOf(recipe[choice]) !== undefined);
