import type { Draws } from './draws.ts';
import type { Evaluated } from '../decide/ranking.ts';
import type { Gene } from './space.ts';

/** Why an algorithm has no proposal: it needs more results, or it has nothing more to try. */
export type NoProposal = 'wait' | 'converged';

/** Proposes where to search. */
export interface Algorithm {
  /** Most runs that can be computed at the same time. */
  readonly batch: number;
  /**
   * The genes of a run. It is called with the numbers of the runs in their order, and again with
   * the same number after 'wait'; what it gives depends on the results of earlier runs by their
   * numbers alone, never on when they came.
   */
  readonly propose: (run: number) => readonly number[] | NoProposal;
  /** Numbers of the runs at which the search began anew. */
  readonly restarts: readonly number[];
}

/** What an algorithm knows. */
export interface Search {
  /** In an order that depends on their keys alone. */
  readonly genes: readonly Gene[];
  readonly draws: Draws;
  /** Results in the order of the runs, without a gap; it grows. */
  readonly results: readonly Evaluated[];
  /** Genes of the starting point, which is run 0; absent where there is none. */
  readonly start: readonly number[] | undefined;
  /** Size of a population where the document names one. */
  readonly population: number | undefined;
  /** Most runs. */
  readonly runs: number;
}

/** Draws may all be computed at the same time; this many suffice for any machine. */
export const DRAWN_BATCH = 64;

/** Genes that are drawn evenly. */
export const evenly = ({ genes, draws }: Search, run: number): readonly number[] =>
  genes.map(({ key, choices }) => {
    const place = draws.uniform('sample', key, run);
    return choices > 0 ? Math.floor(place * choices) : place;
  });
