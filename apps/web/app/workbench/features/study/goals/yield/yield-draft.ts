import type { SpreadNumber } from '../../../../kit/study/spread-number.ts';

/** A yield as it is typed. */
export interface YieldDraft {
  readonly name: string;
  readonly spread: readonly SpreadNumber[];
  /** Of the lens, which paths of the spread name. */
  readonly groups: readonly object[];
  /** '' where none was chosen. */
  readonly figure: string;
  readonly goal: 'maximise' | 'minimise';
  readonly limit: string;
  readonly isRefocused: boolean;
  readonly runs: string;
  /** In percent, that the loosest tolerances are to reach; '' asks for none. */
  readonly wanted: string;
}

export const emptyDraft: YieldDraft = {
  name: '',
  spread: [],
  groups: [],
  figure: '',
  goal: 'maximise',
  limit: '',
  isRefocused: false,
  runs: '100',
  wanted: '',
};
