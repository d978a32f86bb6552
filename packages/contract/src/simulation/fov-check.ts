import { optics, scenes, toEngineUnits, type OpticsId } from '@lumenloom/engine/catalogue';
import type { ScenePlan, SimulationPlan } from '@lumenloom/engine';
import { z } from 'zod';
import { problemsOf, type Decoded } from './decoded.ts';
import { labels, member, parameterObjects } from './family.ts';
import { choiceSchema } from './field-schema.ts';
import { readParameters, remarkBlanks } from './given-parameters.ts';
import { simulationRequestSchema } from './request-schema.ts';
import { DEFAULT_GRID } from './sensor-plan.ts';

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
    ...Object.fromEntries(Object.keys(parameterObjects(scenes)).map((key) => [key, true as const])),
  });

/** What a check looks at. */
export interface FovCheck {
  /** Undefined when none is chosen. */
  readonly scene: ScenePlan | undefined;
  /** Undefined is the ideal lens. */
  readonly optics: OpticsId | undefined;
  /** Where a picture is sampled by default: the call does not say which sensor is meant. */
  readonly grid: SimulationPlan['grid'];
  /** What was defaulted, one sentence each. */
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
  const common = { optics: opticsId, grid: DEFAULT_GRID };
  if (!id || !scene) return { ok: true, value: { ...common, scene: undefined, notes: [] } };
  const { wireKey, fields } = scene;
  const read = readParameters(wireKey, fields, chosen.data[wireKey]);
  if (!read.ok) return read;
  const notes: string[] = [];
  return {
    ok: true,
    value: {
      ...common,
      scene: {
        id,
        parameters: toEngineUnits(fields, read.value ?? {}, remarkBlanks(wireKey, notes)),
      },
      notes,
    },
  };
}
