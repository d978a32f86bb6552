import type { Decoded, Problem } from '@lumenloom/contract';

/** An answer other than success that the caller can act on. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly problems: readonly Problem[];

  /** @param problems where and what; the first one is the answer's own message and field. */
  constructor(status: number, problems: readonly [Problem, ...Problem[]]) {
    super(problems[0].message);
    this.status = status;
    this.problems = problems;
  }
}

/** A problem of the request as a whole. */
export const httpProblem = (status: number, message: string): HttpProblem => new HttpProblem(status, [{ field: '', message }]);

/** The decoded value. @throws HttpProblem 422 with every problem's field and sentence. */
export function accepted<Value>(decoded: Decoded<Value>): Value {
  if (decoded.ok) return decoded.value;
  throw new HttpProblem(422, decoded.problems as [Problem, ...Problem[]]);
}
