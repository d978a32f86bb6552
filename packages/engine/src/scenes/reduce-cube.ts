import { symmetricEigen } from '../analysis/linear-algebra.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { BANDS, WAVELENGTHS } from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import type { OwnSceneData } from './own-scene.ts';

/** Spectra of a scene, at wavelengths of its own. */
export interface SpectralCube {
  readonly rows: number;
  readonly columns: number;
  /** Ascending, nm. */
  readonly wavelengths: readonly number[];
  /** Values of a band: data[row * columns + column]. Asked once per band, in ascending order. */
  readonly band: (index: number) => ArrayLike<number>;
}

/** Largest error of the planes that replace a cube, as a share of white. */
const LARGEST_ERROR = 1e-3;

/** A cube as few planes and spectra. */
export interface ReducedCube {
  readonly data: OwnSceneData;
  /**
   * Largest difference between the planes and the cube over all pixels and bands, as a share of
   * white.
   */
  readonly error: number;
  /** Largest value per band of the cube, before it is divided by white. */
  readonly white: Float64Array;
}

/**
 * Resamples a cube to the 31 bands, linearly between its wavelengths and 0 outside them, as ISETCam
 * does, and reduces its spectra to as few planes as keep every pixel within 1e-3 of white, by the
 * eigenvectors of the mean products of bands.
 *
 * @param whiteOf what counts as white, per band, from the largest value of each band.
 * @param isRelative the error is a share of each pixel's own largest value instead of white.
 * @throws SimulationError when a value is negative or no number.
 */
export function reduceCube(
  cube: SpectralCube,
  whiteOf: (largest: Float64Array) => Float64Array,
  isRelative = false,
): ReducedCube {
  const { rows, columns } = cube;
  const bands = resampled(cube);
  const white = whiteOf(
    Float64Array.from(bands, (values) => values.reduce((most, value) => Math.max(most, value), 0)),
  );
  for (const [band, values] of bands.entries()) {
    const factor = white[band]! > 0 ? 1 / white[band]! : 0;
    if (factor !== 1)
      for (let pixel = 0; pixel < values.length; pixel += 1) values[pixel]! *= factor;
  }
  const levels = isRelative ? levelled(bands) : undefined;
  const { vectors, values } = symmetricEigen(products(bands), BANDS);
  for (let count = fewest(values); count < BANDS; count += 1) {
    const basis = vectors.slice(0, count);
    const error = largestError(bands, basis);
    if (error <= LARGEST_ERROR)
      return {
        data: {
          ...{ rows, columns, spectra: basis },
          planes: timesLevels(projections(bands, basis), levels),
        },
        error,
        white,
      };
  }
  const identity = bands.map((_, band) =>
    Float64Array.from({ length: BANDS }, (__, other) => (other === band ? 1 : 0)),
  );
  return {
    data: { rows, columns, planes: timesLevels(bands, levels), spectra: identity },
    error: 0,
    white,
  };
}

/** Divides each pixel by its largest value. @returns those values; 0 where all are. */
function levelled(bands: readonly Float32Array[]): Float32Array {
  const levels = new Float32Array(bands[0]!.length);
  for (const values of bands)
    for (let pixel = 0; pixel < levels.length; pixel += 1)
      if (values[pixel]! > levels[pixel]!) levels[pixel] = values[pixel]!;
  for (const values of bands)
    for (let pixel = 0; pixel < levels.length; pixel += 1)
      if (levels[pixel]! > 0) values[pixel]! /= levels[pixel]!;
  return levels;
}

function timesLevels(
  planes: readonly Float32Array[],
  levels: Float32Array | undefined,
): readonly Float32Array[] {
  if (levels)
    for (const plane of planes)
      for (let pixel = 0; pixel < plane.length; pixel += 1) plane[pixel]! *= levels[pixel]!;
  return planes;
}

/** The cube at the 31 bands, in shared memory. */
function resampled({ rows, columns, wavelengths, band }: SpectralCube): readonly Float32Array[] {
  const pixels = rows * columns;
  const bands = WAVELENGTHS.map(() => sharedFloat32(pixels));
  for (const [index, at] of wavelengths.entries()) {
    const values = band(index);
    for (let pixel = 0; pixel < pixels; pixel += 1)
      if (!(values[pixel]! >= 0) || values[pixel] === Infinity)
        throw new SimulationError(
          'bad-parameter',
          `The value at ${at} nm, row ${Math.floor(pixel / columns)}, column ${pixel % columns} is ${values[pixel]!}; a scene has values of 0 or more.`,
        );
    for (const [k, wavelength] of WAVELENGTHS.entries()) {
      const weight = linearWeight(wavelengths, index, wavelength);
      if (weight === 0) continue;
      const out = bands[k]!;
      for (let pixel = 0; pixel < pixels; pixel += 1) out[pixel]! += weight * values[pixel]!;
    }
  }
  return bands;
}

/** Weight of sample `index` in the linear interpolation at a wavelength. */
function linearWeight(wavelengths: readonly number[], index: number, wavelength: number): number {
  const at = wavelengths[index]!;
  const neighbour = wavelengths[wavelength < at ? index - 1 : index + 1];
  if (wavelength === at) return 1;
  return neighbour === undefined ? 0 : Math.max(0, 1 - (wavelength - at) / (neighbour - at));
}

/** Pixels that are taken together, so that their bands stay in the processor's cache. */
const BLOCK = 2048;

/** Mean products of each two bands, 31 x 31. */
function products(bands: readonly Float32Array[]): Float64Array {
  const pixels = bands[0]!.length;
  const sums = new Float64Array(BANDS * BANDS);
  for (let from = 0; from < pixels; from += BLOCK) {
    const to = Math.min(pixels, from + BLOCK);
    for (let i = 0; i < BANDS; i += 1)
      for (let j = i; j < BANDS; j += 1) {
        const [one, other] = [bands[i]!, bands[j]!];
        let sum = 0;
        for (let pixel = from; pixel < to; pixel += 1) sum += one[pixel]! * other[pixel]!;
        sums[i * BANDS + j]! += sum / pixels;
      }
  }
  for (let i = 0; i < BANDS; i += 1)
    for (let j = 0; j < i; j += 1) sums[i * BANDS + j] = sums[j * BANDS + i]!;
  return sums;
}

/** Fewest vectors whose mean square error can be within the largest one. */
function fewest(values: Float64Array): number {
  let rest = 0;
  let count = values.length;
  while (count > 1 && (rest + Math.max(0, values[count - 1]!)) / BANDS <= LARGEST_ERROR ** 2) {
    count -= 1;
    rest += Math.max(0, values[count]!);
  }
  return count;
}

const projections = (
  bands: readonly Float32Array[],
  basis: readonly Float64Array[],
): readonly Float32Array[] =>
  basis.map((vector) => {
    const plane = sharedFloat32(bands[0]!.length);
    for (const [band, values] of bands.entries()) {
      const weight = vector[band]!;
      for (let pixel = 0; pixel < plane.length; pixel += 1)
        plane[pixel]! += weight * values[pixel]!;
    }
    return plane;
  });

/**
 * Largest difference between the bands and what the basis keeps of them. It ends as soon as it
 * exceeds the largest allowed.
 */
function largestError(bands: readonly Float32Array[], basis: readonly Float64Array[]): number {
  const pixels = bands[0]!.length;
  let worst = 0;
  const kept = new Float64Array(BLOCK);
  const weights = basis.map(() => new Float64Array(BLOCK));
  for (let from = 0; from < pixels; from += BLOCK) {
    const count = Math.min(BLOCK, pixels - from);
    for (const [k, vector] of basis.entries()) {
      const weight = weights[k]!.fill(0);
      for (let band = 0; band < BANDS; band += 1) {
        const [factor, values] = [vector[band]!, bands[band]!];
        for (let i = 0; i < count; i += 1) weight[i]! += factor * values[from + i]!;
      }
    }
    for (let band = 0; band < BANDS; band += 1) {
      const values = bands[band]!;
      kept.fill(0);
      for (const [k, vector] of basis.entries()) {
        const [factor, weight] = [vector[band]!, weights[k]!];
        for (let i = 0; i < count; i += 1) kept[i]! += factor * weight[i]!;
      }
      for (let i = 0; i < count; i += 1)
        worst = Math.max(worst, Math.abs(kept[i]! - values[from + i]!));
    }
    if (worst > LARGEST_ERROR) return worst;
  }
  return worst;
}
