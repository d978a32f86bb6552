import { gaussianOf, philox } from '@lumenloom/engine';
import { hashToSeed, lengthOf, type SweepDocument, type Variation } from '@lumenloom/contract';

const HALF_RANGE = 2 ** 31;
/** Digits of drawn and stepped values: enough for any field, and legible in a table. */
const DIGITS = 9;
const legible = (value: number): number => Number(value.toPrecision(DIGITS));

/**
 * The values of every point of a sweep, one per entry of `vary`, in order: in a grid the last entry
 * changes fastest. The same document gives the same points.
 */
export function pointsOf(document: SweepDocument): readonly (readonly unknown[])[] {
  const { vary, mode, samples = 0 } = document;
  if (mode === 'grid')
    return vary.reduce<readonly (readonly unknown[])[]>(
      (points, entry) => points.flatMap((point) => listOf(entry).map((value) => [...point, value])),
      [[]],
    );
  if (mode === 'zip') {
    const lists = vary.map(listOf);
    return Array.from({ length: lists[0]?.length ?? 1 }, (_, at) => lists.map((list) => list[at]));
  }
  const places = vary.map((_, dimension) => placesIn(document, dimension));
  return Array.from({ length: samples }, (_, sample) =>
    vary.map((entry, dimension) => valueAt(entry, places[dimension]![sample]!)),
  );
}

/** All values of an entry that lists them. */
function listOf(entry: Variation): readonly unknown[] {
  if ('values' in entry) return entry.values;
  return Array.from({ length: lengthOf(entry) ?? 0 }, (_, at) => stepOf(entry, at));
}

function stepOf(entry: Variation, at: number): number {
  if (!('steps' in entry)) throw new TypeError('Only entries with steps have steps.');
  const { from, to, steps, scale } = entry;
  if (at === 0) return from;
  if (at === steps - 1) return to;
  const share = at / (steps - 1);
  return legible(scale === 'log' ? from * (to / from) ** share : from + (to - from) * share);
}

/**
 * The value of an entry at a place from 0 to 1 in its distribution; lists are drawn from evenly.
 */
function valueAt(entry: Variation, place: number): unknown {
  const length = lengthOf(entry);
  if (length !== undefined) {
    const at = Math.min(length - 1, Math.floor(place * length));
    return 'values' in entry ? entry.values[at] : stepOf(entry, at);
  }
  if (!('distribution' in entry)) throw new TypeError('An entry has a list or a distribution.');
  return legible(
    entry.distribution === 'uniform'
      ? entry.from + (entry.to - entry.from) * place
      : entry.mean + entry.standardDeviation * normalQuantile(place),
  );
}

/** Quantile of the standard normal distribution, within 3e-7. @see gaussianOf */
function normalQuantile(place: number): number {
  const tail = Math.min(place, 1 - place);
  const value = gaussianOf(Math.min(HALF_RANGE - 1, Math.floor(tail * 2 * HALF_RANGE)));
  return place < 0.5 ? value : -value;
}

/**
 * Places from 0 to 1 of all samples in one dimension: independent, or one in each of as many equal
 * strata (Latin hypercube).
 */
function placesIn(
  { mode, samples = 0, recipe, vary }: SweepDocument,
  dimension: number,
): readonly number[] {
  const key: [number, number] = [hashToSeed([recipe, vary, mode, samples]), dimension];
  const words = new Uint32Array(4);
  const drawn = Array.from({ length: samples }, (_, sample) => {
    philox([sample, 0, 0, 0], key, words);
    return { within: (words[0]! + 0.5) / 2 ** 32, order: words[1]!, sample };
  });
  if (mode === 'random') return drawn.map(({ within }) => within);
  const places = new Array<number>(samples);
  const shuffled = drawn.toSorted((a, b) => a.order - b.order || a.sample - b.sample);
  for (const [stratum, { within, sample }] of shuffled.entries())
    places[sample] = (stratum + within) / samples;
  return places;
}
