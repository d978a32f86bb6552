/** The tolerances of the tests in this folder, with their reasons. */

/**
 * Sums of up to a few thousand values that are stored as float32: 6e-8 relative error each, most of
 * which cancels.
 */
export const SINGLE_PRECISION = 1e-6;
/**
 * Light on all pixels relative to the light that the scene sends there
 * (docs/reference/physics.md#p3, docs/reference/physics.md#p9).
 */
export const ENERGY = 1e-3;
/**
 * Difference between a measured MTF and the MTF of the pixel's area (docs/reference/physics.md#p9).
 */
export const MTF = 0.02;

/**
 * 4.5 standard errors of a mean of n samples: exceeded once in 150,000 draws. Seeds are fixed, so a
 * test that passes once always passes.
 */
export const meanTolerance = (standardDeviation: number, n: number): number =>
  (4.5 * standardDeviation) / Math.sqrt(n);
/** 4.5 relative standard errors, sqrt(2/n), of a variance of n normal samples. */
export const varianceTolerance = (n: number): number => 4.5 * Math.sqrt(2 / n);
