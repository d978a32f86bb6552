import { predictScore, type Prediction } from '@lumenloom/scoring';
import { readPredictionTable } from '../plan/prediction-table.ts';
import type { PlannedPrediction } from '../plan/plan-prediction.ts';
import type { RunOutcome } from '../evaluate/run/run-sweep.ts';
import { csvOf } from './csv.ts';

/** What prediction.json holds: the answer of a table, and which figures were chosen late. */
export type Predicted = Omit<Prediction, 'figures'> & {
  readonly score: string;
  readonly figures: readonly (Prediction['figures'][number] & { readonly chosen?: 'after' })[];
};

/**
 * How well the figures of cameras predict their scores.
 *
 * @param runs of all cameras.
 * @param draws for the intervals.
 */
export function predictedOf(
  { predict, ...document }: PlannedPrediction['document'],
  runs: readonly RunOutcome[],
  draws: number,
): Predicted {
  const { score, figures, factors, test, seed } = predict;
  const names = figures.map(({ figure }) => figure);
  const table = readPredictionTable(csvOf(document, runs), {
    ...{ score, factors, test, seed },
    figures: names,
  });
  const { rows, train, test: tested, ...found } = predictScore(table, { draws, seed });
  const late = new Set(figures.flatMap(({ figure, chosen }) => (chosen ? [figure] : [])));
  return {
    ...{ rows, train, test: tested, score },
    ...found,
    figures: found.figures.map((one) => ({
      ...one,
      ...(late.has(one.figure) && { chosen: 'after' as const }),
    })),
  };
}
