import { fail, isObject, type Table } from '../text/json-fields.ts';

/** A number of another program's JSON; infinite ones are numbers too. */
export function valueIn(from: Table, key: string, path: string, fallback?: number): number {
  const value = from[key] ?? fallback;
  if (typeof value !== 'number' || Number.isNaN(value))
    return fail(`${path}.${key}`, `${path}.${key} must be a number.`);
  return value;
}

/** The same, which must be finite. */
export function finiteIn(from: Table, key: string, path: string, fallback?: number): number {
  const value = valueIn(from, key, path, fallback);
  if (!Number.isFinite(value)) fail(`${path}.${key}`, `${path}.${key} must be finite.`);
  return value;
}

export function tableIn(from: Table, key: string, path: string): Table {
  const value = from[key];
  if (!isObject(value)) return fail(`${path}.${key}`, `${path}.${key} must be a JSON object.`);
  return value;
}

/** Most entries of a list. */
const MOST = 1000;

export function listIn(from: Table, key: string, path: string): readonly unknown[] {
  const value = from[key] ?? [];
  if (!Array.isArray(value) || value.length > MOST)
    return fail(`${path}.${key}`, `${path}.${key} must be a list of at most ${MOST}.`);
  return value as unknown[];
}

export function textIn(from: Table, key: string): string {
  const value = from[key];
  return typeof value === 'string' ? value : '';
}

/** Finite numbers of a list. */
export function numbersIn(from: Table, key: string, path: string): readonly number[] {
  const list = listIn(from, key, path);
  if (!list.every((value) => typeof value === 'number' && Number.isFinite(value)))
    fail(`${path}.${key}`, `${path}.${key} must be a list of numbers.`);
  return list as number[];
}

/** The list without zeros at its end. */
export const trimmed = (list: readonly number[]): readonly number[] =>
  list.slice(0, list.findLastIndex((value) => value !== 0) + 1);
