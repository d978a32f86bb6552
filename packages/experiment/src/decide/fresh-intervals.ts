import { meanOf } from '@lumenloom/engine';
import { figureRange } from '@lumenloom/engine/catalogue';
import { halfWidth, intervalAround } from '@lumenloom/scoring';
import type { Outcome } from '../propose/compile.ts';

/** What an interval of a study covers. */
export type Covers = 'pictures and noise' | 'noise';

/** A mean difference of paired runs, with its 95 % interval; null of one pair. */
export interface Difference {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly covers: Covers;
}

/** The mean of a figure over fresh noises, and how far another set of pictures or noises is. */
export interface FreshMean {
  readonly mean: number;
  readonly standardError: number;
}

/** Outcomes of one run in fresh noises, in their order; undefined where it fails. */
export type Fresh = readonly (Outcome | undefined)[];

/** The mean of a figure of a run over its noises. */
export function freshMean(outcomes: Fresh, name: string): FreshMean {
  const done = outcomes.flatMap((one) => one ?? []);
  const values = done.map(({ figures }) => figures[name]!);
  const mean = meanOf(values);
  const drawn = isOfPictures(done, name) ? drawnMeans(done, name) : undefined;
  return {
    mean,
    standardError: drawn
      ? deviationOf(drawn)
      : values.length > 1
        ? deviationOf(values) / Math.sqrt(values.length)
        : 0,
  };
}

/**
 * How much more a run has of a figure than the start, over the noises in which both were computed.
 * The interval of a figure of a data set covers its pictures, each drawn with all its noises; the
 * interval of another one covers the noises.
 *
 * @returns undefined without a noise in which both were computed.
 */
export function freshDifference(run: Fresh, start: Fresh, name: string): Difference | undefined {
  const pairs = run.flatMap((after, at) => {
    const before = start[at];
    return after && before ? [[after, before] as const] : [];
  });
  if (pairs.length === 0) return undefined;
  const values = pairs.map(([after, before]) => after.figures[name]! - before.figures[name]!);
  const mean = meanOf(values);
  const [own, others] = [0, 1].map((side) =>
    drawnMeans(
      pairs.map((pair) => pair[side]!),
      name,
    ),
  );
  const images = pairs[0]![0].sample?.images;
  if (own && others && images !== undefined && isOfPictures(pairs.flat(), name)) {
    const drawn = own.map((value, draw) => {
      const before = others[draw] ?? null;
      return value === null || before === null ? null : value - before;
    });
    const [low, high] = intervalAround(mean, drawn, images, rangeOf(name)) ?? [null, null];
    return { mean, low, high, covers: 'pictures and noise' };
  }
  if (values.length < 2) return { mean, low: null, high: null, covers: 'noise' };
  const half = halfWidth(deviationOf(values) / Math.sqrt(values.length), values.length);
  return { mean, low: mean - half, high: mean + half, covers: 'noise' };
}

/** Of differences. */
function rangeOf(name: string): readonly [number, number] {
  const [least, largest] = name.startsWith('dataset.') ? figureRange(name) : [0, Infinity];
  return [least - largest, largest - least];
}

/** Whether a figure depends on which pictures of a data set are drawn. */
const isOfPictures = (outcomes: readonly Outcome[], name: string): boolean =>
  outcomes.some(
    ({ figures, sample }) => sample?.draws[name]?.some((value) => value !== figures[name]) ?? false,
  );

/** The mean of each draw over the noises; undefined without draws. */
function drawnMeans(
  outcomes: readonly Outcome[],
  name: string,
): readonly (number | null)[] | undefined {
  const lists: readonly (readonly (number | null)[] | undefined)[] = outcomes.map(
    ({ sample }) => sample?.draws[name],
  );
  const [first] = lists;
  if (first === undefined || lists.includes(undefined)) return undefined;
  return first.map((_, draw) => {
    const values = lists.flatMap((list) => list?.[draw] ?? []);
    return values.length < lists.length ? null : meanOf(values);
  });
}

function deviationOf(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return 0;
  const mean = meanOf(known);
  const square = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(square / (known.length - 1));
}
