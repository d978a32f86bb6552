export { verdictLines, warningsOf, type RunWarning } from './results/conditions.ts';
export { callServer, type ComputeServer } from './remote/compute-server.ts';
export { hasResults, ownPrograms } from './folder/journal.ts';
export { documentIn, openResults, type ResultsFolder } from './folder/results-folder.ts';
export {
  namesInDocument,
  planSweep,
  replanSweep,
  type PlannedRun,
  type PlannedSweep,
} from './plan/plan-sweep.ts';
export { followSweep } from './remote/remote-sweep.ts';
export { refuseRemote, remoteStatus, startRemote } from './remote/remote-experiment.ts';
export { planPrediction, type PlannedPrediction } from './plan/plan-prediction.ts';
export { runPrediction } from './evaluate/run/run-prediction.ts';
export { predictedOf, type Predicted } from './results/predicted.ts';
export {
  outcomeOf,
  runSweep,
  type Evaluated,
  type Evaluate,
  type RunOutcome,
} from './evaluate/run/run-sweep.ts';
export { openYield, type YieldLine } from './folder/yield-folder.ts';
export type { YieldResults } from './yield/yield-results.ts';
export { planYield, type PlannedYield } from './yield/plan-yield.ts';
export { computeYield, openYieldRuns, yieldRuns, type YieldOrder } from './yield/compute-yield.ts';
export { runRemoteYield } from './remote/remote-yield.ts';
export { searchLens, type WideSearch } from './evaluate/run/search-lens.ts';
export { yieldOf, type Limit } from './results/yield.ts';
export { DESIGN_FIGURES } from './evaluate/run/design-figures.ts';
export { PART_FIGURES } from './evaluate/run/part-figures.ts';
export { variableLabels } from './results/shown-study.ts';
export { fieldInWords } from './document/path-labels.ts';
export { planStudy, type PlannedStudy } from './plan/plan-study.ts';
export { runStudy, type PointsElsewhere, type StudyOptions } from './evaluate/run/run-study.ts';
export { openPoints, type ComputedPoint, type PointOrder } from './evaluate/run/points.ts';
export { piecesOf } from './evaluate/pieces.ts';
export { failed } from './propose/compile.ts';
export { openStudy } from './folder/study-folder.ts';
export { seedOf, type StudyResults } from './results/study-results.ts';
export { secondsOfRun } from './plan/run-seconds.ts';
export { runsOf } from './decide/findings.ts';
export { runRemoteStudy } from './remote/remote-study.ts';
