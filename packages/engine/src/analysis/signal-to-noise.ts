/**
 * Standard deviations of the noise of a pixel: read noise and DSNU in electrons, PRNU as a fraction
 * of the signal.
 */
export interface PixelNoise {
  readonly readNoise: number;
  readonly dsnu: number;
  readonly prnu: number;
}

const decibels = (powerRatio: number): number => 10 * Math.log10(powerRatio);

/**
 * Signal-to-noise ratio of evenly lit pixels, dB: in total, and for each source alone (shot noise,
 * read noise, DSNU, PRNU).
 *
 * @param electrons mean signal.
 * @see docs/reference/radiometry.md#snr; ISETCam's pixel SNR uses the same sum of variances.
 */
export function signalToNoise(
  electrons: number,
  { readNoise, dsnu, prnu }: PixelNoise,
): {
  readonly total: number;
  readonly shot: number;
  readonly read: number;
  readonly dsnu: number;
  readonly prnu: number;
} {
  const power = electrons ** 2;
  const spread = (prnu * electrons) ** 2;
  return {
    total: decibels(power / (electrons + readNoise ** 2 + dsnu ** 2 + spread)),
    shot: decibels(power / electrons),
    read: decibels(power / readNoise ** 2),
    dsnu: decibels(power / dsnu ** 2),
    prnu: decibels(power / spread),
  };
}
