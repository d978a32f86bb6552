/** The entry for tables of cameras that a score is predicted from; it loads quickly. */
export { readPredictionTable, type PredictionChoice } from './plan/prediction-table.ts';
export {
  MEASURED_HERE,
  figureRows,
  predictionSentences,
  threeDecimals,
} from './results/prediction-words.ts';
