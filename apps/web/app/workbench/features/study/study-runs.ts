import {
  isWeighted,
  sourceName,
  variableKey,
  type StudyDocument,
  type StudyRun,
} from '@lumenloom/contract';
import { fieldsOfRun, withValue } from '@lumenloom/sweep/page';
import { readRecipe } from '../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

/** The values of a run by their paths; free variables of expressions have none. */
export const pathsOf = (
  { vary }: StudyDocument,
  { values }: Pick<StudyRun, 'values'>,
): readonly (readonly [path: string, value: unknown])[] =>
  vary.flatMap((variable) =>
    variable.path === undefined ? [] : [[variable.path, values[variableKey(variable)]] as const],
  );

/** The recipe of a run as the workbench holds it; it cannot hold values of a lens. */
export const recipeOfRun = (
  document: StudyDocument,
  { values }: Pick<StudyRun, 'values'>,
): Recipe =>
  readRecipe(
    fieldsOfRun(document, values)
      .filter(([path]) => !path.startsWith('lens.'))
      .reduce(
        (recipe, [path, value]) => withValue(recipe, path, value),
        document.recipe as Readonly<Record<string, unknown>>,
      ),
  );

/** The objectives of a run, turned so that less is better; undefined where it has none. */
export function turnedObjectives(
  document: StudyDocument,
  { status, figures }: StudyRun,
): readonly number[] | undefined {
  if (status !== 'done') return undefined;
  const turned = document.objectives.map((objective, at) => {
    const value = figures[sourceName('objective', objective, at)];
    if (value === null || value === undefined) return NaN;
    if (objective.goal === 'target') return Math.abs(value - objective.value!);
    return objective.goal === 'maximise' ? -value : value;
  });
  return turned.every(Number.isFinite) ? turned : undefined;
}

/**
 * The best run so far of a study with one objective or with weights: among those that keep the
 * constraints. Undefined while there is none, and of several objectives.
 */
export function bestSoFar(
  document: StudyDocument,
  runs: readonly StudyRun[],
): StudyRun | undefined {
  if (document.objectives.length > 1 && !isWeighted(document)) return undefined;
  const first = runs
    .map((run) => turnedObjectives(document, run))
    .find((objectives) => objectives !== undefined);
  let best: { readonly run: StudyRun; readonly sum: number } | undefined;
  for (const run of runs) {
    const objectives = run.feasible ? turnedObjectives(document, run) : undefined;
    if (!objectives) continue;
    // Weighted objectives are shares of those of the first run.
    const sum = objectives.reduce((total, value, at) => {
      const weight = document.objectives[at]!.weight;
      if (weight === undefined) return value;
      return total + (weight * (value - first![at]!)) / (Math.abs(first![at]!) || 1);
    }, 0);
    if (!best || sum < best.sum) best = { run, sum };
  }
  return best?.run;
}
