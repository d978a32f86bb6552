import { cosSin } from '../../quantities/elementary.ts';
import { sumPlaneWavesPlain, type SumPlaneWaves } from '../plane-waves/plane-waves.ts';
import { coverageOfRows, samplesAcross, type PupilFunction } from './pupil-function.ts';
import { added, alongRow, atColumn, rotated } from './polynomial-fit.ts';

/** Where a point spread function is computed. */
export interface PointSpreadGrid {
  /**
   * Places from the chief ray's image, along the sensor's rows (x) and columns (y), each equally
   * spaced.
   */
  readonly xsMm: Float64Array;
  readonly ysMm: Float64Array;
  /** Unit vector on the sensor from the axis to the image point: [0, 1] for a field towards +y. */
  readonly towards: readonly [number, number];
  /** Samples across the pupil, see `samplesFor`. */
  readonly samples: number;
}

/**
 * Complex amplitude on a square grid of direction cosines: real[row * samples + column], rows along
 * y.
 */
export interface PupilGrid {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** Direction cosines of the columns and rows. */
  readonly L: Float64Array;
  readonly M: Float64Array;
  /**
   * Factor from the squared modulus of the sum of plane waves to the share of the light per mm².
   */
  readonly norm: number;
}

/**
 * Samples a pupil function along the sensor's x and y, so that no image has to be rotated for
 * fields in other directions.
 *
 * @param least samples across the pupil.
 */
export function pupilGrid(
  pupil: PupilFunction,
  [ex, ey]: PointSpreadGrid['towards'],
  least: number,
): PupilGrid {
  const samples = samplesAcross(pupil, least);
  const { middle, scale, wavefrontMm, amplitude, wavelengthMm, edge, uneven } = pupil;
  const reach = Math.max(...edge, ...(uneven?.edge ?? []));
  const cell = (2 * reach) / samples;
  const offsets = Float64Array.from({ length: samples }, (_, i) => (i + 0.5) * cell - reach);
  const [real, imaginary] = [
    new Float64Array(samples * samples),
    new Float64Array(samples * samples),
  ];
  const wavenumber = (2 * Math.PI) / wavelengthMm;
  // From the axes of the field, q towards the image point and p across it, to those of the sensor.
  const even = [rotated(wavefrontMm, ex, ey), rotated(amplitude, ex, ey)] as const;
  const waves = uneven ? added(even[0], rotated(uneven.wavefrontMm, ex, ey)) : even[0];
  const roots = uneven ? added(even[1], rotated(uneven.amplitude, ex, ey)) : even[1];
  const across = uneven?.middle ?? 0;
  const coverage = coverageOfRows(pupil, cell, offsets, [ex, ey]);
  const turn = new Float64Array(2);
  let power = 0;
  for (let row = 0; row < samples; row += 1) {
    const dy = offsets[row]!;
    const waveTerms = alongRow(waves, dy);
    const rootTerms = alongRow(roots, dy);
    const shareAt = coverage(row);
    for (let column = 0; column < samples; column += 1) {
      const dx = offsets[column]!;
      const share = shareAt(column);
      if (share === 0) continue;
      const root = atColumn(rootTerms, dx);
      const phase = wavenumber * atColumn(waveTerms, dx);
      const at = row * samples + column;
      cosSin(phase, turn);
      real[at] = share * root * turn[0]!;
      imaginary[at] = share * root * turn[1]!;
      power += share * root * root;
    }
  }
  return {
    real,
    imaginary,
    L: offsets.map((offset) => middle * ex + across * ey + scale * offset),
    M: offsets.map((offset) => middle * ey - across * ex + scale * offset),
    norm: (cell * scale) ** 2 / (wavelengthMm ** 2 * power),
  };
}

/**
 * Point spread function as the Debye sum of plane waves over the pupil. The sum is separable,
 * because the pupil is sampled on a square grid.
 *
 * @param sumPlaneWaves in SIMD, or the plain twin, which computes in double precision.
 * @returns share of the light per mm²: data[y * xsMm.length + x].
 * @see docs/reference/optics.md#point-spread; J. J. Stamnes, Waves in Focal Regions, chapter 12.
 */
export function pointSpread(
  pupil: PupilFunction,
  { xsMm, ysMm, towards, samples }: PointSpreadGrid,
  sumPlaneWaves: SumPlaneWaves = sumPlaneWavesPlain,
): Float64Array | Float32Array {
  const grid = pupilGrid(pupil, towards, samples);
  const density = sumPlaneWaves({
    ...grid,
    xs: xsMm,
    ys: ysMm,
    wavenumber: (2 * Math.PI) / pupil.wavelengthMm,
  });
  for (let i = 0; i < density.length; i += 1) density[i]! *= grid.norm;
  return density;
}
