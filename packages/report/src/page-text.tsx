import { readFile } from 'node:fs/promises';
import type { ReactNode } from 'react';
import { ChoiceReport } from './choice/choice-report.tsx';
import type { ChoicePage } from './choice/results.ts';
import { EvaluationReport } from './evaluation/evaluation-report.tsx';
import type { EvaluationPage } from './evaluation/results.ts';
import { LabReportPage } from './lab/lab-report.tsx';
import type { LabPage } from './lab/results.ts';
import { LensStudyReport, type LensStudyPage } from './lens/lens-study-report.tsx';
import { pageText } from './static-page.tsx';
import type { YieldPage } from './yield/results.ts';
import { YieldReport } from './yield/yield-report.tsx';
import type { StudyResults } from './study/results.ts';
import type { SweepResults } from './sweep/results.ts';

/** A script in the page. @param text in which nothing ends the element. */
const embedded = (type: string, id: string | undefined, text: string): ReactNode => (
  <script type={type} id={id} dangerouslySetInnerHTML={{ __html: text }} />
);

/** The results of a sweep or study as an HTML file that draws its plots with its own script. */
export async function runsPageText(results: SweepResults | StudyResults): Promise<string> {
  const script = await readFile(new URL('../dist/script.js', import.meta.url), 'utf8');
  return pageText(
    `${results.name}: ${'objectives' in results ? 'study' : 'sweep'}`,
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

/** A choice among cameras as an HTML file that needs neither another nor a script. */
export const choicePageText = (page: ChoicePage): string =>
  pageText(`${page.name}: choice`, <ChoiceReport page={page} />);

/** A yield as an HTML file that needs neither another nor a script. */
export const yieldPageText = (page: YieldPage): string =>
  pageText(`${page.name}: yield`, <YieldReport page={page} />);

/** A lens study as an HTML file that needs neither another nor a script. */
export const lensStudyPageText = (page: LensStudyPage): string =>
  pageText(`${page.name}: lens study`, <LensStudyReport page={page} />);
/** The report of a lab as an HTML file that needs neither another nor a script. */
export const labPageText = (page: LabPage): string =>
  pageText(
    `${page.cameras.map(({ name }) => name).join(' and ')}: lab report`,
    <LabReportPage page={page} />,
  );
export { pageText } from './static-page.tsx';
export { twinPageText } from './twin/twin-page.tsx';
export { twinFigureName } from './twin/twin-figures.ts';
export type { ChoicePage } from './choice/results.ts';
export type { YieldPage } from './yield/results.ts';
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
export type { PredictionPart } from './sweep/results.ts';
export type { StudyResults as StudyPage } from './study/results.ts';
