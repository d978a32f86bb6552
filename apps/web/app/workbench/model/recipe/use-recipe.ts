import { useCallback, useEffect, useReducer, useState } from 'react';
import { keepHistory, keptHistory } from '../kept-workbench.ts';
import { recipeOf, reduceHistory, stepsAround } from './history.ts';
import type { Recipe, RecipeChange } from './recipe.ts';

/**
 * The recipe with its history, which this tab keeps over a reload.
 * @param onMoved is called after Back and Forward, with both recipes.
 */
export function useRecipe(onMoved: (before: Recipe, after: Recipe) => void) {
  const [history, dispatch] = useReducer(reduceHistory, undefined, keptHistory);
  useEffect(() => keepHistory(history), [history]);
  const changeRecipe = useCallback(
    (change: RecipeChange) => dispatch({ type: 'changed', change, at: Date.now() }),
    [],
  );
  const recipe = recipeOf(history);
  const steps = stepsAround(history);
  const [moved, setMoved] = useState({ to: recipe, says: '' });
  return {
    recipe,
    changeRecipe,
    steps,
    /** The change by the last Back or Forward, in words for screen readers. */
    moved: moved.to === recipe ? moved.says : '',
    moveRecipe: (by: -1 | 1): void => {
      dispatch({ type: 'moved', by });
      const to = recipeOf(reduceHistory(history, { type: 'moved', by }));
      setMoved({
        to,
        says: by < 0 ? `Undone: ${steps.back ?? ''}` : `Done again: ${steps.forward ?? ''}`,
      });
      onMoved(recipe, to);
    },
  };
}
