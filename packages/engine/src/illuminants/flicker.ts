import { sin } from '../quantities/elementary.ts';

/** Light that varies with time around a mean of 1. */
export type FlickerPlan = {
  /** Frequency of the light: 100 for mains of 50 Hz. */
  readonly hertz: number;
  /** 0 to 1. */
  readonly depth: number;
  readonly phaseDegrees: number;
} & ({ readonly kind: 'sine' } | { readonly kind: 'pwm'; readonly duty: number });

/** The sine of a number of turns. */
const sineOfTurns = (turns: number): number => sin(2 * Math.PI * (turns - Math.floor(turns)));

/** What is left of a wave's depth over many periods: `sinc`, of long exposures too. */
const depthLeft = (periods: number): number =>
  periods === 0 ? 1 : sineOfTurns(periods / 2) / (Math.PI * periods);

/**
 * The integral of the flicker's factor over a time, in closed form: a pulse between two exposures
 * is missed as in life.
 *
 * @param from seconds.
 * @param to seconds, not before `from`.
 * @returns seconds of mean light, at most (to − from)/duty.
 * @see docs/reference/sensor-depth.md#flicker
 */
export function flickerSeconds(flicker: FlickerPlan | undefined, from: number, to: number): number {
  const length = to - from;
  if (!flicker || !(length > 0)) return Math.max(0, length);
  const { hertz, depth, phaseDegrees } = flicker;
  const phase = phaseDegrees / 360;
  if (flicker.kind === 'sine')
    return (
      length *
      (1 + depth * depthLeft(hertz * length) * sineOfTurns((hertz * (from + to)) / 2 + phase))
    );
  const { duty } = flicker;
  const lit = (turns: number): number =>
    Math.floor(turns) * duty + Math.min(turns - Math.floor(turns), duty);
  const pulses = lit(hertz * to + phase) - lit(hertz * from + phase);
  return length * (1 - depth) + (depth * pulses) / (duty * hertz);
}

/** Largest relative difference from the mean between rows of a rolling shutter. */
export const rowContrast = ({ depth, hertz }: FlickerPlan, exposureSeconds: number): number =>
  depth * Math.abs(depthLeft(hertz * exposureSeconds));
