export {
  compileStudy,
  failed,
  outcomeOf,
  pointOf,
  type CompiledStudy,
  type Outcome,
  type Point,
} from './compile.ts';
export { expressionOutcome } from './run-expressions.ts';
export { StudySearch, startOf, type Proposal } from './search-study.ts';
export { hypervolume } from './pareto.ts';
export { isFeasible } from './ranking.ts';
export {
  figuresOf,
  findingsOf,
  runsOf,
  WEIGHTED_SUM,
  type BestRun,
  type StudyFindings,
  type StudyRun,
} from './results.ts';
