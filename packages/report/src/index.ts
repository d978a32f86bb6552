export { Comparison } from './comparison.tsx';
export { Drawing } from './drawing.tsx';
export { Figure, PAGE_LOOK, WideTable } from './figure.tsx';
export { Notes } from './lists.tsx';
export { LabHead, LabSections } from './lab/lab-report.tsx';
export { ChoiceSections } from './choice/choice-report.tsx';
export type { ChoicePage } from './choice/results.ts';
export type { LabPage } from './lab/results.ts';
export type { SweepResults } from './sweep/results.ts';
export { shown } from './sweep/statistics.ts';
export type { StudyResults as StudyShown } from './study/results.ts';
export {
  differenceInWords,
  meanInWords,
  ruleInWords,
  StudyAnswer,
  StudyPlots,
  withinError,
} from './study/study-report.tsx';
export { digitsWithin, intervalDigits, twinFigureName } from './twin/twin-figures.ts';
export { YieldSections } from './yield/yield-report.tsx';
export { SweepPlots } from './sweep/sweep-report.tsx';
export { SweepAnswer } from './sweep/sweep-answer.tsx';
