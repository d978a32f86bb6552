/** Every tolerance of the real lenses' laws, with its reason. */

/**
 * docs/reference/physics.md#p4 (a): sums of single-precision transforms in another order; relative
 * to the largest value.
 */
export const FOLDING_IDENTITY = 1e-5;
/**
 * docs/reference/physics.md#p4 (b), on average over the picture; measured 6e-7 (Cooke) to 1.3e-4
 * (fisheye).
 */
export const FOLDING_MEAN = 1e-3;
/**
 * docs/reference/physics.md#p4 (b), worst pixel, of the maximum. Measured over the strip of the
 * test, checker / lines: 8e-6 / 4e-5 (Cooke), 7e-4 / 1.0e-3 (Double-Gauss), 1.0e-3 / 1.8e-3
 * (fisheye).
 */
export const FOLDING_WORST = 3e-3;
/**
 * A preview has the kernels of 7 bands: worst pixel of lines in the strip of that test, of the
 * maximum. Measured: 1.0e-3 (Double-Gauss), 6.4e-3 (fisheye).
 */
export const PREVIEW_WORST = 1e-2;
/**
 * Merging the spectra of many patches leaves 1e-4 of white per term (fold-bands.ts), and terms add
 * up.
 */
export const MERGED_SPECTRA = 5e-4;
/**
 * docs/reference/physics.md#p9: convolution conserves light; single precision through two
 * transforms.
 */
export const SPREAD_ENERGY = 1e-6;
/**
 * docs/reference/physics.md#p9: light on the pixels against radiance times solid angle over the
 * image; quadrilaterals stand for curved pixels.
 */
export const RADIANCE_ENERGY = 1e-3;
/**
 * A uniform scene against the lens's solid angle. Spots whose centroid moves outwards from the
 * chief ray (coma) thin the light out by the divergence of that move: measured 1e-3 (Cooke,
 * fisheye), 3e-4 (Double-Gauss). The chief ray's map and the area of the beam agree no better than
 * that; golden/tolerances.json allows relative illumination the same.
 */
export const UNIFORM_FIELD = 2e-3;
/**
 * A point against the point spread function averaged over pixels, half the sum of differences. A
 * point has all frequencies alike; what lies beyond one cycle per pixel is cut off at the default
 * quality (measured .035 on a node of the Double-Gauss, .013 of the Cooke triplet) and half as much
 * at twice the sampling (.010).
 */
export const POINT = { normal: 0.045, high: 0.015 } as const;
/**
 * Between nodes kernels are interpolated: docs/reference/optics.md#node-spacing gives .0016 to
 * .0024 for .22 mm, worse where a spot is not much wider than a pixel.
 */
export const POINT_BETWEEN_NODES = { normal: 0.1, high: 0.03 } as const;
/** docs/reference/physics.md#p9. */
export const LENS_MTF = 0.02;
/** docs/reference/physics.md#p8. */
export const SIMD_AGAINST_PLAIN = 1e-5;
/**
 * docs/reference/physics.md#p9: edge SFR against lens and pixel, at the default quality, from .05
 * cycles per pixel to Nyquist, and on to 1.
 */
export const SFR_TO_NYQUIST = 0.02;
export const SFR_BEYOND_NYQUIST = 0.04;
/** docs/reference/physics.md#p9: centroids of points and lateral colour, pixels. */
export const CENTROID = 0.05;
/**
 * docs/reference/physics.md#p9: pixels of 2.2 um against those of .55 um averaged 4 x 4, of the
 * maximum.
 */
export const BINNING = { worst: 0.02, mean: 2e-3 } as const;
/**
 * The product's true SFR against the sum over all bands, a quarter of what is allowed between it
 * and a measured one. Measured: see the test's worst figures in docs/validation.md.
 */
export const TRUE_SFR = 0.005;
