/** A number that the factory spreads, as it is typed. */
export interface SpreadNumber {
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  /** A tolerance in the unit, or with % in percent. */
  readonly plusMinus: string;
  readonly distribution: 'normal' | 'uniform' | 'ends';
}

/** Numbers that the factory spreads, with the groups of the lens that their paths name. */
export interface FactorySpread {
  readonly numbers: readonly SpreadNumber[];
  readonly groups: readonly object[];
}
