/**
 * The entry for a page: functions that write the results of a sweep, estimate its time and set a
 * value in a recipe. Nothing here needs Node.
 */
export { csvOf } from './results/csv.ts';
export { estimateSeconds } from './plan/estimate.ts';
export {
  entriesOf,
  fieldInWords,
  figureLabels,
  labelOfPath,
  labelsOf,
} from './document/path-labels.ts';
export { holdInWords, METERED_AGAIN, verdictLines, warningsOf } from './results/conditions.ts';
export { withValue } from './document/recipe-path.ts';
export { describeStudy, fieldsOfRun } from './results/shown-study.ts';
export { choicePage, pageOfLooks, trailsOf } from './choose/choice-page.ts';
export type { ChoiceResults } from './choose/choice-results.ts';
export { yieldPage } from './yield/yield-page.ts';
export type { YieldResults } from './folder/yield-folder.ts';
