import type { Spectrum } from '../quantities/wavelengths.ts';
import type { Pattern } from './patterns/pattern.ts';

/**
 * A scene before the light falls on it, kept as few planes and few spectra, never as a cube:
 * reflectance(x, y, band) = sum over k of plane_k(x, y) * spectra[k][band].
 * Charts have one plane, pictures three, a Macbeth chart 24.
 *
 * It exists twice (physics.md P3): as its raster, the samples that charts are published with and that fix the mean luminance,
 * and as its pattern, which image formation averages over pixels.
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
  /** Plane k at the raster's samples: data[row * columns + column]. */
  readonly raster: (plane: number) => Float32Array;
}

/** Mean of an array, summed in double precision. */
export function mean(values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]!;
  return sum / values.length;
}
