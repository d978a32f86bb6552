import { useState } from 'react';
import type { TypedProblems } from '../../kit/dialog/tools.ts';
import type { Recipe, RecipeChange, RecipeParts } from '../../model/recipe/recipe.ts';
import type { DialogPart, DialogPartProps } from '../bench/feature.ts';
import { Fold } from './fold.tsx';
import type { TypedField } from './parameter-form.ts';

export type Texts = Readonly<Record<string, string>>;

/** Parts of a recipe as the texts of a fold, by the keys of its fields. */
export interface TypedPart<Typed extends Texts = Texts> {
  readonly label: string;
  readonly in: DialogPart['in'];
  /** Names of the parts in the recipe or in its sensor file; each of them opens the fold. */
  readonly parts: readonly string[];
  readonly within?: 'sensorFile';
  /** Other names that open it. */
  readonly opensFor?: readonly string[];
  readonly read: (recipe: Recipe) => Typed;
  /** @param held the recipe before, of which stays what no field shows. */
  readonly write: (typed: Typed, held: Recipe) => RecipeParts;
  /** The fields that count. */
  readonly fields: (typed: Typed, held: Recipe) => readonly TypedField[];
  /** What is set, in a line. */
  readonly words: (typed: Typed, held: Recipe) => string;
  readonly problems: (typed: Typed, written: RecipeParts, recipe: Recipe) => TypedProblems;
  /** What the person changes with a field. */
  readonly changed?: (typed: Typed, changes: Texts) => Typed;
  /** Where the numbers stand in the recipe, for sweeps. */
  readonly pathOf?: (key: string) => string;
}

const partsChange = ({ within }: Pick<TypedPart, 'within'>, parts: RecipeParts): RecipeChange => ({
  type: 'parts',
  parts,
  ...(within && { within }),
});

/** Draws a part of a recipe in a dialog. */
export function TypedFold<Typed extends Texts>({
  part,
  recipe,
  focus,
  onOther,
}: DialogPartProps & { readonly part: TypedPart<Typed> }) {
  // What no field shows is kept as it came.
  const [held] = useState(recipe);
  const [typed, setTyped] = useState(() => part.read(recipe));
  const written = part.write(typed, held);
  const names = [...part.parts, ...(part.opensFor ?? [])];
  const { changed = (before, changes) => ({ ...before, ...changes }) } = part;
  return (
    <Fold
      label={part.label}
      words={part.words(typed, held)}
      isChanged={Object.values(written).some((value) => value !== undefined)}
      isOpen={focus !== undefined && names.includes(focus)}
      focus={focus}
      fields={part.fields(typed, held)}
      values={typed}
      problems={part.problems(typed, written, recipe)}
      pathOf={part.pathOf}
      onType={(changes) => {
        const next = changed(typed, changes);
        setTyped(next);
        onOther(partsChange(part, part.write(next, held)));
      }}
    />
  );
}

/** A part of a recipe as a part of a dialog. */
export const typedFold = <Typed extends Texts>(part: TypedPart<Typed>): DialogPart => ({
  id: part.parts[0]!,
  label: part.label,
  in: part.in,
  defaults: [partsChange(part, Object.fromEntries(part.parts.map((name) => [name, undefined])))],
  Content: (props) => <TypedFold part={part} {...props} />,
});
