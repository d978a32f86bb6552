import { shownChoice } from '../own-names.ts';
import type { Choice, Recipe } from './recipe.ts';

/** The stand-in for a blank choice (docs/reference/protocol.md#f2). */
export const blankWords: Readonly<Record<Choice, string>> = {
  illuminant: 'native light',
  scene: 'no scene',
  optics: 'ideal lens',
  sensor: 'no sensor',
  isp: 'raw',
  algorithm: 'none',
};

/** The world that stands in place of a scene, by its name; '' for none. */
export function worldName({ world }: Pick<Recipe, 'world'>): string {
  if (world === undefined) return '';
  const name = typeof world === 'string' ? shownChoice(world) : world['name'];
  return `world ${typeof name === 'string' ? name.replace(/^example:/, '') : 'without a name'}`;
}

/** The choices that a picture was made with, in the order of the light. */
export function captionOf(recipe: Recipe): string {
  const { isp, algorithm } = recipe;
  const [illuminant, scene, optics, sensor] = (
    ['illuminant', 'scene', 'optics', 'sensor'] as const
  ).map((choice) => shownChoice(recipe[choice])) as [string, string, string, string];
  return [
    illuminant || blankWords.illuminant,
    scene || worldName(recipe) || blankWords.scene,
    optics || blankWords.optics,
    sensor || blankWords.sensor,
    sensor && (isp || blankWords.isp),
    shownChoice(algorithm),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
