import type { Measurement } from '../run/run-store.ts';

/** The measurement of a name, or why there is none. */
export type Measured<Name extends Measurement['name']> = Extract<
  Measurement,
  { readonly name: Name }
>;

/** The measurement of a run with a name; undefined where its scene does not allow it. */
export const measurementOf = <Name extends Measurement['name']>(
  measurements: readonly Measurement[],
  wanted: Name,
): Measured<Name> | undefined =>
  measurements.find((measurement): measurement is Measured<Name> => measurement.name === wanted);
