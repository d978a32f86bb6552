/** The lens of a blank choice: no blur, no falloff, object at infinity (physics.md P1). */
export const IDEAL_LENS = {
  /** Metres. */
  focalLength: 8.2e-3,
  fNumber: 4,
} as const;

/**
 * Irradiance per radiance, steradians: E = π·L/(1 + 4N²(1 + |m|)²), the exact form for a flat lambertian object on the axis.
 *
 * @param fNumber focal length over aperture diameter.
 * @param magnification 0 for an object at infinity, as everywhere in the product; the comparison with other tools passes its own.
 * @see radiometry.md section 4.
 */
export const irradiancePerRadiance = (fNumber: number, magnification = 0): number => Math.PI / (1 + 4 * fNumber ** 2 * (1 + Math.abs(magnification)) ** 2);

/** Width of the image of a flat scene, metres: 2·f·tan(hfov/2). */
export const imageWidth = (focalLength: number, hfov: number): number => 2 * focalLength * Math.tan(hfov / 2);
