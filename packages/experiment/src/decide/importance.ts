import type { Draws } from '../propose/draws.ts';
import type { Gene } from '../propose/space.ts';

/** Shares of the variance of an objective that a variable explains alone, and with all others. */
export interface Importance {
  readonly first: number;
  readonly total: number;
}

/** Fewest runs from which an importance is computed. */
export const LEAST_RUNS = 30;
const TREES = 64;
/** Base points of the indices; each variable adds as many again. */
const POINTS = 2048;
/** Most runs that a tree is grown from. */
const MOST_SAMPLES = 1000;
/** Most splits from the root to a leaf. */
const MOST_DEPTH = 24;

/** Nodes of a tree in one list, for speed; a leaf has no gene, and a value in place of a limit. */
class Tree {
  readonly #genes: number[] = [];
  readonly #limits: number[] = [];
  /** Where the right side stands; the left one follows its node. */
  readonly #right: number[] = [];

  /** Adds a node. @returns where it stands. */
  add(gene: number, limit: number): number {
    this.#limits.push(limit);
    this.#right.push(0);
    return this.#genes.push(gene) - 1;
  }

  /** Says that the next node to be added begins the right side of an earlier one. */
  endLeft(node: number): void {
    this.#right[node] = this.#genes.length;
  }

  valueAt(point: readonly number[]): number {
    let at = 0;
    for (let gene = this.#genes[0]!; gene >= 0; gene = this.#genes[at]!)
      at = point[gene]! <= this.#limits[at]! ? at + 1 : this.#right[at]!;
    return this.#limits[at]!;
  }
}

interface Samples {
  readonly genes: readonly (readonly number[])[];
  readonly values: readonly number[];
}

/**
 * Importance of each variable by the Sobol indices, in the box, of a random forest that was grown
 * on the runs.
 *
 * @param samples genes and objective of the runs; at least `LEAST_RUNS` of them.
 * @returns in the order of the genes.
 * @see Breiman: Random forests, 2001; Saltelli et al.: Variance based sensitivity analysis of model
 * output, 2010, for the estimators.
 */
export function importanceOf(
  genes: readonly Gene[],
  samples: Samples,
  draws: Draws,
): readonly Importance[] {
  const rows = samples.values.map((_, row) => row);
  const inOrder = genes.map((_, gene) =>
    rows.toSorted((x, y) => samples.genes[x]![gene]! - samples.genes[y]![gene]! || x - y),
  );
  const forest = Array.from({ length: TREES }, (_, tree) => {
    const times = new Uint32Array(rows.length);
    for (let at = 0; at < Math.min(MOST_SAMPLES, rows.length); at += 1)
      times[Math.floor(draws.uniform('forest', 'rows', tree, at) * rows.length)]! += 1;
    const drawn = inOrder.map((order) =>
      order.flatMap((row) => new Array<number>(times[row]!).fill(row)),
    );
    const grown = new Tree();
    grow(grown, samples, drawn, 0);
    return grown;
  });
  const predict = (point: readonly number[]): number =>
    forest.reduce((sum, tree) => sum + tree.valueAt(point), 0) / TREES;
  const pointOf = (base: string, at: number): readonly number[] =>
    genes.map(({ key, choices }) => {
      const place = draws.uniform('forest', `${base} ${key}`, at);
      return choices > 0 ? Math.floor(place * choices) : place;
    });
  const first = Array.from({ length: POINTS }, (_, at) => pointOf('first', at));
  const second = Array.from({ length: POINTS }, (_, at) => pointOf('second', at));
  const [a, b] = [first.map(predict), second.map(predict)];
  const mean = [...a, ...b].reduce((sum, value) => sum + value, 0) / (2 * POINTS);
  const variance = [...a, ...b].reduce((sum, value) => sum + (value - mean) ** 2, 0) / (2 * POINTS);
  return genes.map((_, gene) => {
    if (!(variance > 0)) return { first: 0, total: 0 };
    let [alone, together] = [0, 0];
    for (let at = 0; at < POINTS; at += 1) {
      const mixed = predict(first[at]!.with(gene, second[at]![gene]!));
      alone += (b[at]! - mean) * (mixed - a[at]!);
      together += (a[at]! - mixed) ** 2;
    }
    return {
      first: Math.max(0, alone / POINTS / variance),
      total: together / (2 * POINTS) / variance,
    };
  });
}

/**
 * Adds nodes whose splits take most from the sum of squares.
 *
 * @param orders for each gene the rows of the samples by its size.
 */
function grow(
  tree: Tree,
  samples: Samples,
  orders: readonly (readonly number[])[],
  depth: number,
): void {
  const { genes, values } = samples;
  const [rows] = orders as readonly [readonly number[]];
  const mean = rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
  let best: { readonly gene: number; readonly limit: number } | undefined;
  let bestGain = 1e-12 * rows.length * mean * mean;
  for (const [gene, order] of depth < MOST_DEPTH ? orders.entries() : []) {
    let left = 0;
    let before = genes[order[0]!]![gene]!;
    for (let at = 1; at < order.length; at += 1) {
      left += values[order[at - 1]!]! - mean;
      const here = genes[order[at]!]![gene]!;
      // The sums of both sides are opposite.
      const gain = here === before ? 0 : left * left * (1 / at + 1 / (order.length - at));
      if (gain > bestGain) [best, bestGain] = [{ gene, limit: (before + here) / 2 }, gain];
      before = here;
    }
  }
  if (!best) {
    tree.add(-1, mean);
    return;
  }
  const { gene, limit } = best;
  const side = (isLeft: boolean): void => {
    const kept = orders.map((order) =>
      order.filter((row) => genes[row]![gene]! <= limit === isLeft),
    );
    grow(tree, samples, kept, depth + 1);
  };
  const node = tree.add(gene, limit);
  side(true);
  tree.endLeft(node);
  side(false);
}
