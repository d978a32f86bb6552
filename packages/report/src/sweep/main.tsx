/** The script of report.html, which the build bundles into dist/sweep/script.js. */
import { createRoot } from 'react-dom/client';
import type { SweepResults } from './results.ts';
import { SweepReport } from './sweep-report.tsx';

const results = JSON.parse(document.querySelector('#results')!.textContent) as SweepResults;
createRoot(document.querySelector('#report')!).render(<SweepReport results={results} />);
