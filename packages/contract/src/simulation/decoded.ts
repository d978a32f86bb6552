import type { z } from 'zod';

/** Something the person has to change: where, and what, as a sentence. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

export type Decoded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What turns up while a request becomes a plan; each family adds its own. */
export interface Findings {
  /** What was defaulted, ignored or decided on the person's behalf, one sentence each. */
  readonly notes: string[];
  readonly problems: Problem[];
}

export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
