import { SimulationError } from '@lumenloom/engine';
import { faultOf } from './fault.ts';
import type { Answered, NoResult } from './messages.ts';

/** An answer, and its arrays that move to the page. */
export interface PostedAnswer {
  readonly answer: Answered['answer'];
  readonly transferred: ArrayBuffer[];
}

export const answerWith = (
  answer: Answered['answer'],
  ...transferred: ArrayBuffer[]
): PostedAnswer => ({
  answer,
  transferred,
});

/** Why there is no answer. */
export function reasonOf(error: unknown): NoResult {
  if (error instanceof SimulationError)
    return error.code === 'cancelled'
      ? { kind: 'stopped' }
      : { kind: 'failed', message: error.message, field: error.field };
  console.error(error);
  return faultOf(error);
}
