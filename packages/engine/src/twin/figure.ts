/** How a figure of a twin is known. */
export type FigureStatus = 'measured' | 'assumed' | 'not determined';

/** A figure of a twin. */
export interface TwinFigure {
  readonly value: number | null;
  /** 95 %; null where none is known. */
  readonly interval: readonly [number, number] | null;
  readonly unit: string;
  readonly status: FigureStatus;
  /** Files from which it was taken. */
  readonly from: readonly string[];
  readonly note: string;
}

export type TwinFigures = Readonly<Record<string, TwinFigure>>;

/** z of a 95 % interval. */
const Z95 = 1.959963984540054;

/** Where a figure comes from and what is said of it. */
export interface FigureSource {
  readonly unit: string;
  readonly from: readonly string[];
  readonly note?: string;
  /** It cannot be below this. */
  readonly least?: number;
}

/** @param error one standard deviation, in the unit of the value. */
export function measuredFigure(
  value: number,
  error: number,
  { unit, from, note = '', least = -Infinity }: FigureSource,
): TwinFigure {
  const half = Z95 * error;
  return {
    value,
    interval: [Math.max(least, value - half), Math.max(least, value + half)],
    unit,
    status: 'measured',
    from,
    note,
  };
}

/**
 * The root of a variance that noise may have made negative, with the interval of the variance
 * carried through.
 */
export function rootFigure(variance: number, error: number, source: FigureSource): TwinFigure {
  const root = (value: number): number => Math.sqrt(Math.max(value, 0));
  return {
    value: root(variance),
    interval: [root(variance - Z95 * error), root(Math.max(variance, 0) + Z95 * error)],
    unit: source.unit,
    status: 'measured',
    from: source.from,
    note: source.note ?? '',
  };
}

export const assumedFigure = (value: number, unit: string, note: string): TwinFigure => ({
  value,
  interval: null,
  unit,
  status: 'assumed',
  from: [],
  note,
});

/** @param note why. */
export const undeterminedFigure = (
  unit: string,
  note: string,
  from: readonly string[] = [],
): TwinFigure => ({ value: null, interval: null, unit, status: 'not determined', from, note });

/** Half of the interval over the value; undefined where either is not known. */
export const relativeHalf = ({ value, interval }: TwinFigure): number | undefined =>
  value === null || interval === null || value === 0
    ? undefined
    : (interval[1] - interval[0]) / 2 / Math.abs(value);
