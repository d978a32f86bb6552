import type { Report } from '../../model/run/run-store.ts';

type Sensor = NonNullable<Report['sensor']>;

/** The plot begins this many stops below saturation. */
const STOPS = 12;
const STEPS_PER_STOP = 4;

/** Terms of the noise that have fields of their own, or grow with the signal. */
const OF_THE_FIELDS = new Set(['shot', 'read', 'DSNU', 'PRNU']);

/** Signal of a pixel, stops from saturation. */
export const stopsOf = (electrons: number, { saturationElectrons }: Sensor): number =>
  Math.log2(electrons / saturationElectrons);

/**
 * Signal-to-noise ratio of a pixel against its signal: photon noise, read noise, DSNU, PRNU, and
 * what else the report has in its ratios, as in the dark (docs/reference/measuring.md#emva1288).
 *
 * @returns x in stops from saturation, y in dB.
 */
export function noiseCurve(sensor: Sensor): {
  readonly x: readonly number[];
  readonly y: readonly number[];
} {
  const { readNoiseElectrons, dsnuElectrons, prnuPercent, saturationElectrons } = sensor;
  const others = (sensor.noiseTerms ?? []).reduce(
    (sum, { name, darkElectrons, isInSnr }) =>
      isInSnr && !OF_THE_FIELDS.has(name) ? sum + darkElectrons ** 2 : sum,
    0,
  );
  const x = Array.from(
    { length: STOPS * STEPS_PER_STOP + 1 },
    (_, step) => step / STEPS_PER_STOP - STOPS,
  );
  const y = x.map((stops) => {
    const electrons = saturationElectrons * 2 ** stops;
    const variance =
      readNoiseElectrons ** 2 +
      dsnuElectrons ** 2 +
      electrons +
      ((prnuPercent / 100) * electrons) ** 2 +
      others;
    return 20 * Math.log10(electrons / Math.sqrt(variance));
  });
  return { x, y };
}

/** Luminance, 1 for white, of CIE L*. Source: CIE 15:2018, section 8.2.1. */
export const luminanceOf = (lightness: number): number =>
  lightness > 8 ? ((lightness + 16) / 116) ** 3 : (lightness * 27) / 24389;
