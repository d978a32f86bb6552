import { loadOnce } from '../load-once.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import { isUsual, type Environment } from './heat/environment.ts';
import { idealLens } from './ideal-lens.ts';
import { SimulationError } from '../simulation-error.ts';
import { loadLensFile } from './load-lens-file.ts';
import { isMeasured, type MeasuredLensFile } from './measured/measured-file.ts';
import type { Lens } from './lens.ts';
import type { OpticsId } from './list.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import { thinLensFile } from './thin-lens-file.ts';
import type { LensSetting } from './lens-setting.ts';
import type { Orientation } from './ray-trace/lens-symmetry.ts';
import type { GhostSettings } from './stray/ghost-settings.ts';
import type { Scatter } from './stray/scatter-kernel.ts';

/** What a lens file holds: surfaces, or what was measured of a lens. */
export type AnyLensFile = LensFile | MeasuredLensFile;

/** One of the list by its id, a file of its own, or undefined for the ideal lens. */
export type LensChoice = OpticsId | AnyLensFile | undefined;

/** A lens that is not as its file has it, with the object at infinity and no stray light. */
export interface AdjustedLens {
  readonly lens: LensChoice;
  readonly focus?: FocusSettings;
  readonly scatter?: Scatter;
  readonly ghosts?: GhostSettings;
  /** How its picture lies on the sensor, an EXIF number; absent: as it stands like the scene. */
  readonly orientation?: Orientation;
  /** At which temperature and pressure it is; absent: at those of its file. */
  readonly environment?: Environment;
}

/** The lens of a run. */
export type OpticsPlan = LensChoice | AdjustedLens;

export const isAdjusted = (plan: OpticsPlan): plan is AdjustedLens =>
  typeof plan === 'object' && !('surfaces' in plan || 'kind' in plan);

/** The lens of a plan, however it is focused. */
export const lensOfPlan = (plan: OpticsPlan): LensChoice => (isAdjusted(plan) ? plan.lens : plan);

/** The plan with another lens that is adjusted in the same way. */
export const withLens = (plan: OpticsPlan, lens: LensChoice): OpticsPlan =>
  isAdjusted(plan) ? { ...plan, lens } : lens;

/** How the lens of a plan is focused; undefined: as its file has it. */
export const focusOfPlan = (plan: OpticsPlan): FocusSettings | undefined =>
  isAdjusted(plan) ? plan.focus : undefined;

/** What the lens of a plan scatters; undefined: nothing. */
export const scatterOfPlan = (plan: OpticsPlan): Scatter | undefined =>
  isAdjusted(plan) ? plan.scatter : undefined;

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
    const adjusted: Partial<AdjustedLens> = isAdjusted(plan) ? plan : {};
    const { scatter, ghosts, orientation, environment } = adjusted;
    const [choice, focus] = [lensOfPlan(plan), settledFocus(focusOfPlan(plan))];
    const cold = typeof choice === 'string' ? await loadLensFile(choice) : choice;
    const { file, notes } = await withHeat(cold, environment);
    const setting: LensSetting = {
      ...(focus && { focus }),
      ...(environment && { environment }),
      ...(ghosts?.coating !== undefined && { coating: ghosts.coating }),
      ...(orientation !== undefined && { orientation }),
    };
    const clear = noted(await clearLens(file, setting), notes);
    const lens = scatter
      ? (await import('./stray/with-scatter.ts')).withScatter(clear, scatter)
      : clear;
    return ghosts ? ghostly(lens, file, setting, ghosts) : lens;
  });
}

/** Until the autofocus has been at work a lens is focused on its object. */
function settledFocus(wanted: FocusSettings | undefined): FocusSettings | undefined {
  if (!wanted?.autofocus) return wanted;
  const { autofocus: _, ...focus } = wanted;
  const { objectDistance } = focus;
  return objectDistance === undefined ? focus : { ...focus, focusDistance: objectDistance };
}

/** A lens whose glasses have what heat does to them, where it is heated. */
async function withHeat(
  file: AnyLensFile | undefined,
  environment: Environment | undefined,
): Promise<{ readonly file: AnyLensFile | undefined; readonly notes?: readonly string[] }> {
  if (!environment || file === undefined || isMeasured(file)) return { file };
  const { withThermal } = await import('./heat/with-thermal.ts');
  if (!isUsual(environment)) return withThermal(file, environment);
  // At the temperature of its file a lens needs no data; without them it has no figures of heat.
  return withThermal(file, environment).catch((error: unknown) => {
    if (error instanceof SimulationError) return { file };
    throw error;
  });
}

const noted = (lens: Lens, notes: readonly string[] = []): Lens =>
  notes.length > 0 ? { ...lens, notes } : lens;

/** The lens without stray light, but with the light that its coating lets through. */
async function clearLens(file: AnyLensFile | undefined, setting: LensSetting): Promise<Lens> {
  const { focus, ...others } = setting;
  if (file !== undefined && isMeasured(file))
    return (await import('./measured/measured-lens.ts')).measuredLens(file, focus);
  if (file === undefined)
    return focus ? (await import('./thin-lens.ts')).thinLens(focus) : idealLens;
  return (await import('./real-lens.ts')).realLens(file, focus, others);
}

/**
 * The surfaces of the lens of a plan as its pictures are traced through them: focused, at its
 * temperature, and turned so that x and y on the sensor run right and down in the picture. The
 * ideal lens is a thin one, at f/4 and focused at infinity while nothing else is given.
 *
 * @throws SimulationError for a lens of which only measurements are known.
 */
export async function designOfPlan(plan: OpticsPlan): Promise<LensDesign> {
  const { lensDesign } = await import('./ray-trace/lens-design.ts');
  const focus = settledFocus(focusOfPlan(plan));
  const choice = lensOfPlan(plan);
  if (choice === undefined) {
    const { thinFocus } = await import('./focus/thin-focus.ts');
    return lensDesign(thinLensFile(thinFocus(focus ?? {}).design));
  }
  const { environment, orientation }: Partial<AdjustedLens> = isAdjusted(plan) ? plan : {};
  const cold = typeof choice === 'string' ? await loadLensFile(choice) : choice;
  const { file } = await withHeat(cold, environment);
  if (file === undefined || isMeasured(file))
    throw new SimulationError(
      'bad-parameter',
      'A measured lens has no surfaces: use layers.',
      'worldParams.through',
    );
  const { settledDesign } = await import('./heat/settled-design.ts');
  const { picturedDesign } = await import('./ray-trace/pictured-design.ts');
  const setting = { ...(focus && { focus }), ...(environment && { environment }) };
  return picturedDesign(settledDesign(lensDesign(file), setting), orientation).design;
}

async function ghostly(
  lens: Lens,
  file: AnyLensFile | undefined,
  setting: LensSetting,
  ghosts: GhostSettings,
): Promise<Lens> {
  const { withGhosts } = await import('./stray/with-ghosts.ts');
  if (file === undefined) return withGhosts(lens, undefined, ghosts);
  if (isMeasured(file))
    throw new SimulationError(
      'bad-parameter',
      'coating needs a prescription.',
      'opticsParams.coating',
    );
  const nominal = (await import('./ray-trace/lens-design.ts')).lensDesign(file);
  const { design } = (await import('./ray-trace/pictured-design.ts')).picturedDesign(nominal);
  const { settledDesign } = await import('./heat/settled-design.ts');
  return withGhosts(lens, settledDesign(design, setting), ghosts);
}

/**
 * The lens of a plan with its direct light alone: without scatter and ghosts, with what its
 * surfaces let through; undefined for a lens that has no stray light. `share` of that light reaches
 * its place.
 */
export function directOfPlan(
  plan: OpticsPlan,
): { readonly optics: OpticsPlan; readonly share: number } | undefined {
  if (!isAdjusted(plan)) return undefined;
  const { scatter, ghosts, ...others } = plan;
  if (!scatter && !ghosts) return undefined;
  // The coating stays: it decides how much light passes.
  const coated = ghosts && { ghosts: { ...ghosts, pairs: 0 } };
  return { optics: { ...others, ...coated }, share: 1 - (scatter?.share ?? 0) };
}
