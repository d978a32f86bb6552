import {
  measurementNamed,
  type Figure,
  type Measurement,
  type MeasurementName,
  type MeasurementOf,
} from '@lumenloom/engine/catalogue';
import type { Report } from '../../model/run/run-store.ts';

/** The measurement of a name, or why there is none. */
export type Measured<Name extends MeasurementName> = MeasurementOf<Name>;

/** The measurement of a run with a name; undefined where its scene does not allow it. */
export const measurementOf = <Name extends MeasurementName>(
  measurements: readonly Measurement[],
  wanted: Name,
): Measured<Name> | undefined =>
  measurements.find((measurement) => measurement.name === wanted) as Measured<Name> | undefined;

/** Why no colours are measured of a sensor; undefined of Bayer's, and without one. */
export function unmeasuredSensor(report: Report | undefined): string | undefined {
  const channels = report?.sensor?.channels;
  return (
    channels &&
    `The colours of Bayer sensors are measured; this one ${channels.join() === 'white' ? 'is mono' : `has the colours ${channels.join(', ')}`}.`
  );
}

/** The figures of a measurement for its table, the main one first. */
export const figuresOf = (measurement: Measurement): readonly Figure[] =>
  'problem' in measurement ? [] : (measurementNamed(measurement.name).figures?.(measurement) ?? []);
