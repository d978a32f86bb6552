import type { PredictionPart } from '@lumenloom/report/page-text';
import type { Predicted } from './predicted.ts';
import {
  figureRows,
  MEASURED_HERE,
  predictionSentences,
  threeDecimals,
} from './prediction-words.ts';

/** A prediction as report.html shows it. @param nameOf what a figure or factor is called. */
export function predictionPart(
  prediction: Predicted,
  nameOf: (code: string) => string,
): PredictionPart {
  const { score, rows, train, test, figures } = prediction;
  const left = figures[0]?.leaveOneOut ?? [];
  return {
    title: `What predicts ${nameOf(score)}`,
    about: `${rows} cameras. Spearman and its 95 % interval are of all of them; rho, RMSE and R² are of ${test} cameras that no fit has met, fitted on ${train}.`,
    figures: figureRows(prediction, nameOf),
    ...(left.length > 0 && {
      leftOut: {
        headings: ['left out', 'n', ...figures.map(({ figure }) => nameOf(figure))],
        rows: left.map(({ factor, value, n }, at) => [
          `${nameOf(factor)}: ${value}`,
          String(n),
          ...figures.map(({ leaveOneOut }) => threeDecimals(leaveOneOut[at]!.rho)),
        ]),
      },
    }),
    sentences: [...predictionSentences(prediction, nameOf), MEASURED_HERE],
  };
}
