/** Every tolerance of the real lenses' laws, with its reason. */

/** P4 (a): sums of single-precision transforms in another order; relative to the largest value. */
export const FOLDING_IDENTITY = 1e-5;
/** P4 (b), on average over the picture, as ruled; measured 1e-5 (Cooke) to 2e-4 (Double-Gauss). */
export const FOLDING_MEAN = 1e-3;
/**
 * P4 (b), worst pixel, of the maximum. Measured over the default sensor and all scenes, and always on a sharp edge far from the axis:
 * there, light of another band is moved by part of a working pixel, which a kernel on that grid can only share out between two pixels. At 5°
 * lateral colour is .04 px (Cooke), .17 px (Double-Gauss), .43 px (fisheye) in the blue; what is left is about a third of it.
 */
export const FOLDING_WORST = { 'cooke-triplet': 8e-3, 'double-gauss': 6e-2, fisheye: 8e-2 } as const;
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
/** A point on a node against the point spread function itself, half the sum of differences: neighbouring nodes get half a pixel's weight. */
export const POINT = 0.01;
/** Between nodes kernels are interpolated: optics.md section 4 gives .0016 to .0024 for .22 mm, worse where a spot is not much wider than a pixel. */
export const POINT_BETWEEN_NODES = 0.03;
/** physics.md P9. */
export const LENS_MTF = 0.02;
/** physics.md P8. */
export const SIMD_AGAINST_PLAIN = 1e-5;
