import type { LabCurve, LabFigure } from '@lumenloom/contract';
import { meanOf } from '@lumenloom/engine';
import type { ReadCurve, ReadFigure } from './reading.ts';

/** Standard error of the mean of values; null of fewer than two. */
export function standardErrorOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/**
 * Standard error of an estimate by the jackknife: the estimates without each of some parts.
 *
 * @see B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans (1982), eq. 3.3.
 */
export function jackknifeError(without: readonly number[]): number {
  const mean = meanOf(without);
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt((squares * (without.length - 1)) / without.length);
}

/** Relative differences that are those of rounding alone. */
const ROUNDING = 1e-9;

const areEqual = (values: readonly number[]): boolean => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most - least <= ROUNDING * Math.max(Math.abs(least), Math.abs(most));
};

/** The mean; of equal values their value, without rounding. */
const meanOfReadings = (values: readonly number[]): number =>
  areEqual(values) ? values[0]! : meanOf(values);

/**
 * A figure of a section from its readings, each with a seed of its own: the mean of those that have
 * it, and its standard error.
 *
 * @param alone why one reading has no error.
 */
export function figureOf(
  section: string,
  readings: readonly ReadFigure[],
  alone = 'one seed',
): LabFigure {
  const reached = readings.find(({ value }) => typeof value === 'number') ?? readings[0]!;
  const { key, label, unit, condition, source, error, still } = reached;
  const values = readings.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const truths = readings.flatMap((reading) => (reading.true === null ? [] : [reading.true]));
  const shared = {
    id: `${section}.${key}`,
    label,
    value: values.length > 0 ? meanOfReadings(values) : (readings[0]?.value ?? null),
    unit,
    n: Math.max(1, values.length),
    true: truths.length > 0 ? meanOfReadings(truths) : null,
    condition:
      values.length > 0 && values.length < readings.length
        ? [
            condition,
            `${readings.length - values.length} of ${readings.length} seeds do not reach it`,
          ]
            .filter(Boolean)
            .join('; ')
        : condition,
    source,
  };
  return {
    ...shared,
    ...errorOf(values, error, still ?? (values.length === 1 && !error ? alone : undefined)),
  };
}

function errorOf(
  values: readonly number[],
  error: ReadFigure['error'],
  still: string | undefined,
): Pick<LabFigure, 'standardError' | 'method'> {
  const none = (reason: string) => ({ standardError: null, method: `none: ${reason}` });
  if (still !== undefined) return none(still);
  if (values.length === 0) return none('there is no value');
  if (values.length > 1)
    return areEqual(values)
      ? none('no seed changes it')
      : { standardError: standardErrorOf(values), method: 'seeds' };
  if (error && error.value !== null) return { standardError: error.value, method: error.method };
  return none('its error is not known');
}

/** The mean of a curve over its readings, where each has it. */
export function curveOf(section: string, readings: readonly ReadCurve[]): LabCurve {
  const [{ key, label, x, xUnit, yUnit, true: known }] = readings as [ReadCurve];
  const y = x.map((_, i) => {
    const values = readings.flatMap((reading) => {
      const value = reading.y[i];
      return typeof value === 'number' && Number.isFinite(value) ? [value] : [];
    });
    return values.length === readings.length ? meanOf(values) : null;
  });
  const clean = (values: readonly (number | null)[]) =>
    values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
  return {
    id: `${section}.${key}`,
    label,
    x: [...x],
    y,
    xUnit,
    yUnit,
    true: known && clean(known),
  };
}
