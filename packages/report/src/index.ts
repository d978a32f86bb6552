export { Drawing } from './drawing.tsx';
export { Figure, PAGE_LOOK, WideTable } from './figure.tsx';
export type { SweepResults } from './sweep/results.ts';
export { shown } from './sweep/statistics.ts';
export { SweepPlots } from './sweep/sweep-report.tsx';
