import { scenes, toEngineUnits, type SceneId } from '@lumenloom/engine/catalogue';
import type { ScenePlan } from '@lumenloom/engine';
import type { Findings } from './decoded.ts';
import { remarkBlanks, type GivenParameters } from './given-parameters.ts';

/**
 * The chosen scene with its parameters in engine units.
 *
 * @param largestSamples of the scene's raster; more is a problem.
 */
export function planScene(
  id: SceneId,
  requested: GivenParameters | undefined,
  largestSamples: number,
  { notes, problems }: Findings,
): Exclude<ScenePlan, { readonly id: 'own' }> {
  const scene = scenes[id];
  const plan = {
    id,
    parameters: toEngineUnits(scene.fields, requested ?? {}, remarkBlanks(scene.wireKey, notes)),
  } as Exclude<ScenePlan, { readonly id: 'own' }>;
  const size =
    'rasterSize' in scene
      ? (scene.rasterSize as (parameters: object) => { rows: number; columns: number })(
          plan.parameters,
        )
      : undefined;
  if (size && size.rows * size.columns > largestSamples)
    problems.push({
      field: scene.wireKey,
      message: `${scene.label} would have ${size.columns} × ${size.rows} samples; at most ${largestSamples / 1e6} million are computed.`,
    });
  const wrong =
    'wrongParameters' in scene ? scene.wrongParameters(plan.parameters as never) : undefined;
  if (wrong) problems.push(wrong);
  return plan;
}
