import { SimulationError } from '../simulation-error.ts';
import { didYouMean } from './near-miss.ts';

/** A JSON object whose fields are to be checked. */
export type Table = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and not a list. */
export const isObject = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object. @throws SimulationError for anything else. */
export function tableOf(value: unknown, field: string, what: string): Table {
  if (!isObject(value)) fail(field, `${what} must be a JSON object.`);
  return value;
}

/** A finite number of a JSON object. */
export function numberIn(from: Table, key: string, path: string, what: string): number {
  const value = from[key];
  if (typeof value !== 'number' || !Number.isFinite(value))
    fail(
      path === '' ? key : `${path}.${key}`,
      `${what}: ${key} ${value === undefined ? 'is missing' : 'must be a number'}.`,
    );
  return value;
}

/** @throws SimulationError for a field that is not among the known ones. */
export function refuseUnknown(
  from: Table,
  known: readonly string[],
  path: string,
  what: string,
): void {
  const unknown = Object.keys(from).find((key) => !known.includes(key));
  if (unknown !== undefined)
    fail(
      path === '' ? unknown : `${path}.${unknown}`,
      `${what} has a field that is not known, ${unknown.slice(0, 40)}${didYouMean(unknown, known) || `; its fields are ${known.join(', ')}.`}`,
    );
}

/** @param field its path in the file, for example `surfaces[2].radius`. */
export function fail(field: string, sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, field);
}
