/** Every tolerance of the real lenses' laws, with its reason. */

/** P4 (a): sums of single-precision transforms in another order; relative to the largest value. */
export const FOLDING_IDENTITY = 1e-5;
/** P4 (b), on average over the picture, as ruled; measured 3e-6 (Cooke) to 8e-5 (fisheye) over the product's scenes. */
export const FOLDING_MEAN = 1e-3;
/**
 * P4 (b), worst pixel, of the maximum, over the strip of the test. Measured, checker / lines: 2.5e-4 / 5.8e-4 (Cooke), 1.7e-3 / 3.5e-3
 * (Double-Gauss), 2.8e-3 / 7.9e-3 (fisheye); the rest is room for another machine's rounding of edges.
 * It lies on sharp edges in the corners, where kernels carry what lateral colour is left against the nearest of the two to four maps
 * (reference-bands.ts), and share it out between two pixels. Lines three pixels wide in reddish light are harder than any of the product's
 * scenes, which the Double-Gauss forms within 2.7e-3, below the 3e-3 that are ruled.
 */
export const FOLDING_WORST = {
  'cooke-triplet': { checker: 4e-4, lines: 8e-4 },
  'double-gauss': { checker: 2.5e-3, lines: 4.5e-3 },
  fisheye: { checker: 4e-3, lines: 1e-2 },
} as const;
/** Merging the spectra of many patches leaves 1e-4 of white per term (fold-bands.ts), and terms add up. */
export const MERGED_SPECTRA = 5e-4;
/** physics.md P9: what leaves the source arrives; single precision through two transforms. */
export const SPREAD_ENERGY = 1e-6;
/** physics.md P9: light on the pixels against radiance times solid angle over the image; quadrilaterals stand for curved pixels. */
export const RADIANCE_ENERGY = 1e-3;
/**
 * A uniform scene against the lens's solid angle. Spots whose centroid moves outwards from the chief ray (coma) thin the light out by the
 * divergence of that move: measured 1e-3 (Cooke, fisheye), 3e-4 (Double-Gauss). The chief ray's map and the area of the beam agree no better
 * than that; golden/tolerances.json allows relative illumination the same.
 */
export const UNIFORM_FIELD = 2e-3;
/**
 * A point against the point spread function averaged over pixels, half the sum of differences. A point has all frequencies alike; what lies
 * beyond one cycle per pixel is cut off at the default quality (measured .035 on a node of the Double-Gauss, .013 of the Cooke triplet) and
 * half as much at twice the sampling (.010).
 */
export const POINT = { normal: 0.045, high: 0.015 } as const;
/** Between nodes kernels are interpolated: optics.md section 4 gives .0016 to .0024 for .22 mm, worse where a spot is not much wider than a pixel. */
export const POINT_BETWEEN_NODES = { normal: 0.1, high: 0.03 } as const;
/** physics.md P9. */
export const LENS_MTF = 0.02;
/** physics.md P8. */
export const SIMD_AGAINST_PLAIN = 1e-5;
/** physics.md P9: edge SFR against lens and pixel, at the default quality, from .05 cycles per pixel to Nyquist, and on to 1. */
export const SFR_TO_NYQUIST = 0.02;
export const SFR_BEYOND_NYQUIST = 0.04;
/** physics.md P9: centroids of points and lateral colour, pixels. */
export const CENTROID = 0.05;
/** physics.md P9: pixels of 2.2 um against those of .55 um averaged 4 x 4, of the maximum. */
export const BINNING = { worst: 0.02, mean: 2e-3 } as const;
