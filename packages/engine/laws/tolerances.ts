/** Every tolerance of the laws, with its reason. */

/** Float32 storage of a sum of at most a few thousand terms: 6e-8 per value, and errors mostly cancel. */
export const SINGLE_PRECISION = 1e-6;
/** physics.md P3, P9: light that falls on the pixels against light that leaves the scene. */
export const ENERGY = 1e-3;
/** physics.md P9: measured edge against the pixel's own blur. */
export const MTF = 0.02;

/** A mean of n samples strays by 4.5 standard errors once in 150,000 runs; seeds are fixed, so it strays never or always. */
export const meanStray = (standardDeviation: number, n: number): number =>
  (4.5 * standardDeviation) / Math.sqrt(n);
/** A variance of n normal samples: relative standard error sqrt(2/n). */
export const varianceStray = (n: number): number => 4.5 * Math.sqrt(2 / n);
