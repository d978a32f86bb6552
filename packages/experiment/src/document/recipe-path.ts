import {
  isObject,
  isps,
  scenes,
  sensors,
  type DocumentField,
  type Field,
} from '@lumenloom/engine/catalogue';
import { LENS_PATHS, lensPartOf, measuredNumberOf, type SensorFile } from '@lumenloom/engine';
import {
  RECIPE_DOCUMENTS,
  RECIPE_PARAMETERS,
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
  ...Object.fromEntries(
    Object.entries(RECIPE_PARAMETERS).map(([key, { fields }]) => [key, fields]),
  ),
};
const documentNamed = (key: string): DocumentField | undefined =>
  Object.entries(RECIPE_DOCUMENTS).find(([name]) => name === key)?.[1].field;
const KEYS = Object.keys(simulationRequestSchema.shape).filter((key) => key !== 'sceneFile');

/** A field of a recipe, and what leads to it inside an object with parts of its own. */
interface Place {
  readonly field: Field | DocumentField;
  /** Of the parts, for people; none for the fields of a choice. */
  readonly names: readonly string[];
}

/** The field that a path names, or lies in. */
export function placeAt(path: string): Place | undefined {
  const [object, ...steps] = stepsOf(path);
  const document = documentNamed(object!);
  if (document) return descend(document, steps, object!).place;
  const field = PARAMETERS[object!]?.find(({ key }) => key === steps[0]);
  return field && { field, names: [] };
}

/** The descriptor of that field. */
export const fieldAt = (path: string): Place['field'] | undefined => placeAt(path)?.field;

/** Where steps lead inside of a field, or why they lead nowhere. */
function descend(
  field: DocumentField,
  [step, ...rest]: readonly string[],
  path: string,
  names: readonly string[] = [],
): { readonly place?: Place; readonly problem?: string } {
  if (step === undefined) return { place: { field, names } };
  switch (field.kind) {
    case 'one-of': {
      const found = field.options.map((option) => descend(option, [step, ...rest], path, names));
      return found.find(({ place }) => place) ?? found.at(-1)!;
    }
    case 'list': {
      const most = field.length ?? field.most ?? Infinity;
      const entries = most < Infinity ? ` of at most ${most} entries` : '';
      return /^\d+$/.test(step) && Number(step) < most
        ? descend(field.item, rest, `${path}[${step}]`, [...names, String(Number(step) + 1)])
        : { problem: `${path} is a list${entries}: the first is ${path}[0].` };
    }
    case 'object': {
      const inside = field.fields.find(({ key }) => key === step) ?? field.others;
      return inside
        ? descend(inside, rest, `${path}.${step}`, [...names, inside.label])
        : { problem: noField(step, path, field.fields) };
    }
    default:
      return { problem: `${path} has no parts.` };
  }
}

/**
 * The problem of a path, as a sentence; undefined when it names a field of a recipe or a part of a
 * lens.
 *
 * @param recipe whose world has what a path names there; absent: any does.
 */
export function pathProblem(path: string, recipe: Recipe = {}): string | undefined {
  if (/^(lens|image)\b/.test(path))
    return (lensPartOf(path) ?? measuredNumberOf(path))
      ? undefined
      : `${path} names no part of a lens: write ${LENS_PATHS}.`;
  const [object, ...steps] = stepsOf(path);
  if (!KEYS.includes(object!))
    return `There is no field ${object!.slice(0, 40)} in a recipe; its fields are ${KEYS.join(', ')}.`;
  const document = documentNamed(object!);
  if (document) return descend(document, steps, object!).problem;
  if (object === 'world' && isObject(recipe['world'])) return worldProblem(recipe['world'], steps);
  const fields = PARAMETERS[object!];
  if (!fields) return undefined;
  const [key] = steps;
  if (key === undefined) return `${path} is an object; name one of its fields: ${namesOf(fields)}.`;
  return fieldAt(path) ? undefined : noField(key, object!, fields);
}

/** Why steps lead to nothing in the lists of a world. */
function worldProblem(world: unknown, steps: readonly string[]): string | undefined {
  let held = world;
  for (const [at, step] of steps.entries()) {
    if (Array.isArray(held) && entryAt(held, step) < 0)
      return `the world has no ${steps.slice(0, at + 1).join('.')}.`;
    held = inside(held, step);
  }
  return undefined;
}

/** The place of an entry of a list by its index, or by its name; -1 where there is none. */
const entryAt = (list: readonly unknown[], step: string): number =>
  list.findIndex((item, at) => String(at) === step || (isObject(item) && item['name'] === step));

/** What a step leads to; undefined for nothing. */
const inside = (held: unknown, step: string): unknown => {
  if (Array.isArray(held)) return (held as unknown[])[entryAt(held, step)];
  return typeof held === 'object' && held !== null ? (held as Recipe)[step] : undefined;
};

const noField = (key: string, object: string, fields: readonly { readonly key: string }[]) =>
  `There is no field ${key.slice(0, 40)} in ${object}; its fields are ${namesOf(fields)}.`;
const namesOf = (fields: readonly { readonly key: string }[]): string =>
  fields.map(({ key }) => key).join(', ');

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
  stepsOf(path).reduce<unknown>(inside, recipe);

/**
 * The value that a step of a path leads into: a blank means the default, and a pair can be written
 * as text, such as '4,6'.
 */
function listIn(field: Field | DocumentField, held: unknown): unknown {
  if (isBlank(held)) return 'default' in field ? field.default : held;
  return field.kind === 'pair' && typeof held === 'string' ? held.split(',') : held;
}

function placed(
  into: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
  field: Field | DocumentField | undefined,
  depth = 0,
): unknown {
  if (step === undefined) return value;
  // The path into a recipe has two steps to a field; further ones lead into its pair or matrix.
  const held = depth === 2 && field ? listIn(field, into) : into;
  const next = (content: unknown): unknown => placed(content, rest, value, field, depth + 1);
  if (Array.isArray(held)) {
    const found = entryAt(held, step);
    return (held as unknown[]).map((item, at) => (at === found ? next(item) : item));
  }
  const table = typeof held === 'object' && held !== null ? (held as Recipe) : {};
  return { ...table, [step]: next(table[step]) };
}
