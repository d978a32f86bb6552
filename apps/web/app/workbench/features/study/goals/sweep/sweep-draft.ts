import type { SweepDocument } from '@lumenloom/contract';
import type { TypedHold } from '../../../../kit/study/guided-hold.ts';
import type { VariedField } from '../../../../kit/study/varied-field.ts';

/** A sweep as it is typed. */
export interface SweepDraft {
  /** '' names it by what it varies. */
  readonly name: string;
  readonly fields: readonly VariedField[];
  readonly measure: readonly string[];
  readonly mode: SweepDocument['mode'];
  readonly samples: string;
  readonly repeats: string;
  readonly keepsPictures: boolean;
  /** What runs keep equal, where it was pressed. */
  readonly hold: TypedHold;
}

export const emptyDraft: SweepDraft = {
  name: '',
  fields: [],
  measure: [],
  mode: 'grid',
  samples: '20',
  repeats: '1',
  keepsPictures: false,
  hold: {},
};

/** Whether values are drawn by chance. */
export const isRandom = ({ mode }: Pick<SweepDraft, 'mode'>): boolean =>
  mode === 'random' || mode === 'latin-hypercube';
