import { philox } from '../random/philox.ts';
import { percentile } from '../analysis/percentile.ts';

/** A number with its 95 % interval. */
export type Interval = readonly [low: number, high: number];

/** How intervals are drawn. */
export interface Draws {
  readonly count: number;
  readonly seed: number;
}

/** With fewer things nothing is drawn. */
export const FEWEST_DRAWN = 4;
const [LOW, HIGH] = [0.025, 0.975];

/**
 * Of each draw as many places as there are things, with repetitions.
 *
 * @param stream tells draws for different figures apart.
 */
export function drawnPlaces(
  things: number,
  { count, seed }: Draws,
  stream: number,
): readonly Uint32Array[] {
  const words = new Uint32Array(4);
  return Array.from({ length: count }, (_, draw) =>
    Uint32Array.from({ length: things }, (__, i) => {
      if (i % 4 === 0) philox([i / 4, draw, stream, 0], [seed, 0], words);
      return Math.floor((words[i % 4]! / 2 ** 32) * things);
    }),
  );
}

/** Where 95 % of what was drawn lies. */
export function drawnInterval(values: Iterable<number>): Interval {
  const all = Float64Array.from(values);
  return [percentile(all, LOW), percentile(all, HIGH)];
}
