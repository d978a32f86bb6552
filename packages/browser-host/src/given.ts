import type { ToPage } from './messages.ts';

/** An answer, and its arrays that move to the page. */
export interface Given {
  readonly answer: ToPage['answer'];
  readonly transferred: ArrayBuffer[];
}

export const given = (answer: ToPage['answer'], ...transferred: ArrayBuffer[]): Given => ({
  answer,
  transferred,
});
