import type { ToPage } from './messages.ts';

/** An answer, and its arrays that move to the page. */
export interface PostedAnswer {
  readonly answer: ToPage['answer'];
  readonly transferred: ArrayBuffer[];
}

export const answerWith = (
  answer: ToPage['answer'],
  ...transferred: ArrayBuffer[]
): PostedAnswer => ({
  answer,
  transferred,
});
