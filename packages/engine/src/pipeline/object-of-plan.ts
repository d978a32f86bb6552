import type { Host } from '../host.ts';
import { loadLens } from '../optics/load-lens.ts';
import { energyToPhotons } from '../quantities/wavelengths.ts';
import { rasterSizeOf } from '../scenes/paint-scene.ts';
import { describeObject } from './describe-object.ts';
import type { ObjectReport } from './object-report.ts';
import { lightEnergy } from './light-scene-stage.ts';
import { blurLines, objectLines } from './lines/object-lines.ts';
import type { SimulationPlan } from './plan.ts';

/**
 * Lengths at the object of a plan, and what is said of them, before anything is computed: the blur
 * belongs to an exposure which the plan fixes.
 *
 * @throws SimulationError when the scene's file cannot be read.
 */
export async function objectOfPlan(
  plan: SimulationPlan,
  host: Pick<Host, 'loadImage'>,
): Promise<{ readonly object: ObjectReport | null; readonly lines: readonly string[] }> {
  const lens = await loadLens(plan.optics);
  const { exposure } = plan;
  const seconds =
    plan.exposureSeconds ?? (exposure?.mode === 'fixed' ? exposure.seconds : undefined);
  const lit = {
    white: energyToPhotons(lightEnergy(plan)),
    scene: await rasterSizeOf(plan.scene, host),
  };
  const object = describeObject({ plan, lens, lit }, seconds);
  return { object, lines: [...objectLines(object), ...blurLines(object, seconds)] };
}
