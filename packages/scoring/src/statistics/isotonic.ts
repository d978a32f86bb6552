/** Neighbouring places with one fitted value. */
interface Block {
  sum: number;
  pairs: number;
  places: number;
}

/**
 * The rising function that is nearest to pairs by least squares: equal x are averaged, neighbours
 * that fall are pooled, between two x it is linear and beyond the outer ones it is held.
 *
 * @param x at least one number.
 * @see Barlow, Bartholomew, Bremner, Brunk: Statistical inference under order restrictions, 1972.
 */
export function risingFit(x: readonly number[], y: readonly number[]): (at: number) => number {
  const sums = new Map<number, { sum: number; pairs: number }>();
  for (const [i, place] of x.entries()) {
    const { sum, pairs } = sums.get(place) ?? { sum: 0, pairs: 0 };
    sums.set(place, { sum: sum + y[i]!, pairs: pairs + 1 });
  }
  const places = [...sums].sort(([a], [b]) => a - b);
  const blocks: Block[] = [];
  for (const [, { sum, pairs }] of places) {
    let block = { sum, pairs, places: 1 };
    for (
      let before = blocks.at(-1);
      before && before.sum / before.pairs >= block.sum / block.pairs;
      before = blocks.at(-1)
    ) {
      blocks.pop();
      block = {
        sum: before.sum + block.sum,
        pairs: before.pairs + block.pairs,
        places: before.places + block.places,
      };
    }
    blocks.push(block);
  }
  const values = blocks.flatMap((block) =>
    new Array<number>(block.places).fill(block.sum / block.pairs),
  );
  const at = Float64Array.from(places, ([place]) => place);
  return (wanted) => valueAt(at, values, wanted);
}

function valueAt(at: Float64Array, values: readonly number[], wanted: number): number {
  const above = at.findIndex((place) => place > wanted);
  if (above < 0) return values.at(-1)!;
  if (above === 0) return values[0]!;
  const [low, high] = [values[above - 1]!, values[above]!];
  return low + ((high - low) * (wanted - at[above - 1]!)) / (at[above]! - at[above - 1]!);
}
