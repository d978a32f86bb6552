export { callServer, type ComputeServer } from './compute-server.ts';
export { hasResults, ownPrograms } from './journal.ts';
export { documentIn, openResults, type ResultsFolder } from './results-folder.ts';
export { planSweep, replanSweep, type PlannedRun, type PlannedSweep } from './plan-sweep.ts';
export { followRemote, refuseRemote, remoteSweep } from './remote-sweep.ts';
export {
  outcomeOf,
  runSweep,
  type DatasetFigures,
  type Evaluate,
  type RunOutcome,
} from './run-sweep.ts';
export { searchLens, type WideSearch } from './search-lens.ts';
export { yieldOf, type Limit } from './yield.ts';
export { DESIGN_FIGURES } from './study/design-figures.ts';
export { PART_FIGURES } from './study/part-figures.ts';
export { variableLabels } from './study/shown-study.ts';
export { fieldInWords } from './path-labels.ts';
export { planStudy, type PlannedStudy } from './study/plan-study.ts';
export { runStudy, type StudyOptions } from './study/run-study.ts';
export { openStudy, studyDocumentIn } from './study/study-folder.ts';
export { seedOf, type StudyResults } from './study/study-results.ts';
export { secondsOfRun } from './run-seconds.ts';
export { runsOf } from '@lumenloom/study';
export { ASK_MS, reasonTeller } from './reason-of-wait.ts';
export { runRemoteStudy } from './study/remote-study.ts';
