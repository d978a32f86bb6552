import { nativeLight } from '../illuminants/light.ts';
import type { SimulationPlan } from '../pipeline/plan.ts';
import { energyToPhotons } from '../quantities/wavelengths.ts';
import { sceneTraits } from '../scenes/paint-scene.ts';
import { fail } from '../text/json-fields.ts';
import { practiseSession, type PractiseSession } from './practise-session.ts';
import type { PlannedFrames } from './session-plan.ts';

/**
 * The frames of a session with the camera of a recipe.
 *
 * @param seed of the noise, in place of the seed of the recipe.
 * @param planned the frames to take; the standard session unless given.
 * @param scale of the numbers of frames.
 * @throws SimulationError for a recipe without a sensor, or with one that cannot practise.
 */
export async function practisePlan(
  plan: SimulationPlan,
  {
    seed,
    ...session
  }: {
    readonly seed: number | undefined;
    readonly scale: number;
    readonly planned: readonly PlannedFrames[] | undefined;
  },
  host: Parameters<typeof practiseSession>[2],
): Promise<PractiseSession> {
  const { scene, illuminant, sensor, seeds } = plan;
  if (!sensor) return fail('sensor', 'sensor: the recipe has no sensor to practise with.');
  const native = nativeLight(sceneTraits(scene).nativeIlluminant);
  return practiseSession(
    { ...plan, sensor },
    {
      ...session,
      photons: energyToPhotons(illuminant.energy ?? native.energy),
      seeds: { ...seeds, ...(seed !== undefined && { temporal: seed }) },
    },
    host,
  );
}
