import { isBlank } from '@lumenloom/contract';
import type { Field, FieldValue } from '@lumenloom/engine/catalogue';
import { threeDigits } from '../../kit/figures/figures.ts';
import { isSameValue } from '../../model/recipe/differences.ts';
import { typedDefault, type TypedValue } from '../../model/recipe/recipe.ts';

/** A field with an input of its own; switches are in headings. */
export type TypedField = Exclude<Field, { readonly kind: 'switch' }>;

/** Cells of a matrix as typed, row by row. */
export type Cells = readonly (readonly string[])[];

/** The typed values of fields, by key. */
export type TypedValues = Readonly<Record<string, TypedValue>>;

const asTyped = (value: unknown): TypedValue =>
  typeof value === 'boolean' || Array.isArray(value) ? (value as TypedValue) : String(value);

/** The value that a dialog puts into an emptied field, as typed text. */
export const dialogDefault = (field: Field): TypedValue =>
  field.kind === 'number' && field.whenEmptied !== undefined
    ? String(field.whenEmptied)
    : typedDefault(field);

/** The values that a dialog opens with: the present ones, and its defaults for the others. */
export const typedValues = (
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): TypedValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.key,
      isBlank(values[field.key]) ? dialogDefault(field) : asTyped(values[field.key]),
    ]),
  );

/**
 * The values that a dialog submits: an emptied field or cell takes its default
 * (docs/reference/protocol.md#emptied-fields).
 */
export const withDefaults = (fields: readonly Field[], typed: TypedValues): TypedValues =>
  Object.fromEntries(
    fields.map((field) => {
      const [value, fallback] = [typed[field.key]!, dialogDefault(field)];
      if (field.hidden) return [field.key, value];
      if (Array.isArray(value))
        return [
          field.key,
          (value as Cells).map((row, r) =>
            row.map((cell, c) => (isBlank(cell) ? (fallback as Cells)[r]![c]! : cell)),
          ),
        ];
      return [field.key, isBlank(value) ? fallback : value];
    }),
  );

/**
 * A fixed-point number as a decimal one; undefined for other text.
 * @param one the number that means 1.
 */
export function decimalOf(one: number | undefined, text: string): string | undefined {
  const number = isBlank(text) ? NaN : Number(text);
  return one === undefined || !Number.isFinite(number) ? undefined : threeDigits(number / one);
}

/** Whether what is typed differs from the default of the field. */
export const isChanged = (field: Field, typed: TypedValues): boolean =>
  !isSameValue(withDefaults([field], typed)[field.key], typedDefault(field));

/**
 * Typed values with numbers as numbers, as scenes take them; text that is not a number becomes NaN
 * (docs/reference/protocol.md#unparsed-numbers).
 */
export const asNumbers = (
  fields: readonly Field[],
  typed: TypedValues,
): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(
    fields.map((field) => [
      field.key,
      (field.kind === 'number' ? Number(typed[field.key]) : typed[field.key]) as FieldValue,
    ]),
  );
