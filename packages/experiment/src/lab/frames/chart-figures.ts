import { SimulationError } from '@lumenloom/engine';
import { finite, type ReadCurve, type ReadFigure, type Reading } from '../reading.ts';
import type { ChartFrames, stackOf } from './chart-frames.ts';

export type Stack = ReturnType<typeof stackOf>;
/** What frames of a chart show. @throws SimulationError at a key of its entry. */
export type Reader = (frames: ChartFrames) => Reading;

/** Refuses a key of an entry of the manifest. */
export const fail = (field: string, sentence: string): never => {
  throw new SimulationError('bad-parameter', sentence, field);
};

export const figure = (key: string, label: string, value: unknown, unit: string): ReadFigure => ({
  ...{ key, label, unit, true: null, condition: '', source: 'frames' },
  value: finite(value),
});

export const curve = (
  key: string,
  xy: readonly [x: readonly number[], y: readonly (number | null)[]],
  xUnit: string,
  yUnit: string,
): ReadCurve => ({
  ...{ key, label: 'frames', xUnit, yUnit, true: null },
  ...{ x: xy[0], y: xy[1] },
});

/** The figures of an object by their names and units. */
export const listed = (
  prefix: string,
  found: object,
  names: Readonly<Record<string, readonly [label: string, unit: string]>>,
): readonly ReadFigure[] =>
  Object.entries(names).map(([key, [label, unit]]) =>
    figure(`${prefix}${key}`, label, (found as Readonly<Record<string, unknown>>)[key], unit),
  );

/** A number of `params`. @throws SimulationError where it is none. */
export function numberOf(params: ChartFrames['params'], key: string, usual?: number): number {
  const value = params[key] ?? usual;
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : fail(`params.${key}`, 'must be a number.');
}

/** Refuses keys that a chart does not have. */
export function onlyKeys({ chart, params }: ChartFrames, keys: readonly string[]): void {
  const wrong = Object.keys(params).find((key) => !keys.includes(key));
  if (wrong !== undefined)
    fail(
      `params.${wrong}`,
      keys.length === 0
        ? `${chart} has no params.`
        : `${chart} has no such key: choose ${keys.join(', ')}.`,
    );
}
