import { followRun } from '../../model/run/follow-run.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { derived } from '../../model/store.ts';
import type { Bench } from '../bench/bench.ts';
import type { ActionBody } from './action.ts';

/** New and Run are dimmed while a simulation is running. */
export const notWhileRunning = ({ run }: Pick<Bench, 'run'>): ActionBody['now'] =>
  derived([run], () => ({
    reason: run.current().phase === 'running' ? 'Not while a simulation is running.' : undefined,
  }));

/**
 * Clears the picture, aborts the previous run, sends the recipe and follows the answer. The log is
 * kept.
 */
export function startRun(
  { requests, tell }: Pick<Bench, 'requests' | 'tell'>,
  recipe: Recipe,
): Promise<void> {
  const signal = requests.begin('run');
  tell({ type: 'started', inputs: recipe });
  return followRun(recipe, signal, tell);
}

export const runAction = (
  bench: Pick<Bench, 'recipe' | 'run' | 'requests' | 'tell'>,
): ActionBody => ({
  now: notWhileRunning(bench),
  perform: () => startRun(bench, bench.recipe.current()),
});
