import { exp, log, quickNormalTail } from '@lumenloom/engine/arithmetic';
import { Ranking, type Evaluated } from '../decide/ranking.ts';
import type { Gene } from './space.ts';
import { evenly, type Algorithm, type Search } from './algorithm.ts';

const BATCH = 8;
const RANDOM_STARTS = 10;
const CANDIDATES = 24;
/** Share and largest number of the runs that count as good. */
const GOOD_SHARE = 0.1;
const MOST_GOOD = 25;
/** The latest of the others that are looked at, so that a long study does not slow down. */
const MOST_OTHERS = 100;

/**
 * Tree-structured Parzen estimators, one variable at a time: what is likely among the good runs and
 * unlikely among the others is tried next. Proposal k knows the results of runs up to k - 8.
 *
 * @see Bergstra, Bardenet, Bengio and Kegl: Algorithms for hyper-parameter optimization, 2011.
 */
export function parzenEstimators(search: Search): Algorithm {
  const { genes, draws, results, start } = search;
  const ranking = new Ranking();
  /** Results that are taken in, the best first. */
  const known: Evaluated[] = [];
  let taken = 0;
  const takeBefore = (end: number): void => {
    for (; taken < end; taken += 1) {
      const result = results[taken]!;
      ranking.add(result);
      let [low, high] = [0, known.length];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (ranking.compare(known[middle]!, result) <= 0) low = middle + 1;
        else high = middle;
      }
      known.splice(low, 0, result);
    }
  };
  return {
    batch: BATCH,
    restarts: [],
    propose: (run) => {
      if (run === 0 && start) return start;
      if (run < RANDOM_STARTS) return evenly(search, run);
      const end = Math.max(1, run - BATCH + 1);
      if (results.length < end) return 'wait';
      takeBefore(end);
      const number = Math.min(MOST_GOOD, Math.ceil(GOOD_SHARE * known.length));
      const good = known.slice(0, number);
      const isGood = new Set(good);
      const others: Evaluated[] = [];
      for (let at = end - 1; at >= 0 && others.length < MOST_OTHERS; at -= 1)
        if (!isGood.has(results[at]!)) others.push(results[at]!);
      return genes.map((gene, at) => {
        const [likely, unlikely] = [good, others].map((runs) =>
          estimatorOf(
            gene,
            runs.map((one) => one.genes[at]!),
          ),
        ) as [Estimator, Estimator];
        let best = 0;
        let bestGain = -Infinity;
        for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
          const first = candidate * MOST_DRAWS;
          const place = likely.draw({
            uniform: draws.uniform('choice', gene.key, run, candidate),
            normal: (draw) => draws.normal('sample', gene.key, run, first + draw),
          });
          const gain = log(likely.density(place)) - log(unlikely.density(place));
          if (gain > bestGain) [best, bestGain] = [place, gain];
        }
        return best;
      });
    },
  };
}

/** Draws of one candidate: those of a normal number outside 0 to 1 are thrown away. */
const MOST_DRAWS = 20;

/** Random numbers of a candidate. */
interface Drawn {
  readonly uniform: number;
  readonly normal: (draw: number) => number;
}

interface Estimator {
  readonly draw: (drawn: Drawn) => number;
  readonly density: (place: number) => number;
}

const estimatorOf = ({ choices }: Gene, places: readonly number[]): Estimator =>
  choices > 0 ? countsOf(choices, places) : kernelsAt(places);

/** Shares of the values of a choice, each with one run in advance. */
function countsOf(choices: number, indices: readonly number[]): Estimator {
  const counts = new Array<number>(choices).fill(1);
  for (const index of indices) counts[index]! += 1;
  const sum = choices + indices.length;
  return {
    draw: ({ uniform }) => {
      let left = uniform * sum;
      const index = counts.findIndex((count) => (left -= count) < 0);
      return index < 0 ? choices - 1 : index;
    },
    density: (index) => counts[index]! / sum,
  };
}

/** Deviations from a kernel's centre beyond which it counts as 0. */
const FURTHEST = 8;
/** Most kernels by which the smallest width shrinks. */
const FINEST = 100;

/**
 * A normal kernel at each place and a wide one over the box, each cut at its ends; a kernel is as
 * wide as the larger gap to its neighbours.
 */
function kernelsAt(places: readonly number[]): Estimator {
  const sorted = places.toSorted((a, b) => a - b);
  const least = 1 / Math.min(FINEST, 1 + sorted.length);
  const kernels = [
    ...sorted.map((centre, at) => {
      const gap = Math.max(centre - (sorted[at - 1] ?? 0), (sorted[at + 1] ?? 1) - centre);
      return { centre, width: Math.min(1, Math.max(least, gap)) };
    }),
    { centre: 0.5, width: 1 },
  ].map(({ centre, width }) => ({
    centre,
    width,
    height:
      1 / (width * (quickNormalTail(-centre / width) - quickNormalTail((1 - centre) / width))),
  }));
  return {
    draw: ({ uniform, normal }) => {
      const { centre, width } = kernels[Math.floor(uniform * kernels.length)]!;
      for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
        const place = centre + width * normal(draw);
        if (place >= 0 && place <= 1) return place;
      }
      return centre;
    },
    density: (place) => {
      let sum = 0;
      for (const { centre, width, height } of kernels) {
        const away = (place - centre) / width;
        // Further out a kernel adds less than the wide one loses by rounding.
        if (Math.abs(away) < FURTHEST) sum += height * exp(-0.5 * away * away);
      }
      return sum / kernels.length;
    },
  };
}
