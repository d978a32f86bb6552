import type { StudyDocument } from '@lumenloom/contract';
import type { TypedHold } from '../../../../kit/study/guided-hold.ts';
import type { VariedField } from '../../../../kit/study/varied-field.ts';

/** What is wanted of a figure: less, more, a value, or a limit. */
export const DIRECTIONS = {
  minimise: { sign: '↓', words: 'as small as possible', isLimit: false },
  maximise: { sign: '↑', words: 'as large as possible', isLimit: false },
  target: { sign: '→', words: 'to a value', isLimit: false },
  min: { sign: '≥', words: 'at least', isLimit: true },
  max: { sign: '≤', words: 'at most', isLimit: true },
} as const;
export type Direction = keyof typeof DIRECTIONS;

/** A figure that is an objective or has a limit, as it is typed. */
export interface Aim {
  readonly figure: string;
  readonly direction: Direction;
  /** The value or limit, where the direction has one. */
  readonly value: string;
  /** '' without one. */
  readonly weight: string;
}

/** A difference from the recipe that is computed at every point. */
export interface DraftCase {
  readonly name: string;
  /** By path. */
  readonly set: Readonly<Record<string, unknown>>;
}

/** A field that is searched. */
export interface SearchedField extends VariedField {
  /** How far from its start a search looks first, as a share of its range; absent without one. */
  readonly firstStep?: number;
}

/** A study as it is typed. */
export interface StudyDraft {
  /** '' names it by what it varies. */
  readonly name: string;
  readonly fields: readonly SearchedField[];
  /** Rows of the colour matrix keep their sums: the diagonal follows. */
  readonly keepsRowSums: boolean;
  readonly aims: readonly Aim[];
  readonly cases: readonly DraftCase[];
  readonly algorithm: StudyDocument['algorithm']['name'];
  readonly runs: string;
  readonly keepsPictures: boolean;
  /** What runs keep equal, where it was pressed. */
  readonly hold: TypedHold;
  /** The start is the best where fresh noise shows nothing better. */
  readonly keepsStart?: true;
}

export const emptyDraft: StudyDraft = {
  name: '',
  fields: [],
  keepsRowSums: true,
  aims: [],
  cases: [],
  algorithm: 'auto',
  runs: '200',
  keepsPictures: false,
  hold: {},
};

/** Whether a direction needs a value beside it. */
export const hasValue = (direction: Direction): boolean =>
  direction === 'target' || DIRECTIONS[direction].isLimit;

/** The next direction of a press, or the one before. */
export function turnedDirection(direction: Direction, by: 1 | -1): Direction {
  const all = Object.keys(DIRECTIONS) as Direction[];
  return all[(all.indexOf(direction) + by + all.length) % all.length]!;
}

/** Parts of names of figures that are better the smaller they are. */
const SMALLER = /colour\.(mean|max|median)|error|noise(?!\.grey18Db)|overshoot|clipped|seconds/i;

/** A figure as an aim, in the direction that is wanted of it mostly. */
export const aimAt = (figure: string): Aim => ({
  figure,
  direction: SMALLER.test(figure) ? 'minimise' : 'maximise',
  value: '',
  weight: '',
});
