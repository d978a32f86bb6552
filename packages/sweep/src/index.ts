export { callServer, type ComputeServer } from './compute-server.ts';
export { documentIn, hasResults, openResults, type ResultsFolder } from './results-folder.ts';
export { planSweep, replanSweep, type PlannedRun, type PlannedSweep } from './plan-sweep.ts';
export { followRemote, remoteSweep } from './remote-sweep.ts';
export { outcomeOf, runSweep, type RunOutcome } from './run-sweep.ts';
export { yieldOf, type Limit } from './yield.ts';
