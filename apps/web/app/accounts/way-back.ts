import { useSyncExternalStore } from 'react';
import { useLocation, type Path } from 'react-router';

/** Longest way back, characters. */
const LONGEST = 2000;
/** Where the workbench is. */
export const WORKBENCH = '/simulate';

/**
 * Where login leads afterwards, from the query of its address: path, query and fragment of a page
 * of this site. Undefined where the query has no such address, or one that could lead to another
 * site: browsers read '//', '\\' and what control characters hide as the start of a host name.
 */
export function wayBackIn(query: string): string | undefined {
  const next = new URLSearchParams(query).get('next') ?? '';
  const isPlace = /^\/[!-[\]-~]*$/.test(next) && !next.includes('//');
  return isPlace && next.length <= LONGEST ? next : undefined;
}

/** The address of login or sign-up, which lead to `next` in the end; without it, home. */
export const withWayBack = (
  pathname: '/login' | '/signup',
  next: string | undefined,
): Partial<Path> => ({
  pathname,
  ...(next !== undefined && { search: `?next=${encodeURIComponent(next)}` }),
});

const neverChanges = (): (() => void) => () => undefined;

/**
 * Where login leads from this page; undefined for home, as in the prerendered page, which is the
 * same for all.
 */
export function useWayBack(): string | undefined {
  const { search } = useLocation();
  const next = wayBackIn(search);
  return useSyncExternalStore(
    neverChanges,
    () => next,
    () => undefined,
  );
}
