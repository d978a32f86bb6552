/**
 * The entry for a page: functions that write the results of a sweep, estimate its time and set a
 * value in a recipe. Nothing here needs Node.
 */
export { csvOf } from './csv.ts';
export { estimateSeconds } from './estimate.ts';
export { entriesOf, fieldInWords, figureLabels, labelOfPath, labelsOf } from './path-labels.ts';
export { withValue } from './recipe-path.ts';
export { describeStudy, fieldsOfRun } from './study/shown-study.ts';
