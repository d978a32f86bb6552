import { changesInWords, differences } from './differences.ts';
import { isSameRecipe, readRecipe, changedEntries } from './recipe-json.ts';
import { initialRecipe, reduceRecipe, type Recipe, type RecipeChange } from './recipe.ts';

/** A recipe of the history. */
interface Step {
  readonly recipe: Recipe;
  /** Where it came from; undefined where the differences from the step before say it. */
  readonly name: string | undefined;
  /** When it was last changed, ms since 1970. */
  readonly at: number;
}

/** The recipes of a visit, the oldest first, and which of them is shown. */
export interface RecipeHistory {
  readonly steps: readonly Step[];
  readonly current: number;
}

export type HistoryEvent =
  | { readonly type: 'changed'; readonly change: RecipeChange; readonly at: number }
  | { readonly type: 'moved'; readonly by: -1 | 1 };

const MOST_STEPS = 100;
/**
 * Changes of the same field that follow each other sooner are one step: the drag of a slider, ms.
 */
const ONE_STEP_MS = 1000;

export const startedWith = (recipe: Recipe): RecipeHistory => ({
  steps: [{ recipe, name: undefined, at: 0 }],
  current: 0,
});

export const recipeOf = ({ steps, current }: RecipeHistory): Recipe => steps[current]!.recipe;

const fieldsThatDiffer = (before: Recipe, after: Recipe): string =>
  differences(before, after)
    .map(({ part, name }) => `${part} ${name}`)
    .join();

/** The name of a change, where it is not named after its fields. */
const ownName = (change: RecipeChange): string | undefined =>
  change.type === 'reset' ? 'New' : 'name' in change ? change.name : undefined;

function changed(history: RecipeHistory, change: RecipeChange, at: number): RecipeHistory {
  const { steps, current } = history;
  const { recipe, name: lastName, at: lastAt } = steps[current]!;
  const next = reduceRecipe(recipe, change);
  if (isSameRecipe(next, recipe)) return history;
  const before = steps[current - 1];
  const name = ownName(change);
  const continues =
    before !== undefined &&
    current === steps.length - 1 &&
    name === undefined &&
    lastName === undefined &&
    at - lastAt < ONE_STEP_MS &&
    fieldsThatDiffer(before.recipe, recipe) === fieldsThatDiffer(recipe, next);
  const kept = steps.slice(0, continues ? current : current + 1);
  const isBack = continues && isSameRecipe(before.recipe, next);
  const all = isBack ? kept : [...kept, { recipe: next, name, at }].slice(-MOST_STEPS);
  return { steps: all, current: all.length - 1 };
}

/**
 * The reducer of the history: a change adds a step and drops those that were undone; a move shows
 * another step.
 */
export function reduceHistory(history: RecipeHistory, event: HistoryEvent): RecipeHistory {
  if (event.type === 'changed') return changed(history, event.change, event.at);
  const current = history.current + event.by;
  return history.steps[current] ? { ...history, current } : history;
}

/**
 * The name of the step from a recipe to the next: the first difference and the number of the
 * others.
 */
function nameOf({ steps }: RecipeHistory, index: number): string | undefined {
  const [before, step] = [steps[index - 1], steps[index]];
  if (!before || !step) return undefined;
  if (step.name !== undefined) return step.name;
  const [first, ...others] = differences(before.recipe, step.recipe);
  if (!first) return 'values that are not in use';
  return `${changesInWords([first])}${others.length > 0 ? ` (+${others.length})` : ''}`;
}

/**
 * The names of the steps that Back undoes and Forward does again; undefined where there is none.
 */
export const stepsAround = (history: RecipeHistory) => ({
  back: nameOf(history, history.current),
  forward: nameOf(history, history.current + 1),
});

/** The history as JSON: each recipe as what differs from the defaults. */
export const historyJson = ({ steps, current }: RecipeHistory): object => ({
  current,
  steps: steps.map(({ recipe, name, at }) => ({ recipe: jsonOf(recipe), name, at })),
});

/** Each recipe is compared with the defaults once, not at every change that follows. */
const compared = new WeakMap<Recipe, object>();
function jsonOf(recipe: Recipe): object {
  const known = compared.get(recipe) ?? changedEntries(recipe);
  compared.set(recipe, known);
  return known;
}

/** The history of JSON; a new one where the JSON is none, or of a build with other fields. */
export function readHistory(json: unknown): RecipeHistory {
  try {
    const { steps, current } = json as RecipeHistory;
    const history = {
      current,
      steps: steps.map(({ recipe, name, at }) => ({ recipe: readRecipe(recipe), name, at })),
    };
    return history.steps[current] ? history : startedWith(initialRecipe);
  } catch {
    return startedWith(initialRecipe);
  }
}
