import {
  differencesIn,
  numbersIn,
  varianceOf,
  type Bootstrap,
  type Difference,
  type Figures,
  type Interval,
} from './bootstrap.ts';
import { studentQuantile } from './student.ts';

/**
 * Intervals of the form: estimate +- Student's t x standard deviation of the draws. With few images
 * they cover more often than percentiles of the draws (docs/reference/vision.md#intervals).
 */

/** One side of what lies outside a 95 % interval. */
const TAIL = 0.025;

/** The range of a figure, by its name. */
type RangeOf = (name: string) => Interval;

/** 95 % intervals of the figures of a bootstrap, cut at the range of each figure. */
export const spreadIntervals = (
  { images, whole, draws }: Bootstrap,
  rangeOf: RangeOf,
): Record<string, Interval | null> =>
  Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [
      name,
      intervalAround(
        value,
        draws.map((figures) => figures[name] ?? null),
        images,
        rangeOf(name),
      ),
    ]),
  );

/**
 * Second minus first with its 95 % interval, from the differences draw by draw. Equal ones give
 * exactly 0 and [0, 0].
 */
export const spreadDifferences = (
  first: Bootstrap,
  second: Bootstrap,
  rangeOf: RangeOf,
): Record<string, Difference> =>
  Object.fromEntries(
    Object.keys(first.whole).map((name) => {
      const [before, after] = [first.whole[name] ?? null, second.whole[name] ?? null];
      const value = before === null || after === null ? null : after - before;
      const [low, high] = rangeOf(name);
      const range = [low - high, high - low] as const;
      const values = differencesIn(name, first, second);
      return [name, { value, interval: intervalAround(value, values, first.images, range) }];
    }),
  );

/**
 * The 95 % interval of an estimate from its draws; null where one image says nothing of the others.
 *
 * @param images that were drawn from.
 * @param range of the figure, at which the interval is cut.
 */
export function intervalAround(
  estimate: number | null,
  values: readonly (number | null)[],
  images: number,
  [low, high]: Interval = [-Infinity, Infinity],
): Interval | null {
  const drawn = numbersIn(values);
  if (estimate === null || drawn.length === 0) return null;
  const deviation = Math.sqrt(varianceOf(drawn));
  if (images < 2) return estimate === 0 && deviation === 0 ? [0, 0] : null;
  const half = halfWidth(deviation, images);
  return [Math.max(low, estimate - half), Math.min(high, estimate + half)];
}

/**
 * Half of a 95 % interval: Student's t times a deviation.
 *
 * @param count of images or values, at least 2.
 */
export const halfWidth = (deviation: number, count: number): number =>
  deviation === 0 ? 0 : studentQuantile(TAIL, count - 1) * deviation;

/** Figures or draws that count so much. */
export type Weighted<Value> = Value & { readonly weight: number };

/**
 * The weighted mean of several bootstraps, draw by draw: over conditions. A figure counts where it
 * is a number.
 *
 * @param images that were drawn from: those of one bootstrap where all draw the same ones.
 */
export const meanBootstrap = (
  parts: readonly Weighted<{ readonly bootstrap: Bootstrap }>[],
  images: number,
): Bootstrap => ({
  images,
  whole: weightedFigures(
    parts.map(({ weight, bootstrap: { whole } }) => ({ weight, figures: whole })),
  ),
  draws: (parts[0]?.bootstrap.draws ?? []).map((figures, draw) =>
    Object.fromEntries(Object.keys(figures).map((name) => [name, drawnMean(parts, draw, name)])),
  ),
});

/** Null where a part has the figure and this draw of it has not: it would be another mean. */
function drawnMean(
  parts: readonly Weighted<{ readonly bootstrap: Bootstrap }>[],
  draw: number,
  name: string,
): number | null {
  let [sum, weights] = [0, 0];
  for (const { weight, bootstrap } of parts) {
    if (typeof bootstrap.whole[name] !== 'number') continue;
    const value = bootstrap.draws[draw]?.[name];
    if (typeof value !== 'number') return null;
    sum += weight * value;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}

/** The weighted mean of each figure over the parts that have it; null where none has. */
export function weightedFigures(
  parts: readonly Weighted<{ readonly figures: Figures }>[],
): Record<string, number | null> {
  const names = new Set(parts.flatMap(({ figures }) => Object.keys(figures)));
  return Object.fromEntries(
    [...names].map((name) => {
      let [sum, weights] = [0, 0];
      for (const { weight, figures } of parts) {
        const value = figures[name];
        if (typeof value !== 'number') continue;
        sum += weight * value;
        weights += weight;
      }
      return [name, weights > 0 ? sum / weights : null];
    }),
  );
}

/** Below it intervals of every kind are rough. */
const FEW_IMAGES = 30;

/** What a report must say beside these intervals from this many images; undefined where nothing. */
export const fewPictures = (images: number): string | undefined =>
  images < FEW_IMAGES ? 'Only a few pictures: the intervals are rough.' : undefined;
