import { messages, problemsOf, type Decoded, type Problem } from '@lumenloom/contract';
import type { z } from 'zod';

/** An error answer that the caller can act on. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly problems: readonly Problem[];
  /** Seconds after which a retry may succeed; undefined when waiting does not help. */
  readonly retryAfter: number | undefined;

  /**
   * @param problems field and sentence of each problem; the first one gives the answer its message
   * and field.
   */
  constructor(status: number, problems: readonly [Problem, ...Problem[]], retryAfter?: number) {
    super(problems[0].message);
    this.status = status;
    this.problems = problems;
    this.retryAfter = retryAfter;
  }
}

/** A problem of the request as a whole. */
export const httpProblem = (status: number, message: string): HttpProblem =>
  new HttpProblem(status, [{ field: '', message }]);

/** 429 with Retry-After. @param waitMs time until the next try is allowed, in milliseconds. */
export function tooManyRequests(waitMs: number, sentence?: string): HttpProblem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = sentence ?? messages.tooManyTries(seconds);
  return new HttpProblem(429, [{ field: '', message }], seconds);
}

/**
 * The body as a schema of the contract parses it.
 * @throws HttpProblem 422 with every problem's field and sentence.
 */
export function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(body ?? {});
  if (!error) return data;
  const problems = problemsOf(error).map(({ field, message }) => ({
    field,
    message: field === '' ? messages.notAnObject : message,
  }));
  throw new HttpProblem(422, problems as [Problem, ...Problem[]]);
}

/** The decoded value. @throws HttpProblem 422 with every problem's field and sentence. */
export function accepted<Value>(decoded: Decoded<Value>): Value {
  if (decoded.ok) return decoded.value;
  throw new HttpProblem(422, decoded.problems as [Problem, ...Problem[]]);
}
