/**
 * What the raw pixels of a run tell of its scene, in closed form: of green as if every pixel were
 * green. Figures of what would be clipped are null.
 */
export interface RunInformation {
  /** Of the background. */
  readonly electrons: number;
  /** Cycles per pixel along the rows, of lens and pixel; null when it is not half up to 1. */
  readonly mtf50: number | null;
  readonly modulationAtHalfNyquist: number;
  /** Quanta per pixel, of the background: along the object's width, and at frequency 0. */
  readonly neqAtObject: number | null;
  readonly neqZero: number | null;
  readonly dqeZero: number | null;
  /** Of the ideal observer of the object; from frequencies up to Nyquist alone. */
  readonly snriDb: number | null;
  readonly snriNyquistDb: number | null;
  /** Bits per pixel, of an edge of 4:1 whose light side is the background. */
  readonly capacity: number | null;
  readonly capacityDisc: number | null;
  /** The same with the light side at the best share of saturation. */
  readonly capacityMax: number;
  /** Of the place of that edge over 20 rows. */
  readonly edgeErrorPx: number | null;
  /** Share of pairs of a pixel of the object and one of the background that show its contrast. */
  readonly contrastDetection: number | null;
  readonly objectWidthPx: number;
  /** Of the pixels, those that are green. */
  readonly mosaicShare: number;
}
