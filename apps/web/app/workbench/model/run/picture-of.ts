import type { Recipe } from '../recipe/recipe.ts';
import { followRun } from './follow-run.ts';
import { initialRun, reduceRun, type RunEvent, type RunState } from './run-store.ts';

/**
 * Computes the picture of a recipe beside the run of the workbench.
 *
 * @returns its address, without what an algorithm drew.
 * @throws Error with a sentence where there is none; where it was stopped too.
 */
export async function pictureOf(recipe: Recipe, signal: AbortSignal): Promise<string> {
  let run: RunState = initialRun;
  const tell = (event: RunEvent): void => {
    run = reduceRun(run, event, Date.now());
  };
  tell({ type: 'started', inputs: recipe });
  await followRun(recipe, signal, tell);
  const image = run.plain ?? run.image;
  if (image === undefined) throw new Error(run.log.at(-1)?.content ?? 'It was stopped.');
  return image;
}
