import { keepHistory, keptHistory } from '../kept-workbench.ts';
import { derived, writable, type Readable } from '../store.ts';
import { recipeOf, reduceHistory, stepsAround, type HistoryEvent } from './history.ts';
import type { Recipe, RecipeChange } from './recipe.ts';

/** The recipe with its history, which this tab keeps over a reload. */
export interface RecipeStore {
  readonly recipe: Readable<Recipe>;
  /**
   * Names of the changes that Back undoes and Forward does again; undefined where there is none.
   */
  readonly steps: Readable<ReturnType<typeof stepsAround>>;
  /** The change by the last Back or Forward, in words for screen readers; '' after others. */
  readonly moved: Readable<string>;
  /** The last change that was made; undefined before the first, and after Back or Forward. */
  readonly changed: Readable<RecipeChange | undefined>;
  readonly change: (change: RecipeChange) => void;
  /** Shows the recipe before or after this one. */
  readonly move: (by: -1 | 1) => void;
}

export function createRecipeStore(): RecipeStore {
  const history = writable(keptHistory());
  const changed = writable<RecipeChange | undefined>(undefined);
  const movedTo = writable<{ readonly recipe: Recipe; readonly says: string } | undefined>(
    undefined,
  );
  const recipe = derived([history], () => recipeOf(history.current()));
  const steps = derived([history], () => stepsAround(history.current()));
  const take = (event: HistoryEvent): void => {
    history.set(reduceHistory(history.current(), event));
    keepHistory(history.current());
  };
  return {
    recipe,
    steps,
    changed,
    moved: derived([recipe, movedTo], () => {
      const move = movedTo.current();
      return move && move.recipe === recipe.current() ? move.says : '';
    }),
    change: (change) => {
      take({ type: 'changed', change, at: Date.now() });
      changed.set(change);
    },
    move: (by) => {
      const { back = '', forward = '' } = steps.current();
      take({ type: 'moved', by });
      changed.set(undefined);
      movedTo.set({
        recipe: recipe.current(),
        says: by < 0 ? `Undone: ${back}` : `Done again: ${forward}`,
      });
    },
  };
}
