export { Drawing } from './drawing.tsx';
export { Figure, PAGE_LOOK, WideTable } from './figure.tsx';
export type { SweepResults } from './sweep/results.ts';
export { shown } from './sweep/statistics.ts';
export type { StudyResults as StudyShown } from './study/results.ts';
export {
  differenceInWords,
  meanInWords,
  ruleInWords,
  StudyPlots,
  withinError,
} from './study/study-report.tsx';
export { SweepPlots } from './sweep/sweep-report.tsx';
