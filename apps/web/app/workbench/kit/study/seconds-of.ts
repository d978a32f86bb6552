import { toPlan } from '@lumenloom/contract';
import { estimateSeconds } from '@lumenloom/sweep/page';
import type { Recipe } from '../../model/recipe/recipe.ts';

/**
 * Rough time of runs of a recipe; NaN where it lacks what every point of the study has, such as its
 * scene.
 */
export function secondsOf(recipe: Recipe, runs: number): number {
  const plan = toPlan(recipe);
  return plan.ok && plan.value.plan ? runs * estimateSeconds(plan.value.plan) : NaN;
}
