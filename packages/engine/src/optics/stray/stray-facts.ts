import type { GhostFigures } from './ghosts.ts';

/** Light that does not go where it should, for the log and report.json; the keys are published. */
export interface StrayFacts {
  /** Share of the light that passes the surfaces. */
  readonly transmission: number;
  readonly scatterPercent: number;
  /**
   * Veiling glare index of the scatter: a black disc as wide as a tenth of the sensor's diagonal,
   * in an even field that fills the image circle.
   */
  readonly veilingGlarePercent: number;
  /** The strongest ten in pictures, of a point on the axis at 550 nm. */
  readonly ghosts: readonly GhostFigures[];
  /** Light of all ghosts in pictures over the direct light without losses, for such a point. */
  readonly ghostPercent: number;
  /** Light of the ghosts that are left out. */
  readonly leftOutPercent: number;
}

/** A lens that scatters and reflects nothing. */
export const NO_STRAY: StrayFacts = {
  transmission: 1,
  scatterPercent: 0,
  veilingGlarePercent: 0,
  ghosts: [],
  ghostPercent: 0,
  leftOutPercent: 0,
};
