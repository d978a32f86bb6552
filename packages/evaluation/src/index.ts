export { openRunEvaluator, type RunEvaluator } from './evaluate-runs.ts';
export { evaluate, type EvaluateOptions } from './evaluate.ts';
export { MARKS_PICTURES, drawMarks, marksFolder, marksOf, writeMarks, type Mark } from './marks.ts';
export { partKey, partNames, type NamedParts, type PartName } from './named-parts.ts';
export { planEvaluation, type PlannedEvaluation } from './plan-evaluation.ts';
export { MARKS, MARKS_NETWORK, isListedNetwork } from './read-plan.ts';
export { evaluateOnServer, planForServer } from './remote-evaluation.ts';
export type { EvaluationResults } from './results.ts';
