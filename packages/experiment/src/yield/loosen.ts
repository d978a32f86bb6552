import { cameraOf, POOL } from './pool.ts';
import { scoresOf, shareAbove, type Surrogate } from './surrogate.ts';

const BISECTIONS = 60;
const [SMALLEST, LARGEST] = [1e-6, 1e6];
/** So many choices of grades are all tried. */
const MOST_CHOICES = 100_000;
/** Cameras of the pool by which choices are told apart before the whole pool decides. */
const QUICK = 4096;

/** What tolerances are loosened with. */
export interface LoosenTask {
  readonly surrogate: Surrogate;
  readonly pool: readonly Float64Array[];
  readonly limit: number;
  /** Of the cameras, that are to be good. */
  readonly yield: number;
}

/**
 * The loosest tolerances that still reach a yield, as factors of those of the document.
 *
 * @param variances what each tolerance adds to the variance of the score.
 * @param range of the factors.
 */
export function loosened(
  { surrogate, pool, limit, yield: wanted }: LoosenTask,
  variances: readonly number[],
  weights: readonly number[],
  [least, most]: readonly [number, number],
): { readonly factors: readonly number[]; readonly isReached: boolean } {
  const factorsAt = (kappa: number): readonly number[] =>
    variances.map((variance, i) =>
      Math.min(
        most,
        Math.max(least, variance > 0 ? kappa * Math.cbrt(weights[i]! / variance) : most),
      ),
    );
  const reaches = (kappa: number): boolean =>
    shareAbove(scoresOf(surrogate, pool, factorsAt(kappa)), limit) >= wanted;
  if (!reaches(SMALLEST)) return { factors: factorsAt(SMALLEST), isReached: false };
  let [low, high] = [Math.log(SMALLEST), Math.log(LARGEST)];
  if (reaches(LARGEST)) return { factors: factorsAt(LARGEST), isReached: true };
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (reaches(Math.exp(middle))) low = middle;
    else high = middle;
  }
  return { factors: factorsAt(Math.exp(low)), isReached: true };
}

/** A tolerance that can be bought: its factor of the one of the document, and what it costs. */
interface Grade {
  readonly factor: number;
  readonly cost: number;
}

/** The grades that were chosen, by variable. */
interface ChosenGrades {
  readonly chosen: readonly number[];
  readonly cost: number;
  readonly share: number;
}

/** The cheapest choice of grades that reaches a yield; undefined where none does. */
export function cheapestGrades(
  task: LoosenTask,
  grades: readonly (readonly Grade[])[],
): ChosenGrades | undefined {
  const costOf = (chosen: readonly number[]): number =>
    chosen.reduce((sum, grade, i) => sum + grades[i]![grade]!.cost, 0);
  const shareOf = (chosen: readonly number[]): number =>
    shareAbove(
      scoresOf(
        task.surrogate,
        task.pool,
        chosen.map((grade, i) => grades[i]![grade]!.factor),
      ),
      task.limit,
    );
  const count = grades.reduce((product, list) => product * list.length, 1);
  const found =
    count <= MOST_CHOICES
      ? cheapestOfAll(task, grades, costOf, shareOf)
      : stepwise(task, grades, costOf, shareOf);
  return found && { chosen: found, cost: costOf(found), share: shareOf(found) };
}

type OfChoice = (chosen: readonly number[]) => number;

/** All choices from the cheapest on, until one reaches the yield. */
function cheapestOfAll(
  task: LoosenTask,
  grades: readonly (readonly Grade[])[],
  costOf: OfChoice,
  shareOf: OfChoice,
): readonly number[] | undefined {
  const choices = grades.reduce<readonly (readonly number[])[]>(
    (before, list) => before.flatMap((chosen) => list.map((_, grade) => [...chosen, grade])),
    [[]],
  );
  const byCost = choices
    .map((chosen) => ({ chosen, cost: costOf(chosen) }))
    .toSorted((a, b) => a.cost - b.cost);
  const quick = quickShareOf(task, grades);
  // So many standard errors below the yield a few cameras decide.
  const clearly = 6 * Math.sqrt(0.25 / QUICK);
  let best: { readonly chosen: readonly number[]; readonly share: number } | undefined;
  let cost = Infinity;
  for (const one of byCost) {
    if (one.cost > cost) break;
    if (quick(one.chosen) < task.yield - clearly) continue;
    const share = shareOf(one.chosen);
    if (share < task.yield || share <= (best?.share ?? -1)) continue;
    [best, cost] = [{ chosen: one.chosen, share }, one.cost];
  }
  return best?.chosen;
}

/** The share of a few cameras of the pool. */
function quickShareOf(
  { surrogate: { nominal, slopes, bends }, pool, limit }: LoosenTask,
  grades: readonly (readonly Grade[])[],
): OfChoice {
  const cameras = Array.from({ length: Math.min(QUICK, POOL) }, (_, i) => cameraOf(pool, i));
  return (chosen) => {
    const factors = chosen.map((grade, i) => grades[i]![grade]!.factor);
    const good = cameras.filter(
      (camera) =>
        camera.reduce((sum, u, i) => {
          const part = u * factors[i]!;
          return sum + (slopes[i]! + bends[i]! * part) * part;
        }, nominal) >= limit,
    );
    return good.length / cameras.length;
  };
}

/** From the loosest grades on, the step with the best gain in share per cost; then back again. */
function stepwise(
  task: LoosenTask,
  grades: readonly (readonly Grade[])[],
  costOf: OfChoice,
  shareOf: OfChoice,
): readonly number[] | undefined {
  const order = grades.map((list) =>
    list.map((_, grade) => grade).toSorted((a, b) => list[b]!.factor - list[a]!.factor),
  );
  let places = grades.map(() => 0);
  const chosenAt = (at: readonly number[]): readonly number[] =>
    at.map((place, i) => order[i]![place]!);
  for (
    let share = shareOf(chosenAt(places));
    share < task.yield;
    share = shareOf(chosenAt(places))
  ) {
    const cost = costOf(chosenAt(places));
    const steps = places.flatMap((place, i) => {
      if (place + 1 >= order[i]!.length) return [];
      const next = places.with(i, place + 1);
      const dearer = Math.max(costOf(chosenAt(next)) - cost, Number.MIN_VALUE);
      return [{ next, gain: (shareOf(chosenAt(next)) - share) / dearer }];
    });
    if (steps.length === 0) return undefined;
    places = steps.reduce((best, one) => (one.gain > best.gain ? one : best)).next;
  }
  for (let i = 0; i < places.length; i += 1)
    while (places[i]! > 0) {
      const looser = places.with(i, places[i]! - 1);
      if (shareOf(chosenAt(looser)) < task.yield) break;
      places = looser;
    }
  return chosenAt(places);
}
