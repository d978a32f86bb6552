import { intervalOf, minus, quantile, type Interval } from './bootstrap.ts';
import { drawImages } from './draws.ts';
import { risingFit } from './isotonic.ts';
import { groupsOf, spearman, spearmanOf } from './ranks.ts';

/** Cameras as rows; null where one has no such number. */
export interface PredictionTable {
  readonly score: readonly (number | null)[];
  readonly figures: ReadonlyMap<string, readonly (number | null)[]>;
  /** What was varied between the cameras. */
  readonly factors: ReadonlyMap<string, readonly (number | string)[]>;
  /** Rows that no fit sees. */
  readonly isTest: readonly boolean[];
}

/** How a fitted score meets the real one. */
interface Fit {
  readonly n: number;
  /** Spearman of both; null where one of them is the same everywhere. */
  readonly rho: number | null;
  /** In the unit of the score. */
  readonly rmse: number | null;
}

/** What a figure tells of the score; the keys are published. */
export interface FigurePrediction {
  readonly figure: string;
  readonly n: number;
  readonly missing: number;
  readonly spearman: number | null;
  /** 95 %, percentiles over draws of cameras. */
  readonly interval: Interval | null;
  /** On the test rows, fitted on the others; `r2` against the mean of the others. */
  readonly test: Fit & { readonly r2: number | null };
  /** On the rows of a value of a factor, fitted on all others. */
  readonly leaveOneOut: readonly (Fit & { readonly factor: string; readonly value: string })[];
  /** Mean Spearman inside the values of each factor, weighted by rows. */
  readonly within: Readonly<Record<string, number | null>>;
}

/** Second less first, of the absolute rank correlations. */
export interface PredictionDifference {
  readonly first: string;
  readonly second: string;
  readonly value: number | null;
  readonly interval: Interval | null;
}

export interface Prediction {
  readonly rows: number;
  readonly train: number;
  readonly test: number;
  /** By falling absolute rank correlation. */
  readonly figures: readonly FigurePrediction[];
  readonly differences: readonly PredictionDifference[];
}

/** Numbers with more values than these are put into quarters. */
const MOST_VALUES = 8;

/** Rows in which a figure and the score are numbers. */
interface Pairs {
  readonly rows: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** A figure, and its rank correlation in each draw of cameras. */
interface Drawn {
  readonly prediction: FigurePrediction;
  readonly draws: readonly (number | null)[];
}

/**
 * Which figure of a camera predicts a score, and how well for cameras that no fit has met.
 *
 * @param draws of cameras with return, for the intervals; 0: none.
 * @param seed of the draws, a whole number from 0 to 2^32 - 1.
 * @see docs/reference/lab.md#prediction
 */
export function predictScore(
  table: PredictionTable,
  { draws, seed }: { readonly draws: number; readonly seed: number },
): Prediction {
  const rows = table.score.length;
  const factors = new Map(
    [...table.factors].map(([factor, values]) => [factor, labelsOf(values)] as const),
  );
  const times = new Uint32Array(rows);
  const drawn = [...table.figures]
    .map(([figure, values]): Drawn => {
      const pairs = pairsOf(table.score, values);
      const [x, y] = [groupsOf(pairs.x), groupsOf(pairs.y)];
      const correlations = Array.from({ length: draws }, (_, draw) => {
        drawImages([seed, 0], draw, times);
        return spearmanOf(
          x,
          y,
          Uint32Array.from(pairs.rows, (row) => times[row]!),
        );
      });
      return {
        prediction: {
          figure,
          n: pairs.rows.length,
          missing: rows - pairs.rows.length,
          spearman: spearman(pairs.x, pairs.y),
          interval: intervalOf(correlations),
          ...fitsOf(pairs, table.isTest, factors),
        },
        draws: correlations,
      };
    })
    .sort((a, b) => (sizeOf(b.prediction.spearman) ?? 0) - (sizeOf(a.prediction.spearman) ?? 0));
  const test = table.isTest.filter(Boolean).length;
  return {
    rows,
    train: rows - test,
    test,
    figures: drawn.map(({ prediction }) => prediction),
    differences: drawn.flatMap((first, i) =>
      drawn.slice(i + 1).map((second) => differenceOf(first, second)),
    ),
  };
}

const sizeOf = (correlation: number | null): number | null =>
  correlation === null ? null : Math.abs(correlation);

const differenceOf = (first: Drawn, second: Drawn): PredictionDifference => ({
  first: first.prediction.figure,
  second: second.prediction.figure,
  value: minus(sizeOf(second.prediction.spearman), sizeOf(first.prediction.spearman)),
  interval: intervalOf(
    first.draws.map((value, draw) => minus(sizeOf(second.draws[draw]!), sizeOf(value))),
  ),
});

function pairsOf(score: readonly (number | null)[], values: readonly (number | null)[]): Pairs {
  const rows = score.flatMap((y, row) => (y === null || values[row] === null ? [] : [row]));
  return {
    rows,
    x: rows.map((row) => values[row]!),
    y: rows.map((row) => score[row]!),
  };
}

const chosen = ({ rows, x, y }: Pairs, isChosen: (row: number) => boolean): Pairs => {
  const at = [...rows.keys()].filter((i) => isChosen(rows[i]!));
  return { rows: at.map((i) => rows[i]!), x: at.map((i) => x[i]!), y: at.map((i) => y[i]!) };
};

function fitsOf(
  pairs: Pairs,
  isTest: readonly boolean[],
  factors: ReadonlyMap<string, readonly string[]>,
): Pick<FigurePrediction, 'test' | 'leaveOneOut' | 'within'> {
  const train = chosen(pairs, (row) => !isTest[row]!);
  const test = chosen(pairs, (row) => isTest[row]!);
  const { errors, ...fit } = fitOn(train, test);
  const mean = meanOf(train.y);
  const spread = test.y.reduce((sum, y) => sum + (y - mean) ** 2, 0);
  return {
    test: { ...fit, r2: errors !== null && spread > 0 ? 1 - errors / spread : null },
    leaveOneOut: [...factors].flatMap(([factor, labels]) =>
      valuesOf(labels).map((value) => {
        const { n, rho, rmse } = fitOn(
          chosen(pairs, (row) => labels[row] !== value),
          chosen(pairs, (row) => labels[row] === value),
        );
        return { factor, value, n, rho, rmse };
      }),
    ),
    within: Object.fromEntries(
      [...factors].map(([factor, labels]) => [factor, meanInside(pairs, labels)]),
    ),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A fit on some pairs as it meets others; `errors` is the sum of their squares. */
function fitOn(known: Pairs, met: Pairs): Fit & { readonly errors: number | null } {
  const n = met.rows.length;
  if (n === 0 || known.rows.length === 0) return { n, rho: null, rmse: null, errors: null };
  // On minus the figure where the score falls with it.
  const sign = (spearman(known.x, known.y) ?? 0) >= 0 ? 1 : -1;
  const fit = risingFit(
    known.x.map((x) => sign * x),
    known.y,
  );
  const predicted = met.x.map((x) => fit(sign * x));
  const errors = predicted.reduce((sum, value, i) => sum + (value - met.y[i]!) ** 2, 0);
  return { n, rho: spearman(predicted, met.y), rmse: Math.sqrt(errors / n), errors };
}

function meanInside(pairs: Pairs, labels: readonly string[]): number | null {
  let [sum, rows] = [0, 0];
  for (const value of valuesOf(labels)) {
    const inside = chosen(pairs, (row) => labels[row] === value);
    const correlation = spearman(inside.x, inside.y);
    if (correlation === null) continue;
    sum += inside.rows.length * correlation;
    rows += inside.rows.length;
  }
  return rows > 0 ? sum / rows : null;
}

/** Different labels: numbers by size, others by the alphabet. */
const valuesOf = (labels: readonly string[]): readonly string[] =>
  [...new Set(labels)].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));

/** The value of each row in words: as it is, or q1 to q4 for numbers of many values. */
function labelsOf(values: readonly (number | string)[]): readonly string[] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < values.length || new Set(numbers).size <= MOST_VALUES)
    return values.map(String);
  const sorted = Float64Array.from(numbers).sort();
  const ends = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
  return numbers.map((value) => `q${1 + ends.filter((end) => value > end).length}`);
}
