import { isObject, publishedName, sensors } from '@lumenloom/engine/catalogue';
import { labels } from '../simulation/family.ts';
import { KINDS_OF_CHOICE, ownIdOf, type OwnChoice } from './own-names.ts';

/** The choices in which a published part may stand. */
const PUBLISHED = ['optics', 'sensor'] as const satisfies readonly OwnChoice[];
type PublishedChoice = (typeof PUBLISHED)[number];

/** A part from a file that a recipe names: of its author's own, or published. */
export type NameInRecipe = { readonly name: string } & (
  | { readonly choice: OwnChoice; readonly mine: string }
  | { readonly choice: PublishedChoice; readonly published: string }
);

const CHOICES = Object.keys(KINDS_OF_CHOICE) as OwnChoice[];

/** What a choice of a recipe names, where that is a part from a file. */
export function nameInChoice(choice: OwnChoice, name: unknown): NameInRecipe | undefined {
  const mine = ownIdOf(name);
  if (mine !== undefined) return { name: String(name), choice, mine };
  const published = publishedName(name);
  const taking = PUBLISHED.find((one) => one === choice);
  return published === undefined || !taking
    ? undefined
    : { name: String(name), choice: taking, published };
}

/** The parts from files that a recipe names. */
export const namesInRecipe = (recipe: unknown): readonly NameInRecipe[] =>
  isObject(recipe) ? CHOICES.flatMap((choice) => nameInChoice(choice, recipe[choice]) ?? []) : [];

/**
 * A recipe without the names of parts from files. A quantum efficiency belongs to the first sensor
 * of the list, until toPlan puts the sensor of a file in its place.
 */
export const withoutNames = <Recipe extends object>(
  recipe: Recipe,
  choices: readonly OwnChoice[],
): Recipe => ({
  ...recipe,
  ...Object.fromEntries(
    choices.map((choice) => [choice, choice === 'sensor' ? labels(sensors)[0]! : '']),
  ),
});
