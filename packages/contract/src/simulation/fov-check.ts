import { optics, scenes, type OpticsId } from '@lumenloom/engine/catalogue';
import type { ScenePlan } from '@lumenloom/engine';
import { z } from 'zod';
import { problemsOf, type Decoded } from './decoded.ts';
import { labels, member } from './family.ts';
import { choiceSchema, parametersSchema } from './field-schema.ts';
import { completeParameters } from './given-parameters.ts';
import { simulationRequestSchema } from './request-schema.ts';

/** The body of POST /fov_check: like a recipe, with two names of its own. */
export const fovCheckRequestSchema = z
  .looseObject({
    ...simulationRequestSchema.omit({ scene: true, optics: true }).shape,
    selectedScene: choiceSchema('Scene', labels(scenes)),
    selectedOptics: simulationRequestSchema.shape.optics,
  })
  .pick({
    selectedScene: true,
    selectedOptics: true,
    sceneFile: true,
    ...Object.fromEntries(Object.values(scenes).map((scene) => [scene.wireKey, true as const])),
  });

/** The scene to look at (undefined when none is chosen), the lens (undefined is the ideal one), and what was defaulted. */
export interface FovCheck {
  readonly scene: ScenePlan | undefined;
  readonly optics: OpticsId | undefined;
  readonly notes: readonly string[];
}

/** Turns the body of POST /fov_check into engine terms. Only the chosen scene's parameters are looked at. */
export function toFovCheck(body: unknown): Decoded<FovCheck> {
  const chosen = z
    .looseObject(
      {
        selectedScene: fovCheckRequestSchema.shape.selectedScene,
        selectedOptics: fovCheckRequestSchema.shape.selectedOptics,
      },
      'The field-of-view check must be a JSON object.',
    )
    .safeParse(body);
  if (!chosen.success) return { ok: false, problems: problemsOf(chosen.error) };
  const [id, scene] = member(scenes, chosen.data.selectedScene) ?? [];
  const [opticsId] = member(optics, chosen.data.selectedOptics) ?? [];
  if (!id || !scene) return { ok: true, value: { scene: undefined, optics: opticsId, notes: [] } };
  const parameters = z
    .object({ [scene.wireKey]: parametersSchema(scene.wireKey, scene.fields) })
    .safeParse(chosen.data);
  if (!parameters.success) return { ok: false, problems: problemsOf(parameters.error) };
  const notes: string[] = [];
  return {
    ok: true,
    value: {
      scene: {
        id,
        parameters: completeParameters(
          scene.fields,
          parameters.data[scene.wireKey],
          scene.wireKey,
          notes,
        ),
      },
      optics: opticsId,
      notes,
    },
  };
}
