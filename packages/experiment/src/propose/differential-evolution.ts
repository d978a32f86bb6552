import { Ranking, type Evaluated } from '../decide/ranking.ts';
import { mirrored } from './space.ts';
import { evenly, type Algorithm, type Search } from './algorithm.ts';

const BATCH = 8;
const LARGEST_POPULATION = 100;
const CROSSOVER = 0.9;
/** The weight of a difference is drawn for each trial between these. */
const [LEAST_WEIGHT, MOST_WEIGHT] = [0.5, 1];
/** A population within this share of the box has nothing left to combine. */
const EQUAL = 1e-13;

/**
 * Differential evolution rand/1/bin with dithered weights. Trial k replaces member k mod population
 * where it is at least as good; the population behind trial k holds the results of runs up to
 * k - 8.
 *
 * @see Storn and Price: Differential evolution, 1997.
 */
export function differentialEvolution(search: Search): Algorithm {
  const { genes, draws, results, start } = search;
  const population = search.population ?? Math.min(LARGEST_POPULATION, 10 * genes.length);
  const members: Evaluated[] = [];
  const ranking = new Ranking();
  let taken = 0;
  /** Takes the results of the runs before `end` into the population. */
  const takeBefore = (end: number): void => {
    for (; taken < end; taken += 1) {
      const result = results[taken]!;
      ranking.add(result);
      const at = taken % population;
      const member = members[at];
      // A trial comes after the member, so with equal objectives it must be asked for first.
      if (!member || ranking.compare({ ...result, run: -1 }, member) <= 0) members[at] = result;
    }
  };
  const trial = (run: number): readonly number[] => {
    const target = run % population;
    const others = otherMembers(target, (draw) => draws.uniform('choice', '', run, draw));
    const [a, b, c] = others.map((at) => members[at]!.genes) as [
      readonly number[],
      readonly number[],
      readonly number[],
    ];
    const weight = LEAST_WEIGHT + (MOST_WEIGHT - LEAST_WEIGHT) * draws.uniform('mutation', '', run);
    const always = Math.floor(draws.uniform('crossover', '', run) * genes.length);
    return genes.map(({ key, choices }, at) => {
      const isCrossed = draws.uniform('crossover', key, run) < CROSSOVER || at === always;
      if (!isCrossed) return members[target]!.genes[at]!;
      if (choices === 0) return mirrored(a[at]! + weight * (b[at]! - c[at]!));
      // Two members that differ make a choice change; those that agree keep it.
      return b[at] === c[at] ? a[at]! : Math.floor(draws.uniform('choice', key, run) * choices);
    });
  };
  const otherMembers = (target: number, drawn: (draw: number) => number): readonly number[] => {
    const chosen: number[] = [];
    for (let draw = 0; chosen.length < 3; draw += 1) {
      const at = Math.floor(drawn(draw) * population);
      if (at !== target && !chosen.includes(at)) chosen.push(at);
    }
    return chosen;
  };
  const isEqual = (): boolean =>
    genes.every((_, at) => {
      const places = members.map((member) => member.genes[at]!);
      return Math.max(...places) - Math.min(...places) < EQUAL;
    });
  return {
    batch: BATCH,
    restarts: [],
    propose: (run) => {
      if (run < population) return run === 0 && start ? start : evenly(search, run);
      // The members exist once the first population has ended.
      const end = Math.max(population, run - BATCH + 1);
      if (results.length < end) return 'wait';
      takeBefore(end);
      return run % population === 0 && isEqual() ? 'converged' : trial(run);
    },
  };
}
