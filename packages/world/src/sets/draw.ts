import { normalQuantile, philox } from '@lumenloom/engine';

/** One entry of `vary` (docs/reference/world.md#w10). */
export interface Varied {
  readonly path: string;
  readonly uniform?: readonly [number, number] | undefined;
  readonly logUniform?: readonly [number, number] | undefined;
  readonly normal?:
    | {
        readonly mean: number;
        readonly deviation: number;
        readonly limits?: readonly [number, number] | undefined;
      }
    | undefined;
  readonly choice?: readonly unknown[] | undefined;
  readonly weights?: readonly number[] | undefined;
  readonly grid?:
    | { readonly from: number; readonly to: number; readonly steps: number }
    | undefined;
  readonly same?: string | undefined;
}

/** Marks the counters of sets. */
const STREAM = 7;

/** Numbers of a picture of a set: each a function of seed, picture and place alone. */
export class Draws {
  private readonly key: readonly [number, number];
  private readonly picture: number;
  private readonly words = new Uint32Array(4);
  private taken = 0;

  constructor(seed: number, picture: number) {
    this.key = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0];
    this.picture = picture;
  }

  /** The next one, from 0 on and below 1. */
  next(): number {
    philox([this.picture, this.taken, 0, STREAM], this.key, this.words);
    this.taken += 1;
    return ((this.words[0]! >>> 5) * 2 ** 26 + (this.words[1]! >>> 6)) / 2 ** 53;
  }

  /** The seed of the rendering, 0, or of the noise, 1. */
  seed(which: 0 | 1): number {
    philox([this.picture, which, 1, STREAM], this.key, this.words);
    return this.words[0]!;
  }
}

/** Values of a picture by their paths, in the order of the entries. */
export function drawnValues(
  vary: readonly Varied[],
  picture: number,
  draws: Draws,
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  let before = 1;
  for (const entry of vary) {
    const { path, grid, same } = entry;
    if (grid) {
      const step = Math.floor(picture / before) % grid.steps;
      before *= grid.steps;
      const share = grid.steps === 1 ? 0 : step / (grid.steps - 1);
      values.set(path, grid.from + (grid.to - grid.from) * share);
    } else if (same === undefined) values.set(path, valueOf(entry, draws.next()));
    else values.set(path, values.get(same));
  }
  return values;
}

function valueOf({ uniform, logUniform, normal, choice, weights }: Varied, u: number): unknown {
  if (uniform) return uniform[0] + (uniform[1] - uniform[0]) * u;
  if (logUniform) return logUniform[0] * (logUniform[1] / logUniform[0]) ** u;
  if (normal) {
    const { mean, deviation, limits = [-Infinity, Infinity] } = normal;
    // 0 is drawn once in 2^53 times.
    const value = mean + deviation * normalQuantile(Math.max(u, 2 ** -54));
    return Math.min(limits[1], Math.max(limits[0], value));
  }
  const list = choice!;
  if (!weights) return list[Math.floor(u * list.length)];
  let left = u * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return list[at < 0 ? weights.findLastIndex((weight) => weight > 0) : at];
}
