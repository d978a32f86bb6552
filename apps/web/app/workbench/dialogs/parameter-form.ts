import { isBlank } from '@lumenloom/contract';
import type { Field, FieldValue } from '@lumenloom/engine/catalogue';
import { typedDefault, type TypedValue } from '../recipe/recipe.ts';

/** A field with an input of its own; switches are in headings. */
export type TypedField = Exclude<Field, { readonly kind: 'switch' }>;

/** The typed values of fields, by key. */
export type Typed = Readonly<Record<string, TypedValue>>;

const asTyped = (value: unknown): TypedValue =>
  typeof value === 'boolean' || Array.isArray(value) ? (value as TypedValue) : String(value);

/** What a dialog puts into an emptied field, as it would be typed. */
export const dialogDefault = (field: Field): TypedValue =>
  field.kind === 'number' && field.whenEmptied !== undefined
    ? String(field.whenEmptied)
    : typedDefault(field);

/** What a dialog opens with: the values that are held, and its defaults where there are none. */
export const typedValues = (
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): Typed =>
  Object.fromEntries(
    fields.map((field) => [
      field.key,
      isBlank(values[field.key]) ? dialogDefault(field) : asTyped(values[field.key]),
    ]),
  );

/** Name of a matrix cell in the form. */
export const cellName = (key: string, row: number, column: number): string =>
  `${key}.${row}.${column}`;

/**
 * The values of a submitted form. An emptied field takes its default
 * (docs/reference/protocol.md#emptied-fields), a field that is not shown keeps its value.
 *
 * @param before what the dialog opened with.
 */
export function readForm(fields: readonly Field[], form: FormData, before: Typed): Typed {
  const textOf = (name: string, fallback: TypedValue): TypedValue => {
    const text = form.get(name);
    return typeof text === 'string' && text.trim() !== '' ? text : fallback;
  };
  return Object.fromEntries(
    fields.map((field) => {
      if (field.hidden) return [field.key, before[field.key]!];
      const fallback = dialogDefault(field);
      if (field.kind === 'switch') return [field.key, form.has(field.key)];
      if (field.kind === 'matrix')
        return [
          field.key,
          (fallback as readonly (readonly string[])[]).map((row, r) =>
            row.map((cell, c) => textOf(cellName(field.key, r, c), cell) as string),
          ),
        ];
      return [field.key, textOf(field.key, fallback)];
    }),
  );
}

/**
 * Typed values with numbers as numbers, as scenes take them; text that is not a number becomes NaN
 * (docs/reference/protocol.md#unparsed-numbers).
 */
export const asNumbers = (
  fields: readonly Field[],
  typed: Typed,
): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(
    fields.map((field) => [
      field.key,
      (field.kind === 'number' ? Number(typed[field.key]) : typed[field.key]) as FieldValue,
    ]),
  );
