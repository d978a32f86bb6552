import { limitProblem, type NumberField } from '../../field-descriptor.ts';
import { fail, numberIn, type Table } from '../../text/json-fields.ts';

/** Limits of a number in a sensor file. */
type Limits = Partial<Pick<NumberField, 'min' | 'above' | 'max' | 'whole' | 'unit'>>;

/**
 * A number of a sensor file within its limits.
 *
 * @param fallback where the file leaves it out; without one the number must be there.
 * @throws SimulationError naming the field.
 */
export function limited(
  from: Table,
  key: string,
  path: string,
  limits: Limits,
  fallback?: number,
): number {
  if (from[key] === undefined && fallback !== undefined) return fallback;
  const value = numberIn(from, key, path, path === '' ? 'The sensor' : path);
  checkLimits(value, key, path === '' ? key : `${path}.${key}`, limits);
  return value;
}

/** @throws SimulationError where a number breaks a limit. */
export function checkLimits(value: number, label: string, field: string, limits: Limits): void {
  const problem = limitProblem({ unit: '', ...limits, label }, value);
  if (problem !== undefined) fail(field, problem);
}

/** One of the named choices. */
export function oneOf<Choice extends string>(
  from: Table,
  key: string,
  path: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  if (from[key] === undefined) return fallback;
  const chosen = choices.find((choice) => choice === from[key]);
  const label = key === 'direction' ? key : `${path}.${key}`;
  return chosen ?? fail(`${path}.${key}`, `${label} must be one of ${choices.join(', ')}.`);
}

/** A list of finite numbers. */
export function numbersOf(value: unknown, field: string, length?: number): readonly number[] {
  const isList =
    Array.isArray(value) &&
    (length === undefined || value.length === length) &&
    value.every((entry) => typeof entry === 'number' && Number.isFinite(entry));
  return isList
    ? (value as readonly number[])
    : fail(
        field,
        `${field} must be a list of ${length === undefined ? 'numbers' : `${length} numbers`}.`,
      );
}
