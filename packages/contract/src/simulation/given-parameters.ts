import type { Field, FieldValue, OnBlank, ParameterProblem } from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { fieldPath, problemsOf, type Decoded, type Problem } from './decoded.ts';
import { parametersSchema } from './field-schema.ts';

/**
 * The parameter object of one choice as it was sent: its fields checked, blank ones undefined.
 * Other keys may hold anything.
 */
export type GivenParameters = Readonly<Record<string, FieldValue | undefined>>;

/** Parameters whose blanks are filled from others. */
export const filledFrom = (
  others: GivenParameters,
  requested: GivenParameters | undefined,
): GivenParameters => ({
  ...requested,
  ...Object.fromEntries(Object.entries(others).filter(([key]) => requested?.[key] === undefined)),
});

/**
 * Remarks on the blanks of a parameter object: where they are and what stands for them. A missing
 * parameter object is not a blank.
 */
export const remarkBlanks =
  (path: string, notes: string[]): OnBlank =>
  (field, fallback, cell) => {
    if (field.hidden) return;
    const unit = field.kind === 'number' && field.unit ? ` ${field.unit}` : '';
    const at = `${path}.${field.key}`;
    notes.push(
      cell && field.kind === 'matrix'
        ? `${field.label}, row ${field.rows[cell[0]]!}, column ${field.columns[cell[1]]!} (${at}${fieldPath(cell)}) was blank: using ${String(fallback)}.`
        : `${field.label} (${at}) was blank: using ${String(fallback)}${unit}.`,
    );
  };

/** Unknown keys of an object, each with `path` before it and shortened if it is long. */
export const unknownKeysOf = (
  requested: object,
  known: ReadonlySet<string>,
  path = '',
): readonly string[] =>
  Object.keys(requested)
    .filter((key) => !known.has(key))
    .map((key) => path + (key.length > 40 ? `${key.slice(0, 40)}…` : key));

/** Keys of a parameter object that are not among the fields. */
export const unknownParameters = (
  fields: readonly Field[],
  requested: GivenParameters | undefined,
  path = '',
): readonly string[] => unknownKeysOf(requested ?? {}, new Set(fields.map(({ key }) => key)), path);

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
