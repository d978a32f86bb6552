import type { SweepDocument, SweepOutcome } from '@lumenloom/contract';
import { shown } from '@lumenloom/report';
import { fieldInWords, withValue } from '@lumenloom/experiment/page';
import { changesInWords, differences } from '../../../../model/recipe/differences.ts';
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';

/** Values of a run that a recipe of the workbench cannot hold. */
export const isOfLens = (path: string): boolean => path.startsWith('lens.');

/** The recipe of a run, as the workbench holds it; surfaces of a lens are left as they are. */
export const recipeOfRun = ({ recipe }: SweepDocument, { values }: SweepOutcome): Recipe =>
  readRecipe(
    Object.entries(values).reduce(
      (all, [path, value]) => (isOfLens(path) ? all : withValue(all, path, value)),
      recipe,
    ),
  );

/** In what two runs differ: their recipes, then their figures. */
export function runsInWords(document: SweepDocument, one: SweepOutcome, other: SweepOutcome) {
  const ofLens = Object.keys(one.values).filter(
    (path) => isOfLens(path) && one.values[path] !== other.values[path],
  );
  return {
    recipe: [
      changesInWords(differences(recipeOfRun(document, one), recipeOfRun(document, other))),
      ...ofLens.map((path) =>
        fieldInWords(path, `${shown(one.values[path])} → ${shown(other.values[path])}`),
      ),
    ]
      .filter((words) => words !== '')
      .join('; '),
    figures: document.measure.map((name) => ({
      name,
      one: one.figures[name] ?? undefined,
      other: other.figures[name] ?? undefined,
    })),
  };
}
