import { acos } from '../../quantities/elementary.ts';
import { coreTransfer } from './core.ts';
import { pointTransfer, type PointLight } from './point-picture.ts';
import { coverageOf, samplesAcross, type PupilFunction } from './pupil-function.ts';
import { atFixed, evaluate } from './polynomial-fit.ts';

/** Samples across the pupil unless given. */
const SAMPLES = 96;

/** Value of an optical transfer function. */
export type Transfer = readonly [real: number, imaginary: number];

/**
 * Modulation transfer function: modulus of the optical transfer function, the autocorrelation of
 * the pupil function at the shift wavelength·frequency.
 *
 * @param frequencies line pairs per mm on the sensor.
 * @param direction of the frequency, radians from the direction of the field: 0 is tangential
 * (lines across the field), π/2 sagittal.
 * @returns one value from 0 to 1 per frequency.
 * @see J. W. Goodman, Introduction to Fourier Optics, section 6.3.
 */
export const modulationTransfer = (
  pupil: PupilFunction,
  frequencies: readonly number[],
  direction: number,
): number[] => opticalTransfer(pupil, frequencies, direction).map((value) => Math.hypot(...value));

/**
 * Optical transfer function, with the chief ray's image as its origin: a point that lies d mm from
 * there in the direction of the frequency has the phase −2π·frequency·d.
 *
 * @param frequencies line pairs per mm on the sensor.
 * @param direction as in `modulationTransfer`.
 * @param samples across the pupil; the error falls with their square.
 */
export function opticalTransfer(
  pupil: PupilFunction,
  frequencies: readonly number[],
  direction: number,
  samples = SAMPLES,
): Transfer[] {
  const { points } = pupil;
  if (points) return frequencies.map((frequency) => pointTransfer(points, frequency, direction));
  const [power] = correlation(pupil, 0, direction, samples);
  return frequencies.map((frequency) => {
    const shift = (pupil.wavelengthMm * frequency) / pupil.scale;
    const [real, imaginary] = correlation(pupil, shift, direction, samples);
    const core = coreTransfer(pupil.core, frequency, direction);
    return [(core * real) / power, (core * imaginary) / power];
  });
}

/**
 * Optical transfer at one frequency as the sensor moves: plane waves of the pupil gain the path
 * N·distance, so that nothing is traced again.
 *
 * @param frequency line pairs per mm on the sensor.
 * @param direction as in `modulationTransfer`.
 * @returns the transfer with the sensor moved away from the lens, mm; its origin stays where the
 *   chief ray met the sensor before.
 */
export function transferThroughFocus(
  pupil: PupilFunction,
  frequency: number,
  direction: number,
): (awayMm: number) => Transfer {
  const { middle, scale, wavelengthMm, uneven, points } = pupil;
  if (points) {
    const value = pointTransfer(points, frequency, direction);
    return () => value;
  }
  const across = uneven?.middle ?? 0;
  const [power] = correlation(pupil, 0, direction, SAMPLES);
  const wavenumber = (2 * Math.PI) / wavelengthMm;
  const along = (p: number, q: number): number =>
    Math.sqrt(Math.max(0, 1 - (across + scale * p) ** 2 - (middle + scale * q) ** 2));
  const core = coreTransfer(pupil.core, frequency, direction);
  const pairs: number[] = [];
  const shift = (wavelengthMm * frequency) / scale;
  eachPair(pupil, shift, direction, SAMPLES, (weight, phase, [p, q, otherP, otherQ]) => {
    pairs.push((core * weight) / power, phase, wavenumber * (along(p, q) - along(otherP, otherQ)));
  });
  return (awayMm) => {
    let [real, imaginary] = [0, 0];
    for (let at = 0; at < pairs.length; at += 3) {
      const phase = pairs[at + 1]! + awayMm * pairs[at + 2]!;
      real += pairs[at]! * Math.cos(phase);
      imaginary += pairs[at]! * Math.sin(phase);
    }
    return [real, imaginary];
  };
}

/** Largest distance of the edge of a pupil from its middle. */
const reachOf = ({ edge, uneven }: PupilFunction): number =>
  Math.max(...edge, ...(uneven?.edge ?? []));
const wavefrontAt = ({ wavefrontMm, uneven }: PupilFunction, p: number, q: number): number =>
  evaluate(wavefrontMm, p, q) + (uneven ? evaluate(uneven.wavefrontMm, p, q) : 0);
const amplitudeAt = ({ amplitude, uneven }: PupilFunction, p: number, q: number): number =>
  evaluate(amplitude, p, q) + (uneven ? evaluate(uneven.amplitude, p, q) : 0);

/** The pupil on a line of constant q: polynomials in p alone, which have fewer terms. */
const onLine = <Part extends Pick<PupilFunction, 'wavefrontMm' | 'amplitude' | 'uneven'>>(
  pupil: Part,
  q: number,
): Part => ({
  ...pupil,
  wavefrontMm: atFixed(pupil.wavefrontMm, q),
  amplitude: atFixed(pupil.amplitude, q),
  ...(pupil.uneven && { uneven: onLine(pupil.uneven, q) }),
});

/**
 * Autocorrelation ∫ P(x + shift/2)·P*(x − shift/2) of the pupil function, up to a constant factor;
 * shift in units of `scale`.
 */
function correlation(
  pupil: PupilFunction,
  shift: number,
  direction: number,
  samples: number,
): Transfer {
  let [real, imaginary] = [0, 0];
  eachPair(pupil, shift, direction, samples, (weight, phase) => {
    real += weight * Math.cos(phase);
    imaginary += weight * Math.sin(phase);
  });
  return [real, imaginary];
}

/**
 * Calls `visit` for each pair of points of the pupil that lie `shift` apart, with the product of
 * their amplitudes, the difference of their phases, and the points as p, q and p, q.
 */
function eachPair(
  pupil: PupilFunction,
  shift: number,
  direction: number,
  least: number,
  visit: (weight: number, phase: number, points: readonly [number, number, number, number]) => void,
): void {
  const { wavelengthMm } = pupil;
  const reach = reachOf(pupil);
  if (shift >= 2 * reach) return;
  const samples = samplesAcross(pupil, least);
  const cell = (2 * reach) / samples;
  const [halfP, halfQ] = [(Math.sin(direction) * shift) / 2, (Math.cos(direction) * shift) / 2];
  const wavenumber = (2 * Math.PI) / wavelengthMm;
  const coverage = coverageOf(pupil, cell);
  for (let row = 0; row < samples; row += 1) {
    const q = (row + 0.5) * cell - reach;
    const [line, otherLine] = [onLine(pupil, q + halfQ), onLine(pupil, q - halfQ)];
    for (let column = 0; column < samples; column += 1) {
      const p = (column + 0.5) * cell - reach;
      const share = Math.min(coverage(p + halfP, q + halfQ), coverage(p - halfP, q - halfQ));
      if (share === 0) continue;
      const points = [p + halfP, q + halfQ, p - halfP, q - halfQ] as const;
      const weight =
        share *
        amplitudeAt(line, points[0], points[1]) *
        amplitudeAt(otherLine, points[2], points[3]);
      const phase =
        wavenumber *
        (wavefrontAt(line, points[0], points[1]) - wavefrontAt(otherLine, points[2], points[3]));
      visit(weight, phase, points);
    }
  }
}

/**
 * Optical transfer at equally spaced frequencies, from 0 to where the lens passes nothing any more.
 */
export interface TransferCurve {
  /** Line pairs per mm from one value to the next. */
  readonly step: number;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

const FEWEST_SAMPLES = 64;
const MOST_SAMPLES = 256;

/**
 * Optical transfer function in one direction, at all frequencies at once: the pupil is sampled
 * along that direction, and its correlation taken at shifts of whole samples.
 *
 * @param direction as in `modulationTransfer`.
 */
export function transferCurve(pupil: PupilFunction, direction: number): TransferCurve {
  const { wavelengthMm, scale, extentMm, points } = pupil;
  const reach = reachOf(pupil);
  if (points) return pointCurve(points, (2 * reach * scale) / wavelengthMm, direction);
  // The phase of the blur changes by less than a radian from one sample to the next.
  const wanted = Math.ceil((4 * Math.PI * scale * reach * extentMm) / wavelengthMm);
  const samples = samplesAcross(pupil, Math.min(MOST_SAMPLES, Math.max(FEWEST_SAMPLES, wanted)));
  const cell = (2 * reach) / samples;
  const [alongP, alongQ] = [Math.sin(direction), Math.cos(direction)];
  const wavenumber = (2 * Math.PI) / wavelengthMm;
  const [real, imaginary] = [new Float64Array(samples + 1), new Float64Array(samples + 1)];
  const [lineReal, lineImaginary] = [new Float64Array(samples), new Float64Array(samples)];
  const coverage = coverageOf(pupil, cell);
  let power = 0;
  for (let row = 0; row < samples; row += 1) {
    const aside = (row + 0.5) * cell - reach;
    let [first, last] = [samples, -1];
    for (let i = 0; i < samples; i += 1) {
      const along = (i + 0.5) * cell - reach;
      const [p, q] = [along * alongP + aside * alongQ, along * alongQ - aside * alongP];
      const share = coverage(p, q);
      if (share === 0) continue;
      const amplitude = amplitudeAt(pupil, p, q);
      const weight = share * amplitude;
      const phase = wavenumber * wavefrontAt(pupil, p, q);
      lineReal[i] = weight * Math.cos(phase);
      lineImaginary[i] = weight * Math.sin(phase);
      // A sample that the edge cuts has all of its light where the pupil is its own partner.
      power += weight * amplitude;
      if (last < 0) first = i;
      last = i;
    }
    for (let shift = 0; shift <= last - first; shift += 1) {
      let [sumReal, sumImaginary] = [real[shift]!, imaginary[shift]!];
      for (let i = first; i + shift <= last; i += 1) {
        const a = lineReal[i + shift]!;
        const b = lineImaginary[i + shift]!;
        const c = lineReal[i]!;
        const d = lineImaginary[i]!;
        sumReal += a * c + b * d;
        sumImaginary += b * c - a * d;
      }
      real[shift] = sumReal;
      imaginary[shift] = sumImaginary;
    }
    lineReal.fill(0);
    lineImaginary.fill(0);
  }
  real[0] = power;
  const step = (cell * scale) / wavelengthMm;
  const share = (value: number, i: number): number =>
    (value * coreTransfer(pupil.core, i * step, direction)) / power;
  return { step, real: real.map(share), imaginary: imaginary.map(share) };
}

/** The curve of pictures of points, up to a frequency. */
function pointCurve(points: PointLight, cutoff: number, direction: number): TransferCurve {
  const step = cutoff / FEWEST_SAMPLES;
  const values = Array.from({ length: FEWEST_SAMPLES + 1 }, (_, i) =>
    pointTransfer(points, i * step, direction),
  );
  return {
    step,
    real: Float64Array.from(values, ([real]) => real),
    imaginary: Float64Array.from(values, ([, imaginary]) => imaginary),
  };
}

/** Value of a curve at a frequency, line pairs per mm, by cubic interpolation. */
export function transferOnCurve(
  { step, real, imaginary }: TransferCurve,
  frequency: number,
): Transfer {
  const place = frequency / step;
  const i = Math.floor(place);
  if (i >= real.length - 1) return [0, 0];
  const t = place - i;
  // The real part is even, the imaginary part odd; beyond the end both are 0.
  const at = (values: Float64Array, parity: 1 | -1): number => {
    const sampleAt = (k: number): number => (k < 0 ? parity * values[-k]! : (values[k] ?? 0));
    const [a, b, c, d] = [sampleAt(i - 1), sampleAt(i), sampleAt(i + 1), sampleAt(i + 2)];
    return b + (t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))) / 2;
  };
  return [at(real, 1), at(imaginary, -1)];
}

/** Modulation of a round pupil without aberrations at a share of its cut-off frequency. */
export const perfectModulation = (share: number): number =>
  share >= 1 ? 0 : (2 / Math.PI) * (acos(share) - share * Math.sqrt(1 - share ** 2));
