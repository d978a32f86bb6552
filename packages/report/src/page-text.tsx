import { readFile } from 'node:fs/promises';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EvaluationReport } from './evaluation/evaluation-report.tsx';
import type { EvaluationPage } from './evaluation/results.ts';
import { LensStudyReport, type LensStudyPage } from './lens/lens-study-report.tsx';
import { STYLE } from './style.ts';
import type { StudyResults } from './study/results.ts';
import type { SweepResults } from './sweep/results.ts';

/** A report as an HTML file that needs no other. */
export const pageText = (title: string, body: ReactNode): string =>
  `<!doctype html>\n${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>{body}</body>
    </html>,
  )}\n`;

/** The script of a page, bundled. */
const scriptOf = (kind: 'sweep' | 'study'): URL =>
  new URL(`../dist/${kind}/script.js`, import.meta.url);

/** A script in the page. @param text in which nothing ends the element. */
const embedded = (type: string, id: string | undefined, text: string): ReactNode => (
  <script type={type} id={id} dangerouslySetInnerHTML={{ __html: text }} />
);

/** The results of a sweep as an HTML file that draws its plots with a script of its own. */
export const sweepPageText = async (results: SweepResults): Promise<string> =>
  scriptedPage('sweep', results);

/** The results of a study as an HTML file that draws its plots with a script of its own. */
export const studyPageText = async (results: StudyResults): Promise<string> =>
  scriptedPage('study', results);

async function scriptedPage(
  kind: 'sweep' | 'study',
  results: SweepResults | StudyResults,
): Promise<string> {
  const script = await readFile(scriptOf(kind), 'utf8');
  return pageText(
    `${results.name}: ${kind}`,
    <>
      <main id="report" />
      <noscript>
        This page draws its plots with a script; results.csv has the same figures.
      </noscript>
      {embedded('application/json', 'results', JSON.stringify(results).replaceAll('<', '\\u003c'))}
      {embedded('module', undefined, script.replaceAll('</script', '<\\/script'))}
    </>,
  );
}

/** The results of an evaluation as an HTML file that needs neither another nor a script. */
export const evaluationPageText = (page: EvaluationPage): string =>
  pageText(`${page.name}: evaluation`, <EvaluationReport page={page} />);

/** A lens study as an HTML file that needs neither another nor a script. */
export const lensStudyPageText = (page: LensStudyPage): string =>
  pageText(`${page.name}: lens study`, <LensStudyReport page={page} />);
export type { LensStudyPage } from './lens/lens-study-report.tsx';
export type {
  ConditionFigures,
  OutsideObjects,
  Share,
  CameraResults,
  Difference,
  EvaluationPage,
  Figures,
  PartFigures,
  Rung,
} from './evaluation/results.ts';
export type { StudyResults as StudyPage } from './study/results.ts';
