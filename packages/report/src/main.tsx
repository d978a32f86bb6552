/** The script of report.html, which the build bundles into dist/script.js. */
import { createRoot } from 'react-dom/client';
import type { StudyResults } from './study/results.ts';
import { StudyReport } from './study/study-report.tsx';
import type { SweepResults } from './sweep/results.ts';
import { SweepReport } from './sweep/sweep-report.tsx';

const place = document.querySelector<HTMLElement>('#report')!;
const results = JSON.parse(document.querySelector('#results')!.textContent) as
  | SweepResults
  | StudyResults;
createRoot(place).render(
  'objectives' in results ? <StudyReport results={results} /> : <SweepReport results={results} />,
);
