import { limitProblem, type ChoiceField, type Field, type FieldValue, type NumberField } from '@lumenloom/engine/catalogue';
import { z } from 'zod';

/** Missing, null, '' and white space all mean: not said, take the default (ruling F6). A browser's NaN arrives as null. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What was given, short enough to stand in a sentence. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value) ?? typeof value;
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

/** A number typed or sent: a finite number, or its plain decimal text. `undefined` for anything else. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && PLAIN_NUMBER.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A number field; blank becomes undefined, and whoever parses fills in the default and says so. */
export function numberSchema(field: NumberField) {
  return z.unknown().transform((value, context): number | undefined => {
    if (isBlank(value)) return undefined;
    const number = readNumber(value);
    const problem = number === undefined ? `${field.label} must be a number, not ${quote(value)}.` : limitProblem(field, number);
    if (problem === undefined) return number;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  }).optional().meta({
    type: ['number', 'string', 'null'], title: field.label, default: field.default,
    ...(field.help && { description: `${field.help}${field.unit && ` Unit: ${field.unit}.`}` }),
    ...(field.min !== undefined && { minimum: field.min }), ...(field.above !== undefined && { exclusiveMinimum: field.above }),
    ...(field.max !== undefined && { maximum: field.max }), ...(field.below !== undefined && { exclusiveMaximum: field.below }),
  });
}

/** One of a list of words, exactly as listed; blank becomes undefined. */
export function choiceSchema(label: string, options: readonly string[]) {
  return z.unknown().transform((value, context): string | undefined => {
    if (isBlank(value)) return undefined;
    if (typeof value === 'string' && options.includes(value)) return value;
    const known = options.filter((option) => option !== '');
    context.addIssue({ code: 'custom', message: `${label} ${quote(value)} is not known: ${known.length === 0 ? 'leave it blank' : `choose ${known.join(', ')}, or leave it blank`}.` });
    return z.NEVER;
  }).optional().meta({ enum: ['', ...options.filter((option) => option !== '')], title: label, default: '' });
}

function fieldSchema(field: Field): z.ZodType<FieldValue | undefined> {
  switch (field.kind) {
    case 'number': return numberSchema(field);
    case 'choice': return choiceSchema(field.label, (field satisfies ChoiceField).options);
    case 'switch': return z.boolean(`${field.label} must be true or false.`).nullish().transform((value) => value ?? undefined).meta({ type: 'boolean', title: field.label, default: field.default });
  }
}

/** The parameter object of one choice: every field optional, unknown keys kept so that they can be named. */
export function parametersSchema(wireKey: string, fields: readonly Field[]) {
  const shape = Object.fromEntries(fields.map((field) => [field.key, fieldSchema(field)]));
  return z.preprocess((value) => (isBlank(value) ? {} : value), z.looseObject(shape, `${wireKey} must be an object with the fields ${fields.map((field) => field.key).join(', ')}.`)).optional();
}

/** `count` finite numbers from 0 to `maximum`; a blank one becomes undefined. */
export function tableSchema(label: string, count: number, maximum: number) {
  const row = z.unknown().transform((value, context): number | undefined => {
    if (isBlank(value)) return undefined;
    const number = readNumber(value);
    if (number !== undefined && number >= 0 && number <= maximum) return number;
    context.addIssue({ code: 'custom', message: `${label} must be numbers from 0 to ${maximum}, not ${quote(value)}.` });
    return z.NEVER;
  });
  return z.array(row, `${label} must be a list of ${count} numbers.`).length(count, `${label} must be a list of exactly ${count} numbers.`);
}
