/** The script of a study's report.html, which the build bundles into dist/study/script.js. */
import { createRoot } from 'react-dom/client';
import type { StudyResults } from './results.ts';
import { StudyReport } from './study-report.tsx';

const results = JSON.parse(document.querySelector('#results')!.textContent) as StudyResults;
createRoot(document.querySelector('#report')!).render(<StudyReport results={results} />);
