import type { z } from 'zod';

/** Something the person has to change: the path of the field, and a sentence. */
export interface Problem {
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

/** The problems that a schema has found; keys that a strict object does not have are one, at the first of them. */
export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? [issue.keys[0]!.slice(0, 80)] : [];
    return { field: [...issue.path, ...unknown].join('.'), message: issue.message };
  });
