import { coverage, type PupilFunction } from './pupil-function.ts';
import { evaluate } from './polynomial-fit.ts';

/** Where to look at a point spread function. */
export interface PointSpreadGrid {
  /** Places from the chief ray's image, mm, along the sensor's columns and rows. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Unit vector on the sensor from the axis to the image point: (0, 1) for a field towards +y. */
  readonly towards: readonly [number, number];
  /** Samples across the pupil; at least (largest distance looked at and blur)·2·aperture/wavelength. */
  readonly samples: number;
}

/** Complex light on a square grid of direction cosines: index row·samples + column, rows along y. */
export interface PupilGrid {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** Direction cosines of the columns and rows. */
  readonly L: Float64Array;
  readonly M: Float64Array;
  /** Brings the squared sum to the share of the light per mm². */
  readonly norm: number;
}

/** Samples the pupil in the sensor's own directions, so that a field at any azimuth needs no rotated image. */
export function pupilGrid(pupil: PupilFunction, [ex, ey]: PointSpreadGrid['towards'], samples: number): PupilGrid {
  const { middle, scale, wavefront, amplitude, wavelength, edge } = pupil;
  const reach = Math.max(...edge);
  const nearest = Math.min(...edge);
  const cell = (2 * reach) / samples;
  const offsets = Float64Array.from({ length: samples }, (_, i) => (i + 0.5) * cell - reach);
  const [real, imaginary] = [new Float64Array(samples * samples), new Float64Array(samples * samples)];
  const wavenumber = (2 * Math.PI) / wavelength;
  let power = 0;
  for (let row = 0; row < samples; row += 1) {
    for (let column = 0; column < samples; column += 1) {
      const [dx, dy] = [offsets[column]!, offsets[row]!];
      const distance2 = dx * dx + dy * dy;
      if (distance2 > (reach + cell) ** 2) continue;
      // The field's own axes: q towards the image point, p across.
      const q = dx * ex + dy * ey;
      const p = dx * ey - dy * ex;
      const share = distance2 < (nearest - cell) ** 2 ? 1 : coverage(pupil, p, q, cell);
      if (share === 0) continue;
      const root = evaluate(amplitude, p, q);
      const phase = wavenumber * evaluate(wavefront, p, q);
      const at = row * samples + column;
      real[at] = share * root * Math.cos(phase);
      imaginary[at] = share * root * Math.sin(phase);
      power += share * root * root;
    }
  }
  return {
    real, imaginary, L: offsets.map((offset) => middle * ex + scale * offset), M: offsets.map((offset) => middle * ey + scale * offset),
    norm: (cell * scale) ** 2 / (wavelength ** 2 * power),
  };
}

/**
 * Point spread function as the Debye sum of plane waves over the pupil; separable, because the pupil is sampled on a square grid.
 *
 * @returns share of the light per mm²: data[y * xs.length + x].
 * @see optics.md section 3; J. J. Stamnes, Waves in Focal Regions, chapter 12.
 */
export function pointSpread(pupil: PupilFunction, { xs, ys, towards, samples }: PointSpreadGrid): Float64Array {
  const grid = pupilGrid(pupil, towards, samples);
  const wavenumber = (2 * Math.PI) / pupil.wavelength;
  const columns = phases(grid.L, xs, wavenumber);
  const rows = phases(ys, grid.M, wavenumber);
  const [width, height] = [xs.length, ys.length];
  const [partReal, partImaginary] = [new Float64Array(samples * width), new Float64Array(samples * width)];
  multiply(grid.real, grid.imaginary, columns.cosine, columns.sine, samples, samples, width, partReal, partImaginary);
  const [real, imaginary] = [new Float64Array(height * width), new Float64Array(height * width)];
  multiply(rows.cosine, rows.sine, partReal, partImaginary, height, samples, width, real, imaginary);
  return real.map((value, i) => (value * value + imaginary[i]! * imaginary[i]!) * grid.norm);
}

/** exp(i·k·a·b) for every pair, a along rows. */
export function phases(a: Float64Array, b: Float64Array, wavenumber: number): { readonly cosine: Float64Array; readonly sine: Float64Array } {
  const [cosine, sine] = [new Float64Array(a.length * b.length), new Float64Array(a.length * b.length)];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      const phase = wavenumber * a[i]! * b[j]!;
      cosine[i * b.length + j] = Math.cos(phase);
      sine[i * b.length + j] = Math.sin(phase);
    }
  }
  return { cosine, sine };
}

/** Complex matrix product: (rows × inner) · (inner × columns), added to `outReal`, `outImaginary`. */
function multiply(aReal: Float64Array, aImaginary: Float64Array, bReal: Float64Array, bImaginary: Float64Array, rows: number, inner: number, columns: number, outReal: Float64Array, outImaginary: Float64Array): void {
  for (let row = 0; row < rows; row += 1) {
    const out = row * columns;
    for (let k = 0; k < inner; k += 1) {
      const [real, imaginary] = [aReal[row * inner + k]!, aImaginary[row * inner + k]!];
      if (real === 0 && imaginary === 0) continue;
      const from = k * columns;
      for (let column = 0; column < columns; column += 1) {
        outReal[out + column]! += real * bReal[from + column]! - imaginary * bImaginary[from + column]!;
        outImaginary[out + column]! += real * bImaginary[from + column]! + imaginary * bReal[from + column]!;
      }
    }
  }
}
