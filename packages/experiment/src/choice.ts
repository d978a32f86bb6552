/** The entry for choices among cameras. */
export { planChoice, type PlannedChoice } from './choose/plan-choice.ts';
export { allRefused, dryRunOf, leftSentence, reasonsOf } from './choose/dry-run.ts';
