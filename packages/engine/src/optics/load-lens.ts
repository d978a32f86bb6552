import { loadOnce } from '../load-once.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import { idealLens } from './ideal-lens.ts';
import { loadLensFile } from './load-lens-file.ts';
import type { Lens } from './lens.ts';
import type { OpticsId } from './list.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import type { Scatter } from './stray/scatter-kernel.ts';

/** One of the list by its id, a prescription of its own, or undefined for the ideal lens. */
export type LensChoice = OpticsId | LensFile | undefined;

/** A lens that is not as its file has it, with the object at infinity and no stray light. */
export interface AdjustedLens {
  readonly lens: LensChoice;
  readonly focus?: FocusSettings;
  readonly scatter?: Scatter;
}

/** The lens of a run. */
export type OpticsPlan = LensChoice | AdjustedLens;

const isAdjusted = (plan: OpticsPlan): plan is AdjustedLens =>
  typeof plan === 'object' && !('surfaces' in plan);

/** The lens of a plan, however it is focused. */
export const lensOfPlan = (plan: OpticsPlan): LensChoice => (isAdjusted(plan) ? plan.lens : plan);

/** How the lens of a plan is focused; undefined: as its file has it. */
export const focusOfPlan = (plan: OpticsPlan): FocusSettings | undefined =>
  isAdjusted(plan) ? plan.focus : undefined;

/**
 * Lenses of this thread by their id, or by the text of their prescription: tracing their tables
 * takes a moment.
 */
const loaded = new Map<string, Promise<Lens>>();
/** A sweep over the radii of a lens has a prescription per run, so the oldest are forgotten. */
const MOST_LOADED = 16;

/** The lens of a choice. Real ones are loaded, and traced, on first use. */
export async function loadLens(plan: OpticsPlan): Promise<Lens> {
  if (plan === undefined) return idealLens;
  const key = typeof plan === 'string' ? plan : JSON.stringify(plan);
  if (!loaded.has(key) && loaded.size >= MOST_LOADED) loaded.delete(loaded.keys().next().value!);
  return loadOnce(loaded, key, async () => {
    const lens = await lensWithoutStrayLight(lensOfPlan(plan), focusOfPlan(plan));
    const scatter = isAdjusted(plan) ? plan.scatter : undefined;
    return scatter ? (await import('./stray/with-scatter.ts')).withScatter(lens, scatter) : lens;
  });
}

async function lensWithoutStrayLight(
  choice: LensChoice,
  focus: FocusSettings | undefined,
): Promise<Lens> {
  if (choice === undefined)
    return focus ? (await import('./thin-lens.ts')).thinLens(focus) : idealLens;
  const { realLens } = await import('./real-lens.ts');
  return realLens(typeof choice === 'string' ? await loadLensFile(choice) : choice, focus);
}
