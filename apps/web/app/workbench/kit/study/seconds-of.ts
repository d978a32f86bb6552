import { toPlan } from '@lumenloom/contract';
import { estimateSeconds } from '@lumenloom/experiment/page';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { timeInWords } from './time-in-words.ts';

const isOfLens = (path: string): boolean => path.startsWith('lens.');

/**
 * Rough time of runs of a recipe; NaN where it lacks what every point of the study has, such as its
 * scene.
 *
 * @param paths of the fields that are varied: a lens that is varied is traced for each run.
 */
export function secondsOf(recipe: Recipe, runs: number, paths: readonly string[]): number {
  const plan = toPlan(recipe);
  return plan.ok && plan.value.plan
    ? runs * estimateSeconds(plan.value.plan, paths.some(isOfLens))
    : NaN;
}

/** That time as it follows a number of runs; '' where it is not known. */
export function timeAfterRuns(seconds: number, paths: readonly string[]): string {
  if (!Number.isFinite(seconds)) return '';
  const time = timeInWords(seconds);
  return paths.some(isOfLens)
    ? `, at least ${time}: the more a varied lens blurs, the longer it takes`
    : `, about ${time}`;
}
