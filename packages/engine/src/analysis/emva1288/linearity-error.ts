import { weightedLine } from './weighted-line.ts';

/** A level over the dark, codes, with its standard error, and the photons that made it. */
export interface Signal {
  readonly photons: number;
  readonly mean: number;
  readonly error: number;
}

/**
 * Mean deviation, %, of the signals from the line that is best relative to them, and what noise
 * alone makes of it.
 *
 * @param saturation codes over the dark; signals of 5 to 95 % of it count.
 * @see EMVA 1288 release 4.0, section 6.7
 */
export function linearityError(signals: readonly Signal[], saturation: number) {
  const points = signals.filter(
    ({ mean }) => mean >= 0.05 * saturation && mean <= 0.95 * saturation,
  );
  const line = weightedLine(
    points.map(({ photons, mean }) => ({ x: photons, y: mean, error: mean })),
  );
  const percentOf = (deviation: (point: Signal) => number): number =>
    (100 * points.reduce((sum, point) => sum + deviation(point), 0)) / points.length;
  return {
    value: percentOf(({ photons, mean }) => {
      const expected = line.offset + line.slope * photons;
      return Math.abs(mean - expected) / expected;
    }),
    error: percentOf(({ mean, error }) => error / mean),
  };
}
