import { log, pow, sin } from '../../quantities/elementary.ts';

/** Scatter of a whole lens (docs/reference/depth.md#scatter). */
export interface Scatter {
  /** Share of the light that is scattered, 0 to 0.5. */
  readonly share: number;
  /** Angle at which the density begins to fall, radians. */
  readonly shoulder: number;
  /** Power of the direction cosine by which it falls beyond, above 0. */
  readonly slope: number;
}

export const USUAL_SHOULDER_DEGREES = 0.5;
export const USUAL_SLOPE = 1.5;

/** Below this power the integral is summed as a series: its closed form would lose digits. */
const NEARLY_LOGARITHM = 1e-4;

/** Where scattered light falls on the image plane, as a density whose sum is 1. */
export interface ScatterKernel {
  /** Distance from the middle at which it begins to fall. */
  readonly shoulderMm: number;
  /** In the middle, 1/mm². */
  readonly peak: number;
  /** At a distance from the undeviated ray, mm; 1/mm². */
  readonly densityAt: (radiusMm: number) => number;
  /** Share within a distance, mm. */
  readonly shareWithin: (radiusMm: number) => number;
}

/**
 * Harvey and Shack's scatter in direction cosines: C (1 + (r/(f l))²)^(−s/2) as far as r = f, where
 * the direction cosine is 1, l being the sine of the shoulder.
 *
 * @param focalLengthMm f.
 * @see J. E. Harvey, "Light-scattering characteristics of optical surfaces", 1976.
 */
export function scatterKernel(
  { shoulder, slope }: Omit<Scatter, 'share'>,
  focalLengthMm: number,
): ScatterKernel {
  const scale = focalLengthMm * sin(shoulder);
  const power = 1 - slope / 2;
  /** Integral of the density over 2π C scale², up to a radius. */
  const within = (radiusMm: number): number => {
    const base = 1 + (radiusMm / scale) ** 2;
    if (Math.abs(power) > NEARLY_LOGARITHM) return (pow(base, power) - 1) / (2 * power);
    const growth = log(base);
    return (growth / 2) * (1 + (power * growth) / 2 + (power * growth) ** 2 / 6);
  };
  const whole = within(focalLengthMm);
  const peak = 1 / (2 * Math.PI * scale * scale * whole);
  return {
    shoulderMm: scale,
    peak,
    densityAt: (radiusMm) =>
      radiusMm > focalLengthMm ? 0 : peak * pow(1 + (radiusMm / scale) ** 2, -slope / 2),
    shareWithin: (radiusMm) => within(Math.min(radiusMm, focalLengthMm)) / whole,
  };
}

/** Scattered radiance in the middle over the irradiance of the undeviated light, 1/sr. */
export const scatterPeakPerSr = (
  share: number,
  { peak }: ScatterKernel,
  focalLengthMm: number,
): number => share * peak * focalLengthMm ** 2;

/**
 * Veiling glare index (ISO 9358:1994): the light in the middle of a black disc in an even disc of
 * light over the light there without the black one, by scatter alone; 0 to 1.
 *
 * @param blackMm radius of the image of the black disc.
 * @param fieldMm radius of the image of the even disc.
 */
export function veilingGlareIndex(
  share: number,
  { shareWithin }: ScatterKernel,
  blackMm: number,
  fieldMm: number,
): number {
  const field = shareWithin(fieldMm);
  return (share * (field - shareWithin(blackMm))) / (1 - share + share * field);
}
