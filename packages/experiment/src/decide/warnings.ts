import { algorithmOf } from '@lumenloom/contract';
import type { Decide } from './decision.ts';
import { LEAST_RUNS } from './importance.ts';
import { isFeasible } from './ranking.ts';

const doneIn = ({ search: { results } }: Parameters<Decide>[0]): number =>
  results.filter(({ status }) => status === 'done').length;

export const noBest: Decide = (ended) =>
  doneIn(ended) > 0 && !ended.search.results.some(isFeasible)
    ? { notes: ['No run keeps all constraints, so there is no best.'] }
    : undefined;

export const endOfTime: Decide = ({ search: { study } }) =>
  study.document.budget.minutes === undefined
    ? undefined
    : { notes: ['With budget.minutes the end of the study depends on the machine.'] };

export const nearTheBest: Decide = (ended) =>
  algorithmOf(ended.search.study.document) === 'cma-es' && doneIn(ended) >= LEAST_RUNS
    ? {
        notes: [
          'Most points of cma-es lie near the best: the importance holds for this region alone.',
        ],
      }
    : undefined;

/** Share of the box within which a value lies at a bound. */
const AT_BOUND = 0.01;

export const atBound: Decide = ({ search: { study }, best, labels }) => {
  const { document, genes } = study;
  if (!best || document.constraints.length > 0) return undefined;
  return {
    notes: genes.flatMap((gene) => {
      const value = best.values[gene.key];
      const place = gene.choices > 0 ? undefined : gene.geneOf(value);
      if (place === undefined) return [];
      const [low, high] = gene.cellOf?.(place) ?? [place - AT_BOUND, place + AT_BOUND];
      if (low > 0 && high < 1) return [];
      return [
        `${labels[gene.key] ?? gene.key} of the best lies at its bound ${String(value)}, and no constraint limits what that costs: check the picture before it is used.`,
      ];
    }),
  };
};
