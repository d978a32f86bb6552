import type { RouteConfigEntry } from '@react-router/dev/routes';
import { fileURLToPath } from 'node:url';
import pages from './app/routes.ts';

/** What a group's function for its name asks. */
interface Modules {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[] } | null | undefined;
}

const APP = fileURLToPath(new URL('app/', import.meta.url));
const WORKBENCH = `${APP}workbench/workbench-page.tsx`;

/** Files of all pages, with what stands round them. */
const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [`${APP}${file}`, ...filesOf(children)]);

/** The modules of the app that a page loads with itself, its own file included. */
function loadedWith(page: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([page]);
  for (const id of reached)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? [])
      if (next.startsWith(APP)) reached.add(next);
  return reached;
}

/**
 * What only the workbench loads with itself, and what other pages load too. In chunks of their own,
 * as features share them, its hundred modules weigh 7 kB more.
 */
export function firstLoad(): Record<
  'ofWorkbench' | 'ofOthers',
  (id: string, modules: Modules) => string | null
> {
  const sets = new Map<string, ReadonlySet<string>>();
  const isLoadedWith = (page: string, id: string, modules: Modules): boolean => {
    if (!sets.has(page)) sets.set(page, loadedWith(page, modules));
    return sets.get(page)!.has(id);
  };
  const others = [`${APP}root.tsx`, ...filesOf(pages)].filter((page) => page !== WORKBENCH);
  const isOfOthers = (id: string, modules: Modules): boolean =>
    others.some((page) => isLoadedWith(page, id, modules));
  return {
    ofOthers: (id, modules) => (!id.startsWith(APP) || isOfOthers(id, modules) ? 'shared' : null),
    ofWorkbench: (id, modules) =>
      id !== WORKBENCH && isLoadedWith(WORKBENCH, id, modules) ? 'workbench' : null,
  };
}
