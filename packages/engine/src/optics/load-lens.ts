import { loadOnce } from '../load-once.ts';
import { idealLens } from './ideal-lens.ts';
import { loadLensFile } from './load-lens-file.ts';
import type { Lens } from './lens.ts';
import type { OpticsId } from './list.ts';
import type { LensFile } from './ray-trace/lens-file.ts';

/**
 * The lens of a run: one of the list by its id, a prescription of its own, or undefined for the
 * ideal lens.
 */
export type OpticsPlan = OpticsId | LensFile | undefined;

/**
 * Lenses of this thread by their id, or by the text of their prescription: tracing their tables
 * takes a moment.
 */
const loaded = new Map<string, Promise<Lens>>();
/** A sweep over the radii of a lens has a prescription per run, so the oldest are forgotten. */
const MOST_LOADED = 16;

/** The lens of a choice. Real ones are loaded, and traced, on first use. */
export async function loadLens(choice: OpticsPlan): Promise<Lens> {
  if (choice === undefined) return idealLens;
  const key = typeof choice === 'string' ? choice : JSON.stringify(choice);
  if (!loaded.has(key) && loaded.size >= MOST_LOADED) loaded.delete(loaded.keys().next().value!);
  return loadOnce(loaded, key, async () => {
    const { realLens } = await import('./real-lens.ts');
    return realLens(typeof choice === 'string' ? await loadLensFile(choice) : choice);
  });
}
