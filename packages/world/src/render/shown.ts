import { XYZ_TO_LINEAR_SRGB, linearToSrgb, xyzOf } from '@lumenloom/engine';
import { BAND_COUNT } from '../spectra/bands.ts';

/** Linear sRGB of a picture of bands, 1 for 1 cd/m² of white: [pixel, 3]. */
export function linearRgb(radiance: Float32Array, pixels: number): Float32Array {
  const out = new Float32Array(3 * pixels);
  const bands = new Float64Array(BAND_COUNT);
  for (let at = 0; at < pixels; at += 1) {
    for (let band = 0; band < BAND_COUNT; band += 1) bands[band] = radiance[band * pixels + at]!;
    const [x, y, z] = xyzOf(bands);
    for (const [row, weights] of XYZ_TO_LINEAR_SRGB.entries())
      out[3 * at + row] = weights[0] * x + weights[1] * y + weights[2] * z;
  }
  return out;
}

/** The luminance below which this share of the pixels lies is shown nearly white. */
const BRIGHT = { share: 0.98, shownAs: 0.9 };

/** The picture as people look at it: bright parts nearly white. */
export function shownPicture(rgb: Float32Array, luminance: Float32Array): Uint8Array<ArrayBuffer> {
  const sorted = Float32Array.from(luminance).toSorted();
  const bright = sorted[Math.floor(BRIGHT.share * (sorted.length - 1))]! || sorted.at(-1)! || 1;
  return Uint8Array.from(rgb, (value) => linearToSrgb((value * BRIGHT.shownAs) / bright));
}
