import { exp } from '../../quantities/elementary.ts';

/** A Gaussian through which light is blurred besides: variances on the sensor. */
export interface Core {
  /** Along the field. */
  readonly alongMm2: number;
  readonly acrossMm2: number;
}

/** Standard deviations that a core reaches: less than 1e-4 of the light goes further. */
const CORE_REACH = 4;

/** How far a core reaches, mm. */
export const coreReachMm = (core: Core | undefined): number =>
  core ? CORE_REACH * Math.sqrt(Math.max(core.alongMm2, core.acrossMm2)) : 0;

/**
 * Contrast that a core passes.
 *
 * @param frequency line pairs per mm.
 * @param direction radians from the direction of the field.
 */
export function coreTransfer(core: Core | undefined, frequency: number, direction: number): number {
  if (!core) return 1;
  const [along, across] = [frequency * Math.cos(direction), frequency * Math.sin(direction)];
  return exp(
    -2 * Math.PI ** 2 * (core.alongMm2 * along * along + core.acrossMm2 * across * across),
  );
}

/** A place beside the middle of a core and the share of the light there. */
export interface CoreShift {
  readonly atMm: number;
  readonly weight: number;
}

/**
 * A Gaussian along a line as equally spaced places: light without higher frequencies than `cutoff`
 * is blurred by them as by the Gaussian, to 1e-4.
 *
 * @param cutoff cycles per mm.
 */
export function coreShifts(variance: number, cutoff: number): readonly CoreShift[] {
  if (!(variance > 0)) return [{ atMm: 0, weight: 1 }];
  const deviation = Math.sqrt(variance);
  // The spectrum of the places repeats at 1/step, beyond what the light has.
  const step = 1 / (cutoff + SPECTRUM / (2 * Math.PI * deviation));
  const count = Math.ceil((CORE_REACH * deviation) / step);
  const shifts = Array.from({ length: 2 * count + 1 }, (_, i) => {
    const atMm = (i - count) * step;
    return { atMm, weight: exp(-(atMm * atMm) / (2 * variance)) };
  });
  const sum = shifts.reduce((total, { weight }) => total + weight, 0);
  return shifts.map(({ atMm, weight }) => ({ atMm, weight: weight / sum }));
}

/** Deviations of its spectrum at which a Gaussian passes 1e-4. */
const SPECTRUM = 4.3;
