/** The group of equal values that each value is in, by size from 0, and how many there are. */
export interface Groups {
  readonly places: Uint32Array;
  readonly count: number;
}

export function groupsOf(values: readonly number[]): Groups {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const placeOf = new Map(sorted.map((value, place) => [value, place]));
  return { places: Uint32Array.from(values, (value) => placeOf.get(value)!), count: sorted.length };
}

/** Ranks of groups where each value counts so often; ties have the mean of their ranks. */
function ranksOf({ places, count }: Groups, times: ArrayLike<number>): Float64Array {
  const size = new Float64Array(count);
  for (let i = 0; i < places.length; i += 1) size[places[i]!]! += times[i]!;
  let below = 0;
  return size.map((here) => {
    const rank = below + (here + 1) / 2;
    below += here;
    return rank;
  });
}

/**
 * Rank correlation of Spearman, from -1 to 1, of pairs that count so often; null where one side has
 * one value only.
 */
export function spearmanOf(first: Groups, second: Groups, times: ArrayLike<number>): number | null {
  const [ranks, others] = [ranksOf(first, times), ranksOf(second, times)];
  let pairs = 0;
  for (let i = 0; i < times.length; i += 1) pairs += times[i]!;
  const mean = (pairs + 1) / 2;
  let [square, otherSquare, product] = [0, 0, 0];
  for (let i = 0; i < times.length; i += 1) {
    const [a, b] = [ranks[first.places[i]!]! - mean, others[second.places[i]!]! - mean];
    square += times[i]! * a * a;
    otherSquare += times[i]! * b * b;
    product += times[i]! * a * b;
  }
  return square > 0 && otherSquare > 0 ? product / Math.sqrt(square * otherSquare) : null;
}

/** The same, of pairs that count once. */
export const spearman = (first: readonly number[], second: readonly number[]): number | null =>
  spearmanOf(groupsOf(first), groupsOf(second), new Uint8Array(first.length).fill(1));
