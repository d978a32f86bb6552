/** Whether there is noise, and its seeds. */
export interface NoisePlan {
  /** False: every quantity has its mean; the mean of the dark current is still added. */
  readonly noise: boolean;
  /**
   * Unsigned 32-bit: `temporal` belongs to a single exposure, `fixedPattern` to the sensor
   * (docs/reference/physics.md#p8).
   */
  readonly seeds: { readonly temporal: number; readonly fixedPattern: number };
}
