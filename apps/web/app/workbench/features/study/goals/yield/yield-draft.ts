/** A number that the factory spreads, as it is typed. */
export interface DraftSpread {
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  /** A tolerance in the unit, or with % in percent. */
  readonly plusMinus: string;
  readonly distribution: 'normal' | 'uniform' | 'ends';
}

/** A yield as it is typed. */
export interface YieldDraft {
  readonly name: string;
  readonly spread: readonly DraftSpread[];
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
  figure: '',
  goal: 'maximise',
  limit: '',
  isRefocused: false,
  runs: '100',
  wanted: '',
};
