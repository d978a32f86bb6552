/** A run as algorithms see it: everything is turned so that less is better. */
export interface Evaluated {
  readonly run: number;
  readonly genes: readonly number[];
  readonly status: 'done' | 'failed' | 'preview';
  /** The smaller, the better; empty where the run has no figures. */
  readonly objectives: readonly number[];
  /** The value of each constraint, and by how much it breaks its limits, 0 where it keeps them. */
  readonly limits: readonly { readonly value: number; readonly excess: number }[];
}

export const isFeasible = ({ status, limits }: Evaluated): boolean =>
  status === 'done' && limits.every(({ excess }) => excess <= 0);

/**
 * The order of runs: feasible ones by their objective, then infeasible ones by the sum of what
 * breaks their constraints, each over the spread of its values so far, then those that were not
 * run in full, then failed ones.
 *
 * @see Deb: An efficient constraint handling method for genetic algorithms, 2000.
 */
export class Ranking {
  readonly #least: number[] = [];
  readonly #most: number[] = [];

  /** Takes the values of a run's constraints into the spread; runs come in their order. */
  add({ limits }: Evaluated): void {
    for (const [at, { value }] of limits.entries()) {
      this.#least[at] = Math.min(this.#least[at] ?? value, value);
      this.#most[at] = Math.max(this.#most[at] ?? value, value);
    }
  }

  /** The sum of what breaks the constraints, in spreads; 0 for a feasible run. */
  violation({ limits }: Evaluated): number {
    let sum = 0;
    for (const [at, { excess }] of limits.entries()) {
      if (excess <= 0) continue;
      const spread = (this.#most[at] ?? 0) - (this.#least[at] ?? 0);
      sum += excess / (spread > 0 ? spread : 1);
    }
    return sum;
  }

  /** Below 0 where `a` stands before `b`, by their first objective. */
  compare(a: Evaluated, b: Evaluated): number {
    return this.#byGroup(a, b) ?? (a.objectives[0]! - b.objectives[0]! || a.run - b.run);
  }

  /** Whether `a` beats `b`: stands in a better group, or is nowhere worse and somewhere better. */
  dominates(a: Evaluated, b: Evaluated): boolean {
    const order = this.#byGroup(a, b);
    return order === undefined ? isBetter(a.objectives, b.objectives) : order < 0;
  }

  /** The order of two runs of which one is not feasible; undefined where both are. */
  #byGroup(a: Evaluated, b: Evaluated): number | undefined {
    const [first, second] = [groupOf(a), groupOf(b)];
    if (first !== second) return first - second;
    if (first === GROUPS.feasible) return undefined;
    if (first === GROUPS.infeasible) return this.violation(a) - this.violation(b) || a.run - b.run;
    return a.run - b.run;
  }
}

const GROUPS = { feasible: 0, infeasible: 1, preview: 2, failed: 3 } as const;

function groupOf(run: Evaluated): number {
  if (run.status !== 'done') return GROUPS[run.status];
  return isFeasible(run) ? GROUPS.feasible : GROUPS.infeasible;
}

/** Whether the first objectives are nowhere worse than the second ones, and somewhere better. */
export function isBetter(a: readonly number[], b: readonly number[]): boolean {
  let isSomewhere = false;
  for (let at = 0; at < a.length; at += 1) {
    if (a[at]! > b[at]!) return false;
    if (a[at]! < b[at]!) isSomewhere = true;
  }
  return isSomewhere;
}
