import { idealLens } from './ideal-lens.ts';
import type { Lens } from './lens.ts';
import type { OpticsId } from './list.ts';

/** The lens of a choice; the ideal one for a blank choice. Real ones are loaded, and traced, on first use. */
export async function loadLens(id: OpticsId | undefined): Promise<Lens> {
  if (id === undefined) return idealLens;
  const { realLensOf } = await import('./real-lens.ts');
  return realLensOf(id);
}
