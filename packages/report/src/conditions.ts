/** Under which conditions a run was computed, as far as reports show them. */
export interface ShownConditions {
  readonly exposureSeconds: number | null;
  readonly gainTimes: number | null;
  /** Width and height that the camera sees of the object. */
  readonly fieldMm: readonly [number, number] | null;
  readonly clippedPercent: number | null;
  /** 'enough: 12.1 px of 4', or what is missing. */
  readonly verdict?: string | undefined;
  /** Figures of the sensor that no source gives, with the reason of each. */
  readonly assumed?: readonly string[] | undefined;
}

interface Computed {
  readonly conditions?: ShownConditions | undefined;
}

/** Of the pixels of a channel, %. */
const MOST_CLIPPED = 1;

/** Figures that no pixel is needed for. */
const GEOMETRY = /^(object|optics|scene)\./;

/** Whether a figure of a run comes from saturated pixels. */
export const isClipped = ({ conditions }: Computed, figure: string): boolean =>
  (conditions?.clippedPercent ?? 0) > MOST_CLIPPED && !GEOMETRY.test(figure);

const threeDigits = (value: number): number => Number(value.toPrecision(3));
const MS = 1e3;

const fieldOf = ({ fieldMm }: ShownConditions): string | null =>
  fieldMm && fieldMm.map(threeDigits).join(' × ');

/** Columns of a table of runs. */
const COLUMNS = {
  'conditions.exposure': {
    name: 'Exposure, ms',
    of: ({ exposureSeconds: seconds }: ShownConditions) =>
      seconds === null ? null : threeDigits(MS * seconds),
  },
  'conditions.gain': {
    name: 'Gain',
    of: ({ gainTimes }: ShownConditions) => gainTimes && threeDigits(gainTimes),
  },
  'conditions.field': { name: 'Field, mm', of: fieldOf },
} as const;
type ConditionColumn = keyof typeof COLUMNS;

const isColumn = (code: string): code is ConditionColumn => code in COLUMNS;

/** The name of a column; undefined where it is none of these. */
export const conditionName = (code: string): string | undefined =>
  isColumn(code) ? COLUMNS[code].name : undefined;

/** The cell of a run; undefined where the column is none of these. */
export const conditionOf = ({ conditions }: Computed, code: string): unknown =>
  isColumn(code) && conditions ? COLUMNS[code].of(conditions) : undefined;

/** The columns that any of the runs can fill. */
export const conditionColumns = (runs: readonly Computed[]): readonly string[] =>
  Object.keys(COLUMNS).filter((code) =>
    runs.some((run) => (conditionOf(run, code) ?? null) !== null),
  );

/** 'exposure 20 ms, gain 1, field 406 × 339 mm, clipped 7.2 %'; '' where nothing is known. */
export function conditionsInWords(run: Computed): string {
  const { conditions } = run;
  if (!conditions) return '';
  const { exposureSeconds: seconds, gainTimes, clippedPercent } = conditions;
  const field = fieldOf(conditions);
  return [
    ...(seconds === null ? [] : [`exposure ${threeDigits(MS * seconds)} ms`]),
    ...(gainTimes === null ? [] : [`gain ${threeDigits(gainTimes)}`]),
    ...(field === null ? [] : [`field ${field} mm`]),
    ...((clippedPercent ?? 0) > MOST_CLIPPED ? [`clipped ${threeDigits(clippedPercent!)} %`] : []),
  ].join(', ');
}
