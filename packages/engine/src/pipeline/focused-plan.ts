import type { LitScene } from '../illuminants/light.ts';
import { focusOfPlan } from '../optics/load-lens.ts';
import { withAutofocus } from '../optics/with-autofocus.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import { brightnessChannel, mosaicOf } from '../sensors/colour-filters.ts';
import { quantumEfficiencyOf } from '../sensors/pixel.ts';
import type { Host } from '../host.ts';
import { lightSceneStage } from './light-scene-stage.ts';
import { eyeResponses } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';

/**
 * What modulation is weighted with, per band: the light on white times the green response, or
 * without a sensor times the response of luminance.
 */
export function modulationWeights(
  { sensor }: Pick<SimulationPlan, 'sensor'>,
  { white }: Pick<LitScene, 'white'>,
): Spectrum {
  const response = sensor
    ? quantumEfficiencyOf(sensor)[brightnessChannel(mosaicOf(sensor).channels)]!
    : eyeResponses()[1];
  return white.map((photons, band) => photons * response[band]!);
}

/** The plan with its lens focused, where it has an autofocus. */
export async function focusedPlan<Plan extends SimulationPlan>(
  plan: Plan,
  lit: LitScene,
): Promise<Plan> {
  if (!focusOfPlan(plan.optics)?.autofocus) return plan;
  const optics = await withAutofocus(plan.optics, {
    depth: lit.scene.depth,
    hfov: plan.scene.parameters.hfov,
    pitch: plan.grid.pitch,
    weights: modulationWeights(plan, lit),
  });
  return { ...plan, optics };
}

/**
 * The same for a plan whose scene has not been lit.
 *
 * @throws SimulationError for a scene that cannot be computed, and where the autofocus finds
 *   nothing to focus on.
 */
export async function autofocused<Plan extends SimulationPlan>(
  plan: Plan,
  host: Pick<Host, 'loadImage' | 'memory'>,
): Promise<Plan> {
  if (!focusOfPlan(plan.optics)?.autofocus) return plan;
  return focusedPlan(plan, (await lightSceneStage(plan, host)).result);
}
