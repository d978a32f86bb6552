import { keep, keepLarge, kept, keptLarge } from '../accounts/kept-work.ts';
import { initialRecipe, type Recipe } from './recipe/recipe.ts';
import { initialRun, type RunState } from './run/run-store.ts';

/** What the workbench keeps over a reload of its tab: recipe, sidebar, and the last picture with its log. */

let wasOpen = false;

/** Whether what was kept comes back: after a reload, on the way back or forward, and within the page; a visit by an address begins anew. */
export function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return wasOpen || navigation?.type !== 'navigate';
}

/** To be called when the workbench has opened. */
export const noteOpen = (): void => {
  wasOpen = true;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has the parts of an example, of the same kinds: not what an older build has kept. */
const isLike = (value: unknown, example: unknown): boolean =>
  isRecord(example)
    ? isRecord(value) &&
      Object.keys(value).length === Object.keys(example).length &&
      Object.keys(example).every((key) => key in value && isLike(value[key], example[key]))
    : Array.isArray(example) === Array.isArray(value) && !isRecord(value);

/** JSON has no NaN, which a number field may hold; null comes back as NaN. */
const withNaN = (value: unknown): unknown => {
  if (value === null) return NaN;
  if (Array.isArray(value)) return value.map(withNaN);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNaN(part)]))
    : value;
};

/** The recipe to begin with. */
export function keptRecipe(): Recipe {
  const recipe = isReturn() ? withNaN(kept('recipe')) : undefined;
  return isLike(recipe, initialRecipe) ? (recipe as Recipe) : initialRecipe;
}
export const keepRecipe = (recipe: Recipe): void => keep('recipe', recipe);

/** The last picture with its log; undefined where there is none. */
export async function keptRun(): Promise<RunState | undefined> {
  const run = isReturn() ? await keptLarge('run') : undefined;
  return isRecord(run) && Object.keys(initialRun).every((key) => key in run)
    ? (run as unknown as RunState)
    : undefined;
}
export const keepRun = (run: RunState | undefined): Promise<void> => keepLarge('run', run);

export type SidebarChoice = 'expanded' | 'collapsed';

export function keptSidebar(): SidebarChoice | undefined {
  const choice = isReturn() ? kept('sidebar') : undefined;
  return choice === 'expanded' || choice === 'collapsed' ? choice : undefined;
}
export const keepSidebar = (choice: SidebarChoice): void => keep('sidebar', choice);
