import {
  DEFAULT_CUSTOM_PHOTONS,
  RECIPE_NUMBERS,
  isBlank,
  ownIdOf,
  parameterObjects,
  type RecipeNumberName,
} from '@lumenloom/contract';
import {
  BANDS,
  isObject,
  isps,
  plainNumber,
  scenes,
  sensors,
  type Field,
} from '@lumenloom/engine/catalogue';
import {
  CORRECTIONS,
  FIELD_TABLES,
  WISHES,
  initialRecipe,
  typedDefault,
  type Recipe,
} from './recipe.ts';

/** JSON that is no recipe; the message is a sentence that names the field. */
export class RecipeError extends Error {
  override readonly name = 'RecipeError';
}

type Table = Readonly<Record<string, unknown>>;

const sceneFields = parameterObjects(scenes) as Readonly<Record<string, readonly Field[]>>;
const typedFields = { ...parameterObjects(sensors), ...parameterObjects(isps) } as Readonly<
  Record<string, readonly Field[]>
>;
const CHOICES: readonly string[] = ['illuminant', 'scene', 'optics', 'sensor', 'isp', 'algorithm'];

/** A number, or one that is written as text; undefined for anything else. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' ? plainNumber(value.trim()) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Rows of cells of the right number, each as `read` gives it; undefined for anything else. */
function rowsIn<Cell>(
  value: unknown,
  [rows, columns]: readonly [number, number],
  read: (cell: unknown, row: number, column: number) => Cell | undefined,
): Cell[][] | undefined {
  if (!Array.isArray(value) || value.length !== rows) return undefined;
  const all = (value as unknown[]).map((row, r) =>
    Array.isArray(row) ? (row as unknown[]).map((cell, c) => read(cell, r, c)) : [],
  );
  return all.every((row) => row.length === columns && !row.includes(undefined))
    ? (all as Cell[][])
    : undefined;
}

/** A value of sensor or ISP: as typed; a blank takes the default. */
function typedValue(field: Field, value: unknown): unknown {
  if (isBlank(value)) return typedDefault(field);
  switch (field.kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : undefined;
    case 'pair':
      return textIn(Array.isArray(value) ? value.join(',') : value);
    case 'matrix':
      return rowsIn(value, [field.rows.length, field.columns.length], (cell, row, column) =>
        isBlank(cell) ? String(field.default[row]![column]) : textIn(cell),
      );
    case 'number':
    case 'choice':
      return textIn(value);
  }
}

/** A value of a scene: numbers as numbers; null, as JSON writes NaN, is not a number. */
function sceneValue(field: Field, value: unknown): unknown {
  const numberOr = (cell: unknown, byDefault: number | undefined): unknown => {
    if (cell === null) return NaN;
    return isBlank(cell) ? byDefault : numberIn(cell);
  };
  switch (field.kind) {
    case 'number':
      return numberOr(value, field.default);
    case 'matrix':
      return isBlank(value)
        ? field.default
        : rowsIn(value, [field.rows.length, field.columns.length], (cell, row, column) =>
            numberOr(cell, field.default[row]![column]),
          );
    default:
      return typedValue(field, value);
  }
}

function parametersIn(key: string, value: unknown): Table {
  if (isBlank(value)) return {};
  if (!isObject(value)) throw new RecipeError(`${key} must be a JSON object.`);
  const fields = typedFields[key] ?? sceneFields[key]!;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const field = fields.find((one) => one.key === name);
      if (!field) throw new RecipeError(`${key}.${name.slice(0, 40)} means nothing in a recipe.`);
      const held = (key in typedFields ? typedValue : sceneValue)(field, entry);
      if (held === undefined)
        throw new RecipeError(`${key}.${name} is not of the kind of its field.`);
      return [name, held];
    }),
  );
}

/** The other parts of a recipe, by name: undefined for what they cannot be. */
const others: Readonly<Record<string, (value: unknown) => unknown>> = {
  sceneFile: () => '',
  illuminantCustomPhotons: (value) =>
    isBlank(value)
      ? DEFAULT_CUSTOM_PHOTONS
      : rowsIn([value], [1, BANDS], (photons, _, band) =>
          isBlank(photons) ? DEFAULT_CUSTOM_PHOTONS[band] : numberIn(photons),
        )?.[0],
  sceneFileIlluminantData: (value) =>
    isBlank(value)
      ? initialRecipe.sceneFileIlluminantData
      : rowsIn(value, [BANDS, 2], (cell) => (isBlank(cell) ? 0 : numberIn(cell))),
};

/** What a recipe asks of exposure or optics; undefined where all of it is blank. */
function wishesIn(part: keyof typeof WISHES, value: unknown): Table | undefined {
  if (isBlank(value)) return undefined;
  if (!isObject(value)) throw new RecipeError(`${part} must be a JSON object.`);
  const entries = Object.entries(value).flatMap(([key, held]) => {
    if (!WISHES[part].some((field) => field.key === key))
      throw new RecipeError(`${part}.${key.slice(0, 40)} means nothing in a recipe.`);
    if (isBlank(held)) return [];
    const { kind, default: byDefault } = (WISHES[part] as readonly Field[]).find(
      (one) => one.key === key,
    )!;
    if (kind === 'switch' && held === byDefault) return [];
    const text = kind === 'switch' && typeof held === 'boolean' ? held : textIn(held);
    if (text === undefined)
      throw new RecipeError(`${part}.${key} is not of the kind of its field.`);
    return [[key, text] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** An object whose fields are checked where it runs; most without fields ask for nothing. */
function tableIn(key: string, value: unknown): readonly [string, unknown][] {
  if (isBlank(value)) return [];
  if (!isObject(value)) throw new RecipeError(`${key} must be a JSON object.`);
  return Object.keys(value).length > 0 || key === 'labParams' ? [[key, value]] : [];
}

const isNumberName = (key: string): key is RecipeNumberName => Object.hasOwn(RECIPE_NUMBERS, key);

function partIn(key: string, value: unknown): readonly [string, unknown][] {
  const isKnown = CHOICES.includes(key) || isNumberName(key) || Object.hasOwn(others, key);
  if (Object.hasOwn(typedFields, key) || Object.hasOwn(sceneFields, key)) {
    const initial = initialRecipe[key as keyof Recipe] as Table;
    return [[key, { ...initial, ...parametersIn(key, value) }]];
  }
  if (key === 'exposureParams' || key === 'opticsParams') {
    const wishes = wishesIn(key, value);
    return wishes ? [[key, wishes]] : [];
  }
  // Their fields are checked where they run.
  if (CORRECTIONS.some((one) => one === key)) return isBlank(value) ? [] : [[key, value]];
  if (Object.hasOwn(FIELD_TABLES, key)) return tableIn(key, value);
  if (key === 'sceneDepth') {
    if (isBlank(value)) return [];
    if (ownIdOf(value) !== undefined) return [[key, value]];
    throw new RecipeError('sceneDepth must name a depth map of your own as mine:<id>.');
  }
  if (key === 'world') {
    if (isBlank(value)) return [];
    if (isObject(value) || typeof value === 'string') return [[key, value]];
    throw new RecipeError('world must be a document, or the name of a world.');
  }
  if (isNumberName(key) && isBlank(value))
    return key in initialRecipe ? [[key, initialRecipe[key]]] : [];
  const held = CHOICES.includes(key)
    ? isBlank(value)
      ? ''
      : typeof value === 'string'
        ? value
        : undefined
    : isNumberName(key)
      ? numberIn(value)
      : isKnown
        ? others[key]!(value)
        : undefined;
  if (held !== undefined) return [[key, held]];
  throw new RecipeError(
    isKnown
      ? `${key} is not of the kind of its field.`
      : `${key.slice(0, 40)} means nothing in a recipe.`,
  );
}

/**
 * Reads a recipe from JSON, the body of POST /simulate, of which every part is optional, into the
 * form that the workbench holds. The run checks whether its values can be computed.
 *
 * @throws RecipeError for parts that a recipe does not have, and for values that its fields cannot
 * hold.
 */
export function readRecipe(json: unknown): Recipe {
  if (!isObject(json))
    throw new RecipeError('A recipe is a JSON object, the body of POST /simulate.');
  return {
    ...initialRecipe,
    ...Object.fromEntries(Object.entries(json).flatMap(([key, value]) => partIn(key, value))),
  };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The entries of a table that differ from the defaults, tables in it likewise, in one order. */
const entriesThatDiffer = (table: Table, defaults: Table): Table =>
  Object.fromEntries(
    Object.keys(table)
      .toSorted()
      .flatMap((key): readonly [string, unknown][] => {
        const [value, initial] = [table[key], defaults[key]];
        if (isSame(value, initial)) return [];
        if (!isObject(value)) return [[key, value]];
        const inside = entriesThatDiffer(value, isObject(initial) ? initial : {});
        return isObject(initial) && Object.keys(inside).length === 0 ? [] : [[key, inside]];
      }),
  );

/**
 * The parts and parameters of a recipe that differ from the defaults; `readRecipe` makes the recipe
 * from them again.
 */
export const changedEntries = (recipe: Recipe): Table =>
  entriesThatDiffer(recipe as unknown as Table, initialRecipe as unknown as Table);

export const isSameRecipe = (one: Recipe, other: Recipe): boolean =>
  one === other || isSame(changedEntries(one), changedEntries(other));
