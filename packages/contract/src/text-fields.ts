import { z } from 'zod';
import { fieldPath } from './simulation/decoded.ts';

/** Longest texts that are stored, in characters: generous for people, small for a database row. */
export const LONGEST_TEXT = {
  name: 100,
  line: 200,
  email: 254,
  phone: 40,
  message: 10_000,
  password: 256,
  licenseKey: 100,
} as const;

/** The sentence for a missing field that has none of its own. */
export const isRequired = (path: string): string => `${path} is a required field`;

const IN_REQUEST = 'this request: /docs lists the fields of each call';

/** Keys that a strict object does not have, shortened, in a sentence about them. */
const unknownKeys = ({ keys }: { readonly keys: readonly string[] }, where: string): string =>
  `${keys.join(', ').slice(0, 80)} ${keys.length === 1 ? 'means' : 'mean'} nothing in ${where}.`;

/** The sentences of a strict object: for a value that is not an object, and for unknown keys. */
export const strictSentences = (noObject: string, where = IN_REQUEST) => ({
  error: (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys' ? unknownKeys(issue, where) : noObject,
});

/**
 * `z.config(ownSentences)` once at the start of a program gives every schema our sentences for a
 * missing field and for a key that a strict object does not have.
 */
export const ownSentences: Parameters<typeof z.config>[0] = {
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue, IN_REQUEST);
    return issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
      ? isRequired(fieldPath(issue.path ?? []) || 'this')
      : undefined;
  },
};

export const tooLong = (label: string, maximum: number): string =>
  `${label} must be at most ${maximum} characters`;

/** PostgreSQL's text cannot hold this character. */
const NUL = '\0';

/**
 * A text of one line, as people see it: no line breaks, and no control or direction characters,
 * which could disguise it.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Zl}\p{Zp}\t\n\v\f\r]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

const noNul = (label: string) =>
  [
    (value: string) => !value.includes(NUL),
    `${label} has a character that cannot be stored`,
  ] as const;

/** A text of several lines that may be empty. */
export const storableText = (label: string, maximum: number, required?: string) =>
  z
    .string(required)
    .trim()
    .max(maximum, tooLong(label, maximum))
    .refine(...noNul(label));

/** A text of several lines that is trimmed and must not be empty. */
export const requiredMessage = (label: string, maximum: number) =>
  storableText(label, maximum, `${label} is required`).min(1, `${label} is required`);

/** A text that becomes one line and must not be empty. */
export const requiredText = (label: string, maximum: number, required = `${label} is required`) =>
  z
    .string(required)
    .refine(...noNul(label))
    .overwrite(oneLine)
    .max(maximum, tooLong(label, maximum))
    .min(1, required);

/**
 * An e-mail address as browsers understand one (the HTML standard's rule), trimmed. Who stores or
 * compares it lowers its case.
 */
export const emailText = (invalid = 'Email is invalid', required = 'Email is required') =>
  z
    .string(required)
    .trim()
    .min(1, { message: required, abort: true })
    .max(LONGEST_TEXT.email, invalid)
    .regex(z.regexes.html5Email, invalid);

/** Characters of which a password needs one (docs/reference/protocol.md#a5). */
const SPECIAL = /[@$!%*?&#]/;

/**
 * Fewest characters of a new password: the forms differ, as specified
 * (docs/reference/protocol.md#a5).
 */
export const SHORTEST_PASSWORD = { signup: 8, reset: 6 } as const;

/**
 * A new password: its length and the four kinds of character that it needs, with a form's own
 * sentences.
 */
export const passwordText = (
  minimum: number,
  sentences: {
    readonly required: string;
    readonly lowercase: string;
    readonly uppercase: string;
    readonly number: string;
    readonly special: string;
  },
) =>
  z
    .string(sentences.required)
    .min(1, { message: sentences.required, abort: true })
    .max(LONGEST_TEXT.password, tooLong('Password', LONGEST_TEXT.password))
    .min(minimum, `Password must be at least ${minimum} characters`)
    .regex(/[a-z]/, sentences.lowercase)
    .regex(/[A-Z]/, sentences.uppercase)
    .regex(/[0-9]/, sentences.number)
    .regex(SPECIAL, sentences.special);

/** A box that must be ticked. */
export const tickedSchema = (message: string) => z.literal(true, message);
