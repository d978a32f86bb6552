import { measurementNamed, type Measurement } from '../measurements/list.ts';

/** A measurement in sentences; none where it is for plots only. */
export function measurementLines(measurement: Measurement): readonly string[] {
  const descriptor = measurementNamed(measurement.name);
  if (!descriptor.lines) return [];
  return 'problem' in measurement
    ? [`${descriptor.label}: no figure, because ${measurement.problem}`]
    : descriptor.lines(measurement);
}

/** What the last line of the log has of each measurement, by its name. */
export const measurementsInShort = (
  measurements: readonly Measurement[],
): Partial<Record<Measurement['name'], string>> =>
  Object.fromEntries(
    measurements.flatMap((measurement) => {
      const text =
        'problem' in measurement
          ? undefined
          : measurementNamed(measurement.name).inShort?.(measurement);
      return text === undefined ? [] : [[measurement.name, text] as const];
    }),
  );
