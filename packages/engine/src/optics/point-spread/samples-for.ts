import type { PupilFunction } from './pupil-function.ts';

/** How much finer than the limit at which the sum over the pupil repeats itself inside the window. */
const MARGIN = 1.15;

/**
 * Samples across the pupil that keep the repetitions of a Debye sum out of sight: they lie wavelength/step apart,
 * and must stay beyond the window and the blur that reaches into it.
 *
 * @param halfWidthMm largest distance looked at from the chief ray's image, mm.
 */
export function samplesFor(
  { scale, wavelengthMm, edge, extentMm }: PupilFunction,
  halfWidthMm: number,
): number {
  return (
    2 *
    Math.ceil(
      (MARGIN * scale * Math.max(...edge) * (halfWidthMm + Math.max(halfWidthMm, extentMm))) /
        wavelengthMm,
    )
  );
}
