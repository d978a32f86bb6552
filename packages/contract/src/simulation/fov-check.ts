import { optics, scenes, toEngineUnits } from '@lumenloom/engine/catalogue';
import type { ScenePlan, SimulationPlan } from '@lumenloom/engine';
import { z } from 'zod';
import { problemsOf, type Decoded, type Findings } from './decoded.ts';
import { isBlank } from './blank.ts';
import { labels, member, parameterObjects } from './family.ts';
import { choiceSchema } from './field-schema.ts';
import { pageMessages } from '../page-messages.ts';
import {
  readParameters,
  remarkBlanks,
  unknownKeysOf,
  unknownParameters,
} from './given-parameters.ts';
import { planOptics } from './focus-plan.ts';
import { OPTICS_FIELDS } from './optics-fields.ts';
import { strayProblems } from './stray-plan.ts';
import type { OwnParts } from './own-parts.ts';
import { simulationRequestSchema } from './request-schema.ts';
import { toPlan } from './request.ts';
import { DEFAULT_GRID } from './sensor-plan.ts';

/** What else of a recipe lengths at the object depend on. */
const OF_OBJECT = ['sensor', 'sensorParams', 'sensorFile', 'task', 'motion'] as const;

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
    ...Object.fromEntries(
      [...Object.keys(parameterObjects(scenes)), 'opticsParams', ...OF_OBJECT].map((key) => [
        key,
        true as const,
      ]),
    ),
  });

const REQUEST_KEYS = new Set(Object.keys(fovCheckRequestSchema.shape));

/** What a check looks at. */
export interface FovCheck {
  /** Undefined when none is chosen. */
  readonly scene: ScenePlan | undefined;
  /** Undefined is the ideal lens. */
  readonly optics: SimulationPlan['optics'];
  /** Where a picture is sampled by default: the call does not say which sensor is meant. */
  readonly grid: SimulationPlan['grid'];
  /** What lengths at the object are computed of; undefined without a distance. */
  readonly camera: SimulationPlan | undefined;
  /** What was ignored or defaulted, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Turns the body of POST /fov_check into engine terms. Only the chosen scene's parameters are
 * looked at.
 *
 * @param own scene, lens and sensor from files, in place of what the body chooses.
 */
export function toFovCheck(
  body: unknown,
  own: Pick<OwnParts, 'scene' | 'optics' | 'sensor'> = {},
): Decoded<FovCheck> {
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
  const [id, scene] =
    member(scenes, own.scene ? scenes.appleJpg.label : chosen.data.selectedScene) ?? [];
  const [opticsId] = member(optics, chosen.data.selectedOptics) ?? [];
  const focus = readParameters('opticsParams', OPTICS_FIELDS, chosen.data['opticsParams']);
  if (!focus.ok) return focus;
  const findings: Findings = { notes: [], problems: [] };
  const problems = strayProblems(focus.value);
  if (problems.length > 0) return { ok: false, problems };
  const common = {
    optics: planOptics(own.optics ?? opticsId, focus.value, false, findings),
    grid: DEFAULT_GRID,
  };
  if (findings.problems.length > 0) return { ok: false, problems: findings.problems };
  const unknown = unknownKeysOf(chosen.data, REQUEST_KEYS);
  const ignored = (keys: readonly string[]) =>
    keys.length > 0 ? [pageMessages.unknownKeys(keys)] : [];
  if (!id || !scene)
    return {
      ok: true,
      value: { ...common, scene: undefined, camera: undefined, notes: ignored(unknown) },
    };
  const { wireKey, fields } = scene;
  const read = readParameters(wireKey, fields, chosen.data[wireKey]);
  if (!read.ok) return read;
  const notes = ignored([...unknown, ...unknownParameters(fields, read.value, `${wireKey}.`)]);
  const parameters = toEngineUnits(fields, read.value ?? {}, remarkBlanks(wireKey, notes));
  const plan = own.scene ? { ...own.scene, id: 'own' as const, parameters } : { id, parameters };
  const camera = cameraOf(chosen.data, own);
  return camera.ok
    ? { ok: true, value: { ...common, scene: plan, camera: camera.value, notes } }
    : camera;
}

/** The recipe whose object is meant; undefined where no distance says how far it is. */
function cameraOf(
  { selectedScene, selectedOptics, ...body }: Readonly<Record<string, unknown>>,
  own: OwnParts,
): Decoded<SimulationPlan | undefined> {
  const distanceIn = (key: string, name: string): boolean =>
    !isBlank((body[key] as Readonly<Record<string, unknown>> | null | undefined)?.[name]);
  if (!distanceIn('opticsParams', 'objectDistance') && !distanceIn('motion', 'atMetres'))
    return { ok: true, value: undefined };
  const recipe = { ...body, scene: selectedScene, optics: selectedOptics };
  const planned = toPlan(recipe, undefined, undefined, own);
  return planned.ok ? { ok: true, value: planned.value.plan } : planned;
}
