/** What a run is beaten by. */
type Beats<Run> = (a: Run, b: Run) => boolean;

/**
 * Runs in fronts: those that no other run beats, those that only the first front beats, and so on.
 *
 * @see Deb, Pratap, Agarwal and Meyarivan: A fast and elitist multiobjective genetic algorithm:
 * NSGA-II, 2002.
 */
export function frontsOf<Run>(
  runs: readonly Run[],
  beats: Beats<Run>,
): readonly (readonly Run[])[] {
  const beaten = runs.map(() => [] as number[]);
  const by = runs.map(() => 0);
  for (let a = 0; a < runs.length; a += 1)
    for (let b = a + 1; b < runs.length; b += 1) {
      if (beats(runs[a]!, runs[b]!)) {
        beaten[a]!.push(b);
        by[b]! += 1;
      } else if (beats(runs[b]!, runs[a]!)) {
        beaten[b]!.push(a);
        by[a]! += 1;
      }
    }
  const fronts: Run[][] = [];
  let front = runs.map((_, at) => at).filter((at) => by[at] === 0);
  while (front.length > 0) {
    fronts.push(front.map((at) => runs[at]!));
    const next: number[] = [];
    for (const at of front)
      for (const other of beaten[at]!) if ((by[other]! -= 1) === 0) next.push(other);
    front = next.sort((a, b) => a - b);
  }
  return fronts;
}

/** How much room each point of a front has: the sum of the gaps to its neighbours, in ranges. */
export function crowding(points: readonly (readonly number[])[]): readonly number[] {
  const room = points.map(() => 0);
  for (let objective = 0; objective < (points[0]?.length ?? 0); objective += 1) {
    const order = points
      .map((_, at) => at)
      .sort((a, b) => points[a]![objective]! - points[b]![objective]! || a - b);
    const [first, last] = [order[0]!, order.at(-1)!];
    const range = points[last]![objective]! - points[first]![objective]!;
    room[first] = Infinity;
    room[last] = Infinity;
    if (!(range > 0)) continue;
    for (let at = 1; at + 1 < order.length; at += 1)
      room[order[at]!]! +=
        (points[order[at + 1]!]![objective]! - points[order[at - 1]!]![objective]!) / range;
  }
  return room;
}

/**
 * The volume that points dominate below a reference, exactly: by sorting for two objectives, else
 * by slices along the last one. Points that are not below the reference in all objectives have no
 * part.
 *
 * @param points less is better; of any number of objectives.
 */
export function hypervolume(
  points: readonly (readonly number[])[],
  reference: readonly number[],
): number {
  const within = points.filter((point) => point.every((value, at) => value < reference[at]!));
  return volumeOf(within, reference, reference.length);
}

function volumeOf(
  points: readonly (readonly number[])[],
  reference: readonly number[],
  dimensions: number,
): number {
  if (points.length === 0) return 0;
  if (dimensions === 1) return reference[0]! - Math.min(...points.map(([first]) => first!));
  const last = dimensions - 1;
  const sorted = points.toSorted((a, b) => a[last]! - b[last]!);
  if (dimensions === 2) {
    let [volume, best] = [0, reference[0]!];
    for (const [at, point] of sorted.entries()) {
      best = Math.min(best, point[0]!);
      volume += (reference[0]! - best) * ((sorted[at + 1]?.[1] ?? reference[1]!) - point[1]!);
    }
    return volume;
  }
  let volume = 0;
  let below: (readonly number[])[] = [];
  for (const [at, point] of sorted.entries()) {
    below = withPoint(below, point, last);
    const depth = (sorted[at + 1]?.[last] ?? reference[last]!) - point[last]!;
    if (depth > 0) volume += depth * volumeOf(below, reference, last);
  }
  return volume;
}

/** A front with another point, by their first objectives. */
function withPoint(
  front: readonly (readonly number[])[],
  point: readonly number[],
  dimensions: number,
): (readonly number[])[] {
  const isCovered = (a: readonly number[], b: readonly number[]): boolean => {
    for (let at = 0; at < dimensions; at += 1) if (a[at]! < b[at]!) return false;
    return true;
  };
  if (front.some((other) => isCovered(point, other))) return [...front];
  return [...front.filter((other) => !isCovered(other, point)), point];
}

/** A front that grows: points that no other one beats. */
export class Front<Run extends { readonly objectives: readonly number[] }> {
  #runs: Run[] = [];

  get runs(): readonly Run[] {
    return this.#runs;
  }

  /** @returns whether the run is in the front now. */
  add(run: Run): boolean {
    const isCovered = (a: Run, b: Run): boolean =>
      a.objectives.every((value, at) => value >= b.objectives[at]!);
    if (this.#runs.some((other) => isCovered(run, other))) return false;
    this.#runs = [...this.#runs.filter((other) => !isCovered(other, run)), run];
    return true;
  }
}

/** Runs that no other one beats, by their first objective. */
export function frontOf(
  runs: readonly { readonly run: number; readonly objectives: readonly number[] }[],
): readonly number[] {
  const front = new Front<(typeof runs)[number]>();
  for (const run of runs) front.add(run);
  return front.runs
    .toSorted((a, b) => a.objectives[0]! - b.objectives[0]! || a.run - b.run)
    .map(({ run }) => run);
}
