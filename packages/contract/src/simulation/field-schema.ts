import {
  didYouMean,
  limitProblem,
  plainNumber,
  type ChoiceField,
  type DocumentField,
  type Field,
  type FieldValue,
  type Matrix,
  type MatrixField,
  type NumberField,
  type Pair,
  type PairField,
} from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { refuse } from '../refuse.ts';
import { isBlank } from './blank.ts';

/**
 * A given value, short enough for a sentence. Lists and objects are only named, because writing out
 * a deeply nested one overflows the stack.
 */
function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object';
  const text = String(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

/** A finite number, or one written as plain decimal text; undefined for anything else. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? plainNumber(value.trim()) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * The schema of a number. A blank becomes undefined; the caller puts the default there and says so.
 */
export function numberSchema(field: NumberField) {
  return z
    .unknown()
    .transform((value, context): number | undefined => {
      if (isBlank(value)) return undefined;
      const number = readNumber(value);
      const problem =
        number === undefined
          ? `${field.label} must be a number, not ${quote(value)}.`
          : limitProblem(field, number);
      if (problem === undefined) return number;
      return refuse(context, problem);
    })
    .optional()
    .meta({
      type: ['number', 'string', 'null'],
      title: field.label,
      ...(!field.proposed && { default: field.default }),
      ...(field.help && { description: `${field.help}${field.unit && ` Unit: ${field.unit}.`}` }),
      ...(field.min !== undefined && { minimum: field.min }),
      ...(field.above !== undefined && { exclusiveMinimum: field.above }),
      ...(field.max !== undefined && { maximum: field.max }),
      ...(field.below !== undefined && { exclusiveMaximum: field.below }),
    });
}

/**
 * The schema of one of several words, exactly as listed. A blank becomes undefined.
 *
 * @param path in the request, where the sentence of a refusal names that instead of the label.
 * @param unlisted is taken too.
 */
export function choiceSchema(
  label: string,
  options: readonly string[],
  path?: string,
  unlisted?: string,
) {
  return z
    .unknown()
    .transform((value, context): string | undefined => {
      if (isBlank(value)) return undefined;
      if (typeof value === 'string' && (options.includes(value) || value === unlisted))
        return value;
      const known = options.filter((option) => option !== '');
      const near = typeof value === 'string' ? didYouMean(value, known) : '';
      const choose =
        known.length === 0 ? 'leave it blank' : `choose ${known.join(', ')}, or leave it blank`;
      return refuse(
        context,
        path === undefined
          ? `${label} ${quote(value)} is not known${near || `: ${choose}.`}`
          : `${path} must be one of ${known.join(', ')}${near || '.'}`,
      );
    })
    .optional()
    .meta({ enum: ['', ...options.filter((option) => option !== '')], title: label, default: '' });
}

/** The problem of one number of a pair or matrix; undefined when it is valid. */
const partProblem = (
  field: PairField | MatrixField,
  label: string,
  value: unknown,
  number: number | undefined,
): string | undefined =>
  number === undefined
    ? `${label} must be a number, not ${quote(value)}.`
    : limitProblem({ ...field, label }, number);

/** The schema of two numbers: a list of two, or text such as '4,6'. A blank becomes undefined. */
function pairSchema(field: PairField) {
  return z
    .unknown()
    .transform((value, context): Pair | undefined => {
      if (isBlank(value)) return undefined;
      const parts: unknown[] =
        typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
      const numbers = parts.map(readNumber);
      const [first, second] = numbers;
      if (parts.length !== 2)
        return refuse(
          context,
          `${field.label} must be two numbers with a comma between them, like ${field.default.join(',')}, not ${quote(value)}.`,
        );
      for (const [index, number] of numbers.entries()) {
        const problem = partProblem(field, field.label, parts[index], number);
        if (problem !== undefined)
          return refuse(context, problem, Array.isArray(value) ? [index] : []);
      }
      return [first!, second!];
    })
    .optional()
    .meta({
      type: ['string', 'array', 'null'],
      title: field.label,
      default: field.default.join(','),
      ...(field.help && { description: field.help }),
    });
}

/**
 * The schema of a table of numbers, a list per row, or one list where there is one row. A blank
 * becomes undefined and a blank cell NaN;
 * the caller puts the default there and says so.
 */
function matrixSchema(field: MatrixField) {
  return z
    .unknown()
    .transform((value, context): Matrix | undefined => {
      if (isBlank(value)) return undefined;
      const { rows, columns } = field;
      const isLine = rows.length === 1 && Array.isArray(value) && !value.some(Array.isArray);
      const table: unknown = isLine ? [value] : value;
      const hasShape =
        Array.isArray(table) &&
        table.length === rows.length &&
        table.every((row) => Array.isArray(row) && row.length === columns.length);
      if (!hasShape) {
        return refuse(
          context,
          rows.length === 1
            ? `${field.label} must be a list of ${columns.length} numbers.`
            : `${field.label} must be ${rows.length} rows of ${columns.length} numbers.`,
        );
      }
      return (table as unknown[][]).map((row, r) =>
        row.map((cell, c) => {
          if (isBlank(cell)) return NaN;
          const number = readNumber(cell);
          const problem = partProblem(
            field,
            `${field.label}, row ${rows[r]!}, column ${columns[c]!},`,
            cell,
            number,
          );
          if (problem !== undefined)
            context.addIssue({ code: 'custom', path: [r, c], message: problem });
          return number ?? NaN;
        }),
      );
    })
    .optional()
    .meta({
      type: ['array', 'null'],
      title: field.label,
      default: field.default,
      ...(field.help && { description: field.help }),
    });
}

/** The schema of a switch. A blank becomes undefined. */
function switchSchema(field: Extract<Field, { readonly kind: 'switch' }>) {
  return z
    .unknown()
    .transform((value, context): boolean | undefined => {
      if (isBlank(value)) return undefined;
      if (typeof value === 'boolean') return value;
      return refuse(context, `${field.label} must be true or false, not ${quote(value)}.`);
    })
    .optional()
    .meta({ type: ['boolean', 'null'], title: field.label, default: field.default });
}

function fieldSchema(field: Field): z.ZodType<FieldValue | undefined> {
  switch (field.kind) {
    case 'number':
      return numberSchema(field);
    case 'pair':
      return pairSchema(field);
    case 'matrix':
      return matrixSchema(field);
    case 'choice':
      return choiceSchema(field.label, (field satisfies ChoiceField).options, field.path);
    case 'switch':
      return switchSchema(field);
  }
}

/**
 * The schema of a parameter object. Every field is optional; unknown keys are kept, so that they
 * can be reported.
 */
export function parametersSchema(wireKey: string, fields: readonly Field[]) {
  const shape = Object.fromEntries(fields.map((field) => [field.key, fieldSchema(field)]));
  return z
    .preprocess(
      (value) => (isBlank(value) ? {} : value),
      z.looseObject(
        shape,
        `${wireKey} must be an object with the fields ${fields.map((field) => field.key).join(', ')}.`,
      ),
    )
    .optional();
}

/** The schemas of several parameter objects, by their names in the request. */
export const parametersSchemas = (objects: Readonly<Record<string, readonly Field[]>>) =>
  Object.fromEntries(
    Object.entries(objects).map(([wireKey, fields]) => [
      wireKey,
      parametersSchema(wireKey, fields),
    ]),
  );

/** The schema of a list of `count` numbers from 0 to `maximum`. A blank becomes undefined. */
export function tableSchema(label: string, count: number, maximum: number) {
  const row = z.unknown().transform((value, context): number | undefined => {
    if (isBlank(value)) return undefined;
    const number = readNumber(value);
    if (number !== undefined && number >= 0 && number <= maximum) return number;
    return refuse(context, `${label} must be numbers from 0 to ${maximum}, not ${quote(value)}.`);
  });
  return z
    .array(row, `${label} must be a list of ${count} numbers.`)
    .length(count, `${label} must be a list of exactly ${count} numbers.`);
}

/** What JSON Schema has for the limits of a number. */
const limitsOf = (field: Partial<NumberField>): object => ({
  ...(field.min !== undefined && { minimum: field.min }),
  ...(field.above !== undefined && { exclusiveMinimum: field.above }),
  ...(field.max !== undefined && { maximum: field.max }),
  ...(field.below !== undefined && { exclusiveMaximum: field.below }),
});

/** The form of a field of a document, as JSON Schema. */
function formOf(field: DocumentField): object {
  switch (field.kind) {
    case 'number':
      return { type: field.whole ? 'integer' : 'number', ...limitsOf(field) };
    case 'choice':
      return { type: 'string', enum: field.options };
    case 'switch':
      return { type: 'boolean' };
    case 'text':
      return { type: 'string', ...(field.most && { maxLength: field.most }) };
    case 'list': {
      const { length, fewest = length, most = length, item } = field;
      return {
        type: 'array',
        items: jsonSchemaOf(item),
        ...(fewest !== undefined && { minItems: fewest }),
        ...(most !== undefined && { maxItems: most }),
      };
    }
    case 'object': {
      const { fields, others } = field;
      const required = fields.flatMap((one) => ('required' in one ? [one.key] : []));
      return {
        type: 'object',
        properties: Object.fromEntries(fields.map((one) => [one.key, jsonSchemaOf(one)])),
        ...(required.length > 0 && { required }),
        additionalProperties: others ? jsonSchemaOf(others) : false,
      };
    }
    case 'one-of':
      return { anyOf: field.options.map(jsonSchemaOf) };
  }
}

const jsonSchemaOf = (field: DocumentField): Readonly<Record<string, unknown>> => {
  const unit = 'unit' in field && field.unit !== '' ? ` Unit: ${field.unit}.` : '';
  return {
    ...formOf(field),
    title: field.label,
    ...(field.help !== undefined && { description: `${field.help}${unit}` }),
    ...('default' in field && { default: field.default }),
  };
};

/** The schema of what the engine reads by its descriptor, where the request is planned. */
export const documentSchema = (field: DocumentField) =>
  z.unknown().optional().meta(jsonSchemaOf(field));
