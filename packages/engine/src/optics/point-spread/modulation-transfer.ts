import { coverage, type PupilFunction } from './pupil-function.ts';
import { evaluate } from './polynomial-fit.ts';

/** Samples across the pupil unless given. */
const SAMPLES = 96;

/** Value of an optical transfer function. */
export type Transfer = readonly [real: number, imaginary: number];

/**
 * Modulation transfer function: modulus of the optical transfer function, the autocorrelation of the pupil function at the shift
 * wavelength·frequency.
 *
 * @param frequencies line pairs per mm on the sensor.
 * @param direction of the frequency, radians from the direction of the field: 0 is tangential (lines across the field), π/2 sagittal.
 * @returns one value from 0 to 1 per frequency.
 * @see J. W. Goodman, Introduction to Fourier Optics, section 6.3.
 */
export const modulationTransfer = (
  pupil: PupilFunction,
  frequencies: readonly number[],
  direction: number,
): number[] => opticalTransfer(pupil, frequencies, direction).map((value) => Math.hypot(...value));

/**
 * Optical transfer function, with the chief ray's image as its origin: a point that lies d mm from there in the direction of the frequency
 * has the phase −2π·frequency·d.
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
  const [power] = correlation(pupil, 0, direction, samples);
  return frequencies.map((frequency) => {
    const shift = (pupil.wavelengthMm * frequency) / pupil.scale;
    const [real, imaginary] = correlation(pupil, shift, direction, samples);
    return [real / power, imaginary / power];
  });
}

/** Autocorrelation ∫ P(x + shift/2)·P*(x − shift/2) of the pupil function, up to a constant factor; shift in units of `scale`. */
function correlation(
  pupil: PupilFunction,
  shift: number,
  direction: number,
  samples: number,
): Transfer {
  const { wavefrontMm, amplitude, edge, wavelengthMm } = pupil;
  const reach = Math.max(...edge);
  if (shift >= 2 * reach) return [0, 0];
  const cell = (2 * reach) / samples;
  const [halfP, halfQ] = [(Math.sin(direction) * shift) / 2, (Math.cos(direction) * shift) / 2];
  const wavenumber = (2 * Math.PI) / wavelengthMm;
  let [real, imaginary] = [0, 0];
  for (let row = 0; row < samples; row += 1) {
    const q = (row + 0.5) * cell - reach;
    for (let column = 0; column < samples; column += 1) {
      const p = (column + 0.5) * cell - reach;
      const share = Math.min(
        coverage(pupil, p + halfP, q + halfQ, cell),
        coverage(pupil, p - halfP, q - halfQ, cell),
      );
      if (share === 0) continue;
      const weight =
        share *
        evaluate(amplitude, p + halfP, q + halfQ) *
        evaluate(amplitude, p - halfP, q - halfQ);
      const phase =
        wavenumber *
        (evaluate(wavefrontMm, p + halfP, q + halfQ) - evaluate(wavefrontMm, p - halfP, q - halfQ));
      real += weight * Math.cos(phase);
      imaginary += weight * Math.sin(phase);
    }
  }
  return [real, imaginary];
}
