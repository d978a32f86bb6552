import { isObject } from '@lumenloom/engine/catalogue';
import { keep, keepLarge, readKept, keptLarge } from '../../accounts/kept-work.ts';
import { historyJson, readHistory, type RecipeHistory } from './recipe/history.ts';
import { readRecipe } from './recipe/recipe-json.ts';
import { initialRun, type RunState } from './run/run-store.ts';
import { workspaceAt } from './workspaces.ts';

/**
 * The state that the workbench keeps over a reload of its tab: the history of the recipe, sidebar,
 * and the last picture with its log.
 */

let wasOpen = false;

/**
 * Whether the kept state comes back: it does after a reload, after Back or Forward, and when the
 * visitor comes from another page of the site, such as the login. Opening the address of the
 * workbench starts afresh.
 */
export function isReturningVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    wasOpen ||
    navigation?.type !== 'navigate' ||
    workspaceAt(new URL(navigation.name).pathname) === undefined
  );
}

/** To be called when the workbench has opened. */
export const noteOpen = (): void => {
  wasOpen = true;
};

/** The recipe to begin with, and those before it. */
export const keptHistory = (): RecipeHistory =>
  readHistory(isReturningVisit() ? readKept('recipe') : undefined);
export const keepHistory = (history: RecipeHistory): void => keep('recipe', historyJson(history));

/**
 * The last picture with its log; undefined where there is none, or one of a build with other
 * fields.
 */
export async function keptRun(): Promise<RunState | undefined> {
  const run = isReturningVisit() ? await keptLarge('run') : undefined;
  if (!isObject(run) || !Object.keys(initialRun).every((key) => key in run)) return undefined;
  try {
    const inputs: unknown = JSON.parse(JSON.stringify(run['inputs']));
    return { ...(run as unknown as RunState), inputs: readRecipe(inputs) };
  } catch {
    return undefined;
  }
}
export const keepRun = (run: RunState | undefined): Promise<void> => keepLarge('run', run);

/** Whether a run was going on when the page was left: that has ended it. */
export const keptRunning = (): boolean => isReturningVisit() && readKept('running') === true;
export const keepRunning = (isRunning: boolean): void =>
  keep('running', isRunning ? true : undefined);

export type SidebarChoice = 'expanded' | 'collapsed';

export function keptSidebar(): SidebarChoice | undefined {
  const choice = isReturningVisit() ? readKept('sidebar') : undefined;
  return choice === 'expanded' || choice === 'collapsed' ? choice : undefined;
}
export const keepSidebar = (choice: SidebarChoice): void => keep('sidebar', choice);
