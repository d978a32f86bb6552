import type { Spectrum } from '../quantities/wavelengths.ts';
import type { Pattern } from './patterns/pattern.ts';
import type { SceneDepth } from './scene-depth.ts';

/**
 * A scene without light, as a few planes and spectra instead of a cube:
 * reflectance(x, y, band) = sum over k of plane_k(x, y) * spectra[k][band].
 * Charts have one plane, photographs three, the Macbeth chart 24.
 *
 * It has two forms (docs/reference/physics.md#p3): the raster, whose samples define the chart and
 * its mean luminance, and the pattern, which image formation averages over pixels.
 */
export interface Scene {
  /** Raster samples. */
  readonly rows: number;
  readonly columns: number;
  /** Reflectance per band, one spectrum per plane. */
  readonly spectra: readonly Spectrum[];
  /** Mean of each plane over the raster. */
  readonly planeMeans: readonly number[];
  readonly pattern: Pattern;
  /** How far its samples are; absent where all of it is at the distance of the lens's object. */
  readonly depth?: SceneDepth;
  /** Plane k at the raster's samples: data[row * columns + column]. */
  readonly raster: (plane: number) => Float32Array;
}

/** Mean of an array, summed in double precision. */
export function mean(values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]!;
  return sum / values.length;
}
