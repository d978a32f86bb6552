import { keepRun } from '../../model/kept-workbench.ts';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { isSameRecipe } from '../../model/recipe/recipe-json.ts';
import type { RunState } from '../../model/run/run-store.ts';
import { derived, writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../bench/bench.ts';
import type { OpenFeature } from '../bench/feature-host.ts';
import { checkDevice } from '../checks/device-check.ts';
import type { ActionBody } from './action.ts';
import { notWhileRunning } from './run.ts';

interface Cleared {
  readonly recipe: Recipe;
  readonly run: RunState;
  /** Bring back what features had. */
  readonly bringBack: readonly (() => void)[];
}

/**
 * New clears recipe, picture and log, and asks the server again which device computes. The answer
 * is the first line of the new log.
 */
export function newAction(
  bench: Pick<Bench, 'recipe' | 'run' | 'requests' | 'change' | 'tell'>,
  features: Readable<readonly OpenFeature[]>,
): ActionBody & {
  /** Brings back what New has cleared, until the next run; undefined where there is nothing. */
  readonly undo: Readable<(() => void) | undefined>;
} {
  const { recipe, run, requests, change, tell } = bench;
  const cleared = writable<Cleared | undefined>(undefined);
  const undo = (before: Cleared): void => {
    change({ type: 'restored', recipe: before.recipe, name: 'Undo of New' });
    before.bringBack.forEach((bringBack) => bringBack());
    tell({ type: 'restored', run: before.run });
    cleared.set(undefined);
  };
  return {
    now: notWhileRunning(bench),
    undo: derived([cleared, run], () => {
      const before = cleared.current();
      return before && run.current().phase === 'fresh' ? () => undo(before) : undefined;
    }),
    perform: () => {
      const before = { recipe: recipe.current(), run: run.current() };
      const bringBack = features.current().flatMap(({ clear }) => clear?.() ?? []);
      if (!isSameRecipe(before.recipe, initialRecipe) || before.run.phase !== 'fresh')
        cleared.set({ ...before, bringBack });
      void keepRun(undefined);
      requests.abort('field of view');
      const checked = checkDevice(requests.begin('device'), (content) =>
        tell({ type: 'log', content }),
      );
      change({ type: 'reset' });
      tell({ type: 'reset' });
      return checked;
    },
  };
}
