import type { z } from 'zod';

/** Something the person has to change: the path of the field, and a sentence. */
export interface Problem {
  /** As `fieldPath` writes it; '' for the request as a whole. */
  readonly field: string;
  readonly message: string;
}

export type Decoded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Notes and problems that are collected while a request becomes a plan. */
export interface Findings {
  /** What was defaulted, ignored or decided for the person, one sentence each. */
  readonly notes: string[];
  readonly problems: Problem[];
}

/**
 * The path of a field as documents write it: `sensorParams.well_capacity`, `vary[0].values[1]`.
 *
 * @param steps keys of objects as text, indices of lists as numbers.
 */
export const fieldPath = (steps: readonly PropertyKey[]): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

/**
 * Where a schema has found something wrong; of a key that an object must not have, the key itself.
 */
export const stepsOfIssue = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!.slice(0, 80)] : issue.path;

/**
 * The problems that a schema has found; several keys that mean nothing are one, at the first of
 * them.
 */
export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.map((issue) => ({ field: fieldPath(stepsOfIssue(issue)), message: issue.message }));
