import { gaussianOf, philox } from '@lumenloom/engine';
import { hashToSeed, lengthOf, type SweepDocument, type Variation } from '@lumenloom/contract';

/**
 * The values of every point of a sweep, one per entry of `vary`, in order. The same document gives
 * the same points.
 */
export type PointsOf = (document: SweepDocument) => readonly (readonly unknown[])[];

const HALF_RANGE = 2 ** 31;
/** Digits of drawn and stepped values: enough for any field, and legible in a table. */
const DIGITS = 9;
const legible = (value: number): number => Number(value.toPrecision(DIGITS));

/** All values of an entry that lists them. */
export function listOf(entry: Variation): readonly unknown[] {
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

/** A place from 0 to 1 for a sample, and a number that orders the samples by chance. */
interface Drawn {
  readonly within: number;
  readonly order: number;
  readonly sample: number;
}

/**
 * Points whose values are drawn.
 *
 * @param placesIn a dimension: makes the places from 0 to 1 of all samples of what was drawn.
 */
export const drawnPoints =
  (placesIn: (drawn: readonly Drawn[]) => readonly number[]): PointsOf =>
  ({ recipe, vary, mode, samples = 0 }) => {
    const seed = hashToSeed([recipe, vary, mode, samples]);
    const words = new Uint32Array(4);
    const places = vary.map((_, dimension) =>
      placesIn(
        Array.from({ length: samples }, (_, sample) => {
          philox([sample, 0, 0, 0], [seed, dimension], words);
          return { within: (words[0]! + 0.5) / 2 ** 32, order: words[1]!, sample };
        }),
      ),
    );
    return Array.from({ length: samples }, (_, sample) =>
      vary.map((entry, dimension) => valueAt(entry, places[dimension]![sample]!)),
    );
  };
