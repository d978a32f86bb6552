import type { PupilFunction } from './pupil-function.ts';

/**
 * Factor by which sampling is finer than the limit at which the repetitions of the sum reach the
 * window.
 */
const MARGIN = 1.15;

/**
 * Samples across the pupil for a Debye sum. The sum is periodic with wavelength over step of the
 * direction cosines; its repetitions must not reach the window in which it is computed.
 *
 * @param halfWidthMm half width of the window, from the chief ray's image.
 * @returns an even number.
 */
export const samplesFor = (pupil: PupilFunction, halfWidthMm: number): number =>
  samplesApart(pupil, halfWidthMm + Math.max(halfWidthMm, pupil.extentMm));

/** The same where only the light of rays must stay outside the window. */
export const fewestSamplesFor = (pupil: PupilFunction, halfWidthMm: number): number =>
  samplesApart(pupil, halfWidthMm + pupil.extentMm);

/**
 * The same for a window that is wider than the blur.
 *
 * @param cutoff highest frequency that the pupil transmits, cycles per mm.
 */
export const samplesWithin = (cutoff: number, halfWidthMm: number): number =>
  2 * MARGIN * cutoff * halfWidthMm;

function samplesApart(
  { scale, wavelengthMm, edge, uneven }: PupilFunction,
  apartMm: number,
): number {
  return (
    2 *
    Math.ceil(
      (MARGIN * scale * Math.max(...edge, ...(uneven?.edge ?? [])) * apartMm) / wavelengthMm,
    )
  );
}
