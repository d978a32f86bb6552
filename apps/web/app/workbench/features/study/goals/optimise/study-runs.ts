import {
  figureInWords,
  isWeighted,
  sourceName,
  type StudyDocument,
  type StudyRun,
} from '@lumenloom/contract';
import { differenceInWords, meanInWords } from '@lumenloom/report';
import { fieldsOfRun, withValue } from '@lumenloom/experiment/page';
import { threeDigits } from '../../../../kit/figures/figures.ts';
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';

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

/** The best run: by results.json, once it is there, else the best so far. */
export function bestOf({
  document,
  runs,
  results,
}: {
  readonly document: StudyDocument;
  readonly runs: readonly StudyRun[];
  readonly results: unknown;
}): StudyRun | undefined {
  const { best } = (results ?? {}) as { readonly best?: { readonly run: number } | null };
  return best ? runs.find(({ run }) => run === best.run) : bestSoFar(document, runs);
}

/** What results.json has of a run with fresh noise. */
export interface ValidatedRun {
  readonly run: number;
  readonly figures: Readonly<
    Record<string, { readonly mean: number; readonly standardError: number }>
  >;
  readonly againstStart?: Readonly<Record<string, Parameters<typeof differenceInWords>[0]>> | null;
}

/** The runs that were computed again with fresh noise. @param results undefined while it runs. */
export const validationOf = (results: unknown): readonly ValidatedRun[] =>
  ((results ?? {}) as { readonly validation?: readonly ValidatedRun[] | null }).validation ?? [];

/**
 * The figures of a run with fresh noise, with their standard errors and their differences from the
 * start; empty where it was not computed again.
 *
 * @param results results.json of the study, undefined while it runs.
 */
export function withFreshNoise(results: unknown, run: number): readonly string[] {
  const found = validationOf(results).find((one) => one.run === run);
  return Object.entries(found?.figures ?? {}).map(([figure, value]) => {
    const difference = found?.againstStart?.[figure];
    return [
      figureInWords(figure, meanInWords(value)),
      ...(difference ? [`${differenceInWords(difference, threeDigits)} against the start`] : []),
    ].join(', ');
  });
}
