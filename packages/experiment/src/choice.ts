/** The entry for choices among cameras. */
export { planChoice, type PlannedChoice } from './choose/plan-choice.ts';
export { allRefused, dryRunOf, leftSentence, reasonsOf } from './choose/dry-run.ts';
export { chooseCamera, type ChoiceOptions } from './choose/run-choice.ts';
export type { ChoiceResults } from './choose/choice-results.ts';
