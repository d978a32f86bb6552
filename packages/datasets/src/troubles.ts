/** Something that is wrong with a data set. */
export interface Trouble {
  /** A file, a line of it, or a path in it. */
  readonly place: string;
  /** What follows the place in a sentence, without its full stop. */
  readonly problem: string;
  /** No evaluation goes on with it. */
  readonly isFatal?: true;
}

/** @param problem begins with a space or a colon. */
export const trouble = (place: string, problem: string): Trouble => ({ place, problem });

/** A trouble with which no evaluation goes on. */
export const fatal = (place: string, problem: string): Trouble => ({
  place,
  problem,
  isFatal: true,
});

export const sentenceOf = ({ place, problem }: Trouble): string => `${place}${problem}.`;

/** What is wrong, without the place. */
export const reasonOf = ({ problem }: Trouble): string => problem.replace(/^[:\s]+/, '');
