/** What the page of a choice among cameras shows. */
export interface ChoicePage {
  readonly name: string;
  readonly figure: string;
  readonly goal: string;
  /** What was found, true when read alone. */
  readonly sentence: string;
  readonly notes: readonly string[];
  readonly about: string;
  readonly madeBy: string;
  readonly candidates: readonly {
    readonly name: string;
    readonly status: string;
    readonly pictures: number;
    readonly score: number;
    readonly interval: readonly [low: number, high: number] | null;
    /** Who beat it. */
    readonly by: string | null;
  }[];
  readonly looks: readonly {
    readonly pictures: number;
    readonly leader: string;
    readonly eliminated: readonly {
      readonly candidate: string;
      readonly by: string;
      readonly difference: number;
    }[];
  }[];
  /** Scores at each look, by the place of the camera. */
  readonly trails: readonly (readonly (readonly [camera: number, score: number])[])[];
  /** Columns beside the score, and their values of each camera. */
  readonly front: readonly string[];
  readonly columns: readonly (readonly number[])[];
  /** What rivals lose to the best, and by what. */
  readonly why: readonly string[];
  readonly reasons: readonly {
    readonly requirement: string;
    readonly count: number;
    readonly name: string;
    readonly message: string;
  }[];
  /** Cameras without any score. */
  readonly broken: readonly { readonly name: string; readonly message: string }[];
}
