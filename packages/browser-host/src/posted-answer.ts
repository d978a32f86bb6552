import type { Answered } from './messages.ts';

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
