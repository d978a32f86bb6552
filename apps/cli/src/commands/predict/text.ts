import {
  figureRows,
  MEASURED_HERE,
  predictionSentences,
  threeDecimals,
} from '@lumenloom/experiment/prediction';
import type { Prediction } from '@lumenloom/scoring';
import { columns } from '../columns.ts';

/**
 * A prediction as the terminal shows it.
 *
 * @param nameOf what a figure is called. @param without what a camera may lack besides a figure.
 */
export function predictionText(
  prediction: Prediction & { readonly score: string },
  nameOf?: (figure: string) => string,
  without?: string,
): string {
  const { score, rows, train, test, figures } = prediction;
  const table = figureRows(prediction);
  const left = columns([
    ['figure', 'without', 'n', 'rho', 'RMSE'],
    ...figures.flatMap(({ figure, leaveOneOut }) =>
      leaveOneOut.map(({ factor, value, n, rho, rmse }) => [
        figure,
        `${factor} ${value}`,
        String(n),
        threeDecimals(rho),
        threeDecimals(rmse),
      ]),
    ),
  ]);
  return [
    `${score} of ${rows} cameras; fits on ${train}, tested on ${test} (rho, RMSE, R²).`,
    '',
    ...columns([table.headings, ...table.rows]),
    ...(left.length > 1 ? ['', 'Fitted without a value, tested on it:', '', ...left] : []),
    '',
    ...predictionSentences(prediction, nameOf, without),
    MEASURED_HERE,
    '',
  ].join('\n');
}
