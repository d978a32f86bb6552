export { openRunEvaluator, type RunEvaluator } from './evaluate/dataset/evaluate-runs.ts';
export {
  evaluate,
  type EvaluateOptions,
  type PicturesElsewhere,
} from './evaluate/dataset/evaluate.ts';
export { openPictures, type PictureOrder } from './evaluate/dataset/run-evaluation.ts';
export {
  MARKS_PICTURES,
  drawMarks,
  marksFolder,
  marksOf,
  writeMarks,
  type Mark,
} from './evaluate/dataset/marks.ts';
export { partKey, partNames, type NamedParts, type PartName } from './plan/named-parts.ts';
export { figureNames, headlineOf } from './evaluate/dataset/headline.ts';
export { inEvaluate, planEvaluation, type PlannedEvaluation } from './plan/plan-evaluation.ts';
export { MARKS, isListedNetwork } from './plan/read-plan.ts';
export {
  evaluateOnServer,
  planForServer,
  runEvaluationForServer,
} from './remote/remote-evaluation.ts';
export type { EvaluationResults } from './evaluate/dataset/evaluation-results.ts';
export {
  decimals,
  lossSentences,
  neededSentences,
  stageLosses,
  verdictsOf,
} from './evaluate/dataset/verdicts.ts';
