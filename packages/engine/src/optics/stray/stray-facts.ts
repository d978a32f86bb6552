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
}
