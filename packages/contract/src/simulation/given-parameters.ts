import {
  toEngineUnits,
  type Field,
  type FieldValue,
  type Matrix,
  type MatrixField,
  type ParameterProblem,
} from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { problemsOf, type Decoded, type Problem } from './decoded.ts';
import { parametersSchema } from './field-schema.ts';

/** The parameter object of one choice as it was sent, each value checked, blank ones undefined. */
export type GivenParameters = Readonly<Record<string, unknown>>;

/**
 * Fills blanks of one parameter object with the defaults, says so, and turns display units into
 * engine units.
 */
export function completeParameters<Fields extends readonly Field[]>(
  fields: Fields,
  given: GivenParameters | undefined,
  path: string,
  notes: string[],
) {
  const values: Record<string, FieldValue> = {};
  for (const field of fields) {
    const value = given?.[field.key] as FieldValue | undefined;
    values[field.key] =
      field.kind === 'matrix' && value !== undefined
        ? completeCells(field, value as Matrix, path, notes)
        : (value ?? field.default);
    // A missing dialog is the documented default and needs no remark; a field that was sent blank does.
    if (value === undefined && given && field.key in given && !field.hidden)
      notes.push(
        `${field.label} (${path}.${field.key}) was blank: using ${String(field.default)}${field.kind === 'number' && field.unit ? ` ${field.unit}` : ''}.`,
      );
  }
  return toEngineUnits(fields, values);
}

/** Blank cells of a matrix take those of the default. */
const completeCells = (field: MatrixField, value: Matrix, path: string, notes: string[]): Matrix =>
  value.map((row, r) =>
    row.map((cell, c) => {
      if (!Number.isNaN(cell)) return cell;
      const fallback = field.default[r]![c]!;
      notes.push(
        `${field.label}, row ${field.rows[r]!}, column ${field.columns[c]!} (${path}.${field.key}.${r}.${c}) was blank: using ${fallback}.`,
      );
      return fallback;
    }),
  );

/** Unknown keys of an object, each with `path` before it and shortened if it is long. */
export const unknownKeysOf = (
  given: object,
  known: ReadonlySet<string>,
  path = '',
): readonly string[] =>
  Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) => path + (key.length > 40 ? `${key.slice(0, 40)}…` : key));

/** Keys of a parameter object that are not among the fields. */
export const unknownParameters = (
  fields: readonly Field[],
  given: GivenParameters | undefined,
  path = '',
): readonly string[] => unknownKeysOf(given ?? {}, new Set(fields.map(({ key }) => key)), path);

/** Checks the parameter object of one choice; undefined when none was sent. */
export function readParameters(
  wireKey: string,
  fields: readonly Field[],
  sent: unknown,
): Decoded<GivenParameters | undefined> {
  const read = z
    .object({ [wireKey]: parametersSchema(wireKey, fields) })
    .safeParse({ [wireKey]: sent });
  return read.success
    ? { ok: true, value: read.data[wireKey] }
    : { ok: false, problems: problemsOf(read.error) };
}

/** Problems of a parameter object as problems of the request. */
export const problemsIn = (wireKey: string, problems: readonly ParameterProblem[]): Problem[] =>
  problems.map(({ key, message }) => ({ field: `${wireKey}.${key}`, message }));
