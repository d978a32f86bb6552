/** The entry for choices among cameras. */
export { planChoice, type ChoiceSource, type PlannedChoice } from './choose/plan-choice.ts';
export { namesInPlan } from './choose/names-in-plan.ts';
export { evaluationOf } from './choose/raced-cameras.ts';
export { allRefused, dryRunOf, leftSentence, runsOfChoice } from './choose/dry-run.ts';
export { reasonsOf } from './choose/reasons.ts';
export { chooseCamera, type ChoiceOptions } from './choose/run-choice.ts';
export type { ChoiceResults } from './choose/choice-results.ts';
export { openRaceRuns } from './choose/race-runs.ts';
export type { RaceElsewhere, RaceOrder } from './choose/race-bench.ts';
export { choiceForServer, chooseOnServer } from './remote/remote-choice.ts';
