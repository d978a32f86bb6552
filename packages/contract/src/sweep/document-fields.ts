import { z } from 'zod';
import { strictSentences } from '../text-fields.ts';

/** A number that JSON can hold. @param key as its sentence names it. */
export const finite = (key: string) => z.number(`${key} must be a number.`);

/** A whole number from 1 to `most`. */
export const count = (key: string, most: number) =>
  z
    .number(`${key} must be a whole number from 1 to ${most}.`)
    .int(`${key} must be a whole number from 1 to ${most}.`)
    .min(1, `${key} must be at least 1.`)
    .max(most, `${key} must be at most ${most}.`);

/** The sentences of an object that has its own keys and no others. */
export const keysOf = (what: string) =>
  strictSentences(`There must be ${what}, as a JSON object.`, what);

/** The dotted name of a field that varies. */
export const variedPath = z
  .string('path must be text: the dotted name of a field of the recipe.')
  .trim()
  .min(1, 'path must be the dotted name of a field of the recipe, such as sensorParams.read_noise.')
  .max(200, 'path must be at most 200 characters long.');

/** Zod ends its own messages without a full stop. */
export const oneSentence = (message: string): string =>
  message.endsWith('.') ? message : `${message}.`;

const MOST_GROUPS = 100;

/** Groups of surfaces as a lens file has them; the lens reader checks what is in them. */
export const lensGroups = z
  .array(z.record(z.string(), z.unknown(), 'A group must be an object.'), 'groups must be a list.')
  .max(MOST_GROUPS, `groups must be at most ${MOST_GROUPS}.`)
  .describe('Groups of lens surfaces that move together, in place of those of the lens file.');
