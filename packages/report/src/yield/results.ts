/** What the page of a yield shows. */
export interface YieldPage {
  readonly name: string;
  /** What was found, true when read alone. */
  readonly sentence: string;
  readonly notes: readonly string[];
  readonly about: string;
  /** With its interval over the pictures of a data set; null without one. */
  readonly nominal: { readonly value: number; readonly interval: readonly [number, number] | null };
  readonly limit: number;
  readonly sensitivities: readonly {
    readonly name: string;
    /** Scores at the ends of the tolerance. */
    readonly minus: number | null;
    readonly plus: number | null;
    /** Of the spread of the score, 0 to 1. */
    readonly share: number;
  }[];
  /** Tolerances that still do, as they are shown; undefined where they were not asked for. */
  readonly loosen?: {
    readonly sentence: string;
    readonly tolerances: readonly (readonly [name: string, shown: string])[];
  };
  /** The worst cameras: their scores, and their values by name. */
  readonly worst: readonly {
    readonly value: number | null;
    readonly values: Readonly<Record<string, number>>;
  }[];
}
