import { pow } from '@lumenloom/engine/arithmetic';
import { crowding, frontsOf } from '../decide/pareto.ts';
import { Ranking, type Evaluated } from '../decide/ranking.ts';
import type { Gene } from './space.ts';
import { evenly, type Algorithm, type Search } from './algorithm.ts';

const POPULATION = 40;
/** The larger, the closer are children to their parents. */
const CROSSOVER_INDEX = 15;
const CROSSOVER = 0.9;
const MUTATION_INDEX = 20;
/** Share of the variables that are crossed, and of those that children exchange. */
const HALF = 0.5;

/** A member of the population with its place in the order. */
interface Member {
  readonly result: Evaluated;
  readonly rank: number;
  readonly room: number;
}

/**
 * NSGA-II: parents are the better of two by front and room, children come from simulated binary
 * crossover and polynomial mutation, and the best of both generations stay.
 *
 * @see Deb, Pratap, Agarwal and Meyarivan, 2002; Deb and Agrawal: Simulated binary crossover for
 * continuous search space, 1995.
 */
export function nsga2(search: Search): Algorithm {
  const { genes, draws, results, start } = search;
  const asked = search.population ?? POPULATION;
  const population = asked + (asked % 2);
  const ranking = new Ranking();
  let parents: readonly Member[] = [];
  let begin = 0;
  let order: readonly Member[] = [];
  let second: readonly number[] | undefined;

  const select = (runs: readonly Evaluated[]): readonly Member[] => {
    const members: Member[] = [];
    const fronts = frontsOf(runs, (a, b) => ranking.dominates(a, b));
    for (const [rank, front] of fronts.entries()) {
      const rooms = crowding(front.map(({ objectives }) => objectives));
      const ranked = front.map((result, at) => ({ result, rank, room: rooms[at] ?? 0 }));
      const left = population - members.length;
      members.push(...(ranked.length <= left ? ranked : ranked.toSorted(byRoom).slice(0, left)));
      if (members.length === population) break;
    }
    return members;
  };
  /**
   * The parents of a generation in two random orders: each meets two others, which keeps more of
   * the front than draws do that leave some out.
   */
  const drawParents = (): void => {
    order = [0, 1].flatMap((which) =>
      parents
        .map((member, at) => ({ member, drawn: draws.uniform('choice', '', begin + at, which) }))
        .sort((a, b) => a.drawn - b.drawn)
        .map(({ member }) => member),
    );
  };
  const parentOf = (slot: number): readonly number[] => {
    const [a, b] = [order[slot]!, order[slot + 1]!];
    return (a.rank - b.rank || byRoom(a, b)) <= 0 ? a.result.genes : b.result.genes;
  };
  const pairOf = (run: number): readonly [readonly number[], readonly number[]] => {
    const slot = 2 * (run - begin);
    const [mother, father] = [parentOf(slot), parentOf(slot + 2)];
    const isCrossed = draws.uniform('crossover', '', run) < CROSSOVER;
    const children = genes.map((gene, at) => {
      const drawn = (draw: number): number => draws.uniform('crossover', gene.key, run, draw);
      const parts = [mother[at]!, father[at]!] as const;
      if (!isCrossed) return parts;
      const [a, b] = gene.choices === 0 && drawn(0) < HALF ? crossed(parts, drawn(1)) : parts;
      return drawn(2) < HALF ? ([b, a] as const) : ([a, b] as const);
    });
    const child = (which: 0 | 1): readonly number[] =>
      genes.map((gene, at) => mutated(gene, children[at]![which], run + which));
    return [child(0), child(1)];
  };
  const mutated = (gene: Gene, place: number, run: number): number => {
    if (draws.uniform('mutation', gene.key, run) * genes.length >= 1) return place;
    const drawn = draws.uniform('mutation', gene.key, run, 1);
    return gene.choices > 0
      ? Math.min(gene.choices - 1, Math.floor(drawn * gene.choices))
      : polynomial(place, drawn);
  };
  return {
    batch: population,
    restarts: [],
    propose: (run) => {
      if (run < population) return run === 0 && start ? start : evenly(search, run);
      if (run === begin + population) {
        if (results.length < run) return 'wait';
        const children = results.slice(begin, run);
        for (const result of children) ranking.add(result);
        parents = select([...parents.map(({ result }) => result), ...children]);
        begin = run;
        drawParents();
      }
      if ((run - begin) % 2 === 1) return second!;
      const [child, other] = pairOf(run);
      second = other;
      return child;
    },
  };
}

/** The one with more room first. */
const byRoom = (a: Member, b: Member): number =>
  a.room === b.room ? a.result.run - b.result.run : b.room - a.room;

/** Two places around those of the parents, within the box. */
function crossed([a, b]: readonly [number, number], drawn: number): readonly [number, number] {
  const [low, high] = a < b ? [a, b] : [b, a];
  const gap = high - low;
  if (gap < 1e-14) return [a, b];
  const spread = (room: number): number => {
    const alpha = 2 - pow(1 + (2 * room) / gap, -(CROSSOVER_INDEX + 1));
    return drawn <= 1 / alpha
      ? pow(drawn * alpha, 1 / (CROSSOVER_INDEX + 1))
      : pow(1 / (2 - drawn * alpha), 1 / (CROSSOVER_INDEX + 1));
  };
  return [
    within(0.5 * (low + high - spread(low) * gap)),
    within(0.5 * (low + high + spread(1 - high) * gap)),
  ];
}

/**
 * A place moved by a polynomial distribution, cut at the ends of the box: optima that lie there
 * are met exactly, and the front does not collapse to one of its ends.
 */
function polynomial(place: number, drawn: number): number {
  const power = 1 / (MUTATION_INDEX + 1);
  return within(
    place + (drawn < 0.5 ? pow(2 * drawn, power) - 1 : 1 - pow(2 * (1 - drawn), power)),
  );
}

const within = (place: number): number => Math.min(1, Math.max(0, place));
