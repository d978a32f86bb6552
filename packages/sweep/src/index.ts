export { estimateSeconds } from './estimate.ts';
export { openResults, type ResultsFolder } from './results-folder.ts';
export {
  planSweep,
  recipeOf,
  replanSweep,
  type PlannedRun,
  type PlannedSweep,
  type SweepRun,
} from './plan-sweep.ts';
export { outcomeOf, runSweep, type RunOutcome } from './run-sweep.ts';
export { yieldOf, type Limit } from './yield.ts';
