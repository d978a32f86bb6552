import { loadOnce } from '../load-once.ts';
import { idealLens } from './ideal-lens.ts';
import { loadLensFile } from './lens-files.ts';
import type { Lens } from './lens.ts';
import type { OpticsId } from './list.ts';

/** Lenses of this thread by their id: tracing their tables takes a moment. */
const loaded = new Map<OpticsId, Promise<Lens>>();

/** The lens of a choice; the ideal one for a blank choice. Real ones are loaded, and traced, on first use. */
export async function loadLens(id: OpticsId | undefined): Promise<Lens> {
  if (id === undefined) return idealLens;
  return loadOnce(loaded, id, async () => {
    const { realLens } = await import('./real-lens.ts');
    return realLens(await loadLensFile(id));
  });
}
