import type { Pair } from '../../field-descriptor.ts';
import { fail, isObject, type Table } from '../../text/json-fields.ts';
import { didYouMean } from '../../text/near-miss.ts';

const [FEWEST_VALUES, MOST_VALUES] = [2, 200];
export const MOST_WAVELENGTHS = 60;
export const WAVELENGTH = { min: 200, max: 3000 };

/** Limits of a number. */
export interface Limits {
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
}

/** A key of an object and what is read from it; nothing where it is absent. */
export function optional<Key extends string, Value>(
  from: Table,
  key: Key,
  read: (value: unknown) => Value,
): { readonly [K in Key]?: Value } {
  const value = from[key];
  return value === undefined ? {} : ({ [key]: read(value) } as { readonly [K in Key]?: Value });
}

export const optionalNumber = <Key extends string>(
  from: Table,
  key: Key,
  limits: Limits,
  path = '',
): { readonly [K in Key]?: number } => optional(from, key, () => numberAt(from, key, path, limits));

const within = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

export function refuseOthers(from: Table, known: readonly string[], path: string): void {
  const other = Object.keys(from).find((key) => !known.includes(key));
  if (other !== undefined)
    fail(
      within(path, other),
      `${within(path, other)} is not known${didYouMean(other, known) || `; the keys are ${known.join(', ')}.`}`,
    );
}

export function objectAt(value: unknown, path: string, known: readonly string[]): Table {
  if (!isObject(value)) fail(path, `${path} must be a JSON object.`);
  refuseOthers(value, known, path);
  return value;
}

/** A number as it is; @throws SimulationError beyond its limits. */
function checkedNumber(value: unknown, path: string, { min, above, max }: Limits): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, `${path} must be a number.`);
  if (min !== undefined && value < min) fail(path, `${path} is ${value}: at least ${min}.`);
  if (above !== undefined && value <= above) fail(path, `${path} is ${value}: more than ${above}.`);
  if (max !== undefined && value > max) fail(path, `${path} is ${value}: at most ${max}.`);
  return value;
}

export function numberAt(from: Table, key: string, path: string, limits: Limits = {}): number {
  const field = within(path, key);
  if (from[key] === undefined) fail(field, `${field} is missing.`);
  return checkedNumber(from[key], field, limits);
}

export function choiceAt<Choice extends string>(
  from: Table,
  key: string,
  path: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === from[key]);
  const field = within(path, key);
  return chosen ?? fail(field, `${field} must be one of ${choices.join(', ')}.`);
}

/** Numbers, of a count or of 2 to 200. */
export function listOf(
  value: unknown,
  path: string,
  count: number | undefined,
  limits: Limits = {},
): readonly number[] {
  if (!Array.isArray(value)) fail(path, `${path} must be a list of numbers.`);
  if (count !== undefined && value.length !== count)
    fail(path, `${path} has ${value.length} values: ${count} are needed.`);
  if (count === undefined && (value.length < FEWEST_VALUES || value.length > MOST_VALUES))
    fail(
      path,
      `${path} has ${value.length} values: ${FEWEST_VALUES} to ${MOST_VALUES} are needed.`,
    );
  return value.map((entry, i) => checkedNumber(entry, `${path}[${i}]`, limits));
}

/** Numbers, 1 to `most` of them. */
export function someAt(
  from: Table,
  key: string,
  path: string,
  { most, ...limits }: Limits & { readonly most: number },
): readonly number[] {
  const [value, field] = [from[key], within(path, key)];
  if (value === undefined) fail(field, `${field} is missing.`);
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    fail(field, `${field} must be a list of 1 to ${most} numbers.`);
  return listOf(value, field, value.length, limits);
}

export const pairAt = (value: unknown, path: string, limits: Limits): Pair =>
  listOf(value, path, 2, limits) as unknown as Pair;

export function rising(values: readonly number[], path: string): readonly number[] {
  const at = values.findIndex((value, i) => i > 0 && !(value > values[i - 1]!));
  if (at > 0) fail(`${path}[${at}]`, `${path}[${at}] does not exceed the value before it.`);
  return values;
}

export const wavelengthsAt = (from: Table, key: string, path: string): readonly number[] => {
  const values = rising(
    listOf(from[key], within(path, key), undefined, WAVELENGTH),
    within(path, key),
  );
  if (values.length > MOST_WAVELENGTHS)
    fail(
      within(path, key),
      `${within(path, key)} has ${values.length} values: at most ${MOST_WAVELENGTHS}.`,
    );
  return values;
};
