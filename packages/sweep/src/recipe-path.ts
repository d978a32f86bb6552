import { isps, scenes, sensors, type Field } from '@lumenloom/engine/catalogue';
import { LENS_PATHS, lensPartOf, type SensorFile } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import {
  EXPOSURE_FIELDS,
  LENS_SHADING_FIELDS,
  FLICKER_FIELDS,
  OPTICS_FIELDS,
  TONE_MAP_FIELDS,
  isBlank,
  parameterObjects,
  simulationRequestSchema,
  stepsOf,
} from '@lumenloom/contract';

type Recipe = Readonly<Record<string, unknown>>;

const PARAMETERS: Readonly<Record<string, readonly Field[]>> = {
  ...parameterObjects(scenes),
  ...parameterObjects(sensors),
  ...parameterObjects(isps),
  exposureParams: EXPOSURE_FIELDS,
  flicker: FLICKER_FIELDS,
  opticsParams: OPTICS_FIELDS,
  toneMap: TONE_MAP_FIELDS,
  lensShading: LENS_SHADING_FIELDS,
};
const KEYS = Object.keys(simulationRequestSchema.shape).filter((key) => key !== 'sceneFile');

/** The descriptor of the field that a path names, or lies in. */
export function fieldAt(path: string): Field | undefined {
  const [object, key] = stepsOf(path);
  return PARAMETERS[object!]?.find((field) => field.key === key);
}

/**
 * The problem of a path, as a sentence; undefined when it names a field of a recipe or a part of a
 * lens.
 */
export function pathProblem(path: string): string | undefined {
  if (/^(lens|image)\b/.test(path))
    return lensPartOf(path) ? undefined : `${path} names no part of a lens: write ${LENS_PATHS}.`;
  const [object, key] = stepsOf(path);
  if (!KEYS.includes(object!))
    return `There is no field ${object!.slice(0, 40)} in a recipe; its fields are ${KEYS.join(', ')}.`;
  const fields = PARAMETERS[object!];
  if (!fields) return undefined;
  if (key === undefined) return `${path} is an object; name one of its fields: ${namesOf(fields)}.`;
  return fieldAt(path)
    ? undefined
    : `There is no field ${key.slice(0, 40)} in ${object}; its fields are ${namesOf(fields)}.`;
}

const namesOf = (fields: readonly Field[]): string => fields.map(({ key }) => key).join(', ');

/**
 * A recipe with another value under a path. Objects and lists on the way that are missing are made,
 * with the defaults of the field.
 */
export function withValue(recipe: Recipe, path: string, value: unknown): Recipe {
  return placed(recipe, stepsOf(path), value, fieldAt(path)) as Recipe;
}

/** A recipe in which the numbers of a sensor file stand in place of its own. */
export function withNumbersOf(sensor: SensorFile | undefined, recipe: Recipe): Recipe {
  const { sensorParams = {} } = recipe;
  return sensor && isObject(sensorParams)
    ? { ...recipe, sensorParams: { ...sensorParams, ...sensor.parameters } }
    : recipe;
}

/** The value under a path; undefined where there is none. */
export const valueAt = (recipe: Recipe, path: string): unknown =>
  stepsOf(path).reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null ? (held as Recipe)[step] : undefined,
    recipe,
  );

/**
 * The value that a step of a path leads into: a blank means the default, and a pair can be written
 * as text, such as '4,6'.
 */
function listIn(field: Field, held: unknown): unknown {
  if (isBlank(held)) return field.default;
  return field.kind === 'pair' && typeof held === 'string' ? held.split(',') : held;
}

function placed(
  into: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
  field: Field | undefined,
  depth = 0,
): unknown {
  if (step === undefined) return value;
  // The path into a recipe has two steps to a field; further ones lead into its pair or matrix.
  const held = depth === 2 && field ? listIn(field, into) : into;
  const next = (inside: unknown): unknown => placed(inside, rest, value, field, depth + 1);
  if (Array.isArray(held))
    return (held as unknown[]).map((item, at) => (String(at) === step ? next(item) : item));
  const table = typeof held === 'object' && held !== null ? (held as Recipe) : {};
  return { ...table, [step]: next(table[step]) };
}
