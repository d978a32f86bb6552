import { DATASET_FIGURES } from '@lumenloom/engine/catalogue';

/** What the view reads of results.json (docs/evaluating.md). */
type Figures = Readonly<Record<string, number | null>>;
type Interval = readonly [low: number, high: number] | null;

interface Column {
  readonly figures: Figures;
  /** Absent from results of earlier versions. */
  readonly intervals?: Readonly<Record<string, Interval>>;
  readonly perClass?: readonly {
    readonly category: string;
    readonly ap: number | null;
    readonly intervals?: { readonly ap: Interval };
  }[];
  /** By the conditions under which the pictures were taken. */
  readonly byPicture?: readonly ConditionFigures[];
  /** Why the figures say nothing; absent where they do. */
  readonly floor?: string;
}

interface ConditionFigures {
  readonly condition: string;
  readonly images: number;
  readonly figures: Figures;
  readonly intervals?: Readonly<Record<string, Interval>>;
  readonly ladder?: readonly Rung[];
  /** Medians over the pictures; null where they have none. */
  readonly exposure?: { readonly seconds: number; readonly stopsFromMeter: number | null } | null;
}

interface Rung {
  readonly stage: string;
  readonly loss: Figures;
}

interface ChangedFigure {
  readonly value: number | null;
  readonly interval: Interval;
}

export interface ScoreResults {
  readonly source: Column;
  readonly cameras: readonly (Column & {
    readonly name: string;
    readonly ladder?: readonly Rung[];
    readonly byCondition?: readonly ConditionFigures[];
  })[];
  /** `to` minus `from`. */
  readonly differences: readonly {
    readonly from: string;
    readonly to: string;
    readonly figures: Readonly<Record<string, ChangedFigure>>;
    readonly perClass?: readonly { readonly ap: ChangedFigure }[];
  }[];
  readonly images: number;
  readonly failed: readonly { readonly image: string; readonly message: string }[];
  readonly warnings: readonly string[];
  /** Sentences; absent from results of earlier versions. */
  readonly answer?: readonly string[];
}

/** The figures that results have, the one that leads first. */
export const figuresIn = ({ source }: ScoreResults): readonly (readonly [string, string])[] =>
  [...DATASET_FIGURES].flatMap(([key, { inPage }]) =>
    inPage !== undefined && typeof source.figures[key] === 'number' ? [[key, inPage] as const] : [],
  );

const bare = (text: string): string => text.replace(/^(-?)0\./, '$1.').replace('-', '−');

/** .412 */
export const score = (value: number | null | undefined): string =>
  typeof value === 'number' ? bare(value.toFixed(3)) : '—';

/** '.401 to .430'; '' where it is not known. */
export const intervalInWords = (ends: Interval | undefined): string =>
  ends ? `${score(ends[0])} to ${score(ends[1])}` : '';

/** '.02 s, 8.1 stops under the meter'. */
export function exposureInWords(exposure: ConditionFigures['exposure']): string {
  if (!exposure) return '';
  const { seconds, stopsFromMeter: stops } = exposure;
  const time = `${bare(String(Number(seconds.toPrecision(3))))} s`;
  if (stops === null) return time;
  const amount = Math.abs(stops).toFixed(1);
  if (Number(amount) === 0) return `${time}, metered`;
  return `${time}, ${amount} stops ${stops < 0 ? 'under' : 'over'} the meter`;
}

/** +.053 */
export const signed = (value: number): string => (value > 0 ? '+' : '') + score(value);

/**
 * First minus second of a pair of cameras, in words: '+.053 (.020 to .080)', or no difference where
 * the 95 % interval holds 0. @param forward second minus first, as results have it.
 */
export function differenceInWords(forward: ChangedFigure | undefined): string {
  if (forward?.value === null || forward === undefined) return '—';
  const value = 0 - forward.value;
  if (!forward.interval) return signed(value);
  const [low, high] = [0 - forward.interval[1], 0 - forward.interval[0]];
  return low > 0 || high < 0
    ? `${signed(value)} (${score(low)} to ${score(high)})`
    : `${signed(value)}, no difference`;
}
