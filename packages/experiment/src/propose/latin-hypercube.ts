import { DRAWN_BATCH, type Algorithm, type Search } from './algorithm.ts';
import { drawnPoints } from './variation.ts';

/** Points of a sweep, one in each of as many equal strata of every entry. */
export const latinHypercubePoints = drawnPoints((drawn) => {
  const places = new Array<number>(drawn.length);
  const shuffled = drawn.toSorted((a, b) => a.order - b.order || a.sample - b.sample);
  for (const [stratum, { within, sample }] of shuffled.entries())
    places[sample] = (stratum + within) / drawn.length;
  return places;
});

/** Points of a study, of which each equal share of every variable has one. */
export function latinHypercube(search: Search): Algorithm {
  const { genes, draws, start, runs } = search;
  const first = start ? 1 : 0;
  const number = Math.max(1, runs - first);
  /** For each gene the share in which each run lies. */
  const shares = genes.map(({ key }) => {
    const order = Array.from({ length: number }, (_, at) => ({
      at,
      drawn: draws.uniform('choice', key, at),
    })).toSorted((a, b) => a.drawn - b.drawn || a.at - b.at);
    const places = new Array<number>(number);
    for (const [share, { at }] of order.entries()) places[at] = share;
    return places;
  });
  return {
    batch: DRAWN_BATCH,
    restarts: [],
    propose: (run) => {
      if (run < first) return start!;
      return genes.map(({ key, choices }, gene) => {
        const place = (shares[gene]![run - first]! + draws.uniform('sample', key, run)) / number;
        return choices > 0 ? Math.min(choices - 1, Math.floor(place * choices)) : place;
      });
    },
  };
}
