/** What the view reads of galleries.json (docs/evaluating.md); pictures are data URLs. */
export interface ScoreGallery {
  readonly title: string;
  /** How many there are, of which some are shown. */
  readonly count: number;
  /** The camera of the right pictures; absent: they are ideal ones. */
  readonly beside?: string;
  readonly entries: readonly {
    readonly caption: string;
    /** Through the camera, and on the ideal picture; truth dashed, findings solid. */
    readonly camera: string;
    readonly ideal: string;
    /** Evaluations of older programs have none. */
    readonly whole?: WholePicture;
  }[];
}

/** The whole picture of a camera, with its boxes: x, y, width, height, pixels. */
export interface WholePicture {
  readonly camera: string;
  readonly picture: string;
  readonly truth: readonly (readonly [number, number, number, number])[];
  readonly found: readonly (readonly [number, number, number, number])[];
}
