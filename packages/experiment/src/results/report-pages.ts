import { join } from 'node:path';
import type { StudyDocument, SweepDocument } from '@lumenloom/contract';
import { holdInWords, verdictLines, type RunWarning } from './conditions.ts';
import { programsInWords, type Programs } from '../folder/journal.ts';
import { figureLabels, labelsOf } from '../document/path-labels.ts';
import { describeStudy, variableLabels } from './shown-study.ts';
import type { StudyRun } from '../decide/findings.ts';
import type { StudyResults } from './study-results.ts';
import type { Predicted } from './predicted.ts';
import { predictionPart } from './prediction-part.ts';
import { runName, type RunOutcome } from '../evaluate/run/run-sweep.ts';

/**
 * Pictures in the contact sheet, and their width in pixels: about 1.5 MB of page for the largest
 * sheet.
 */
const MOST_THUMBNAILS = 240;
const THUMBNAIL_WIDTH = 160;

/** What the pages of sweeps and studies share. */
async function shared<Run extends RunOutcome | StudyRun>(
  folder: string,
  { document, ...programs }: Programs & { readonly document: SweepDocument | StudyDocument },
  labels: Readonly<Record<string, string>>,
  runs: readonly Run[],
  warnings: readonly RunWarning[] = [],
) {
  const hasPictures = document.keep !== 'figures';
  return {
    name: document.name,
    madeBy: programsInWords(programs),
    labels,
    rule: holdInWords(document.hold, Object.values(labels), runs),
    warnings: warnings.map(({ sentence }) => sentence),
    verdicts: verdictLines(runs),
    runs,
    thumbnails: hasPictures ? await thumbnailsOf(folder, runs) : {},
    pictures: hasPictures ? 'pictures/' : undefined,
  };
}

/** React for Node is loaded where a page is written. */
const pages = () => import('@lumenloom/report/page-text');

/**
 * The results of a sweep as one page that needs no other file: plots, table and contact sheet.
 *
 * @param folder with the pictures of the runs, where they were kept.
 */
export async function sweepReport(
  folder: string,
  about: Programs & { readonly document: SweepDocument },
  runs: readonly RunOutcome[],
  {
    warnings,
    prediction,
  }: {
    readonly warnings: readonly RunWarning[];
    readonly prediction?: Predicted | undefined;
  },
): Promise<string> {
  const { measure } = about.document;
  const labels = labelsOf(about.document);
  const { runsPageText } = await pages();
  const page = await shared(folder, about, labels, runs, warnings);
  const named = { ...labels, ...figureLabels(measure) };
  return runsPageText({
    ...page,
    ...{ figureLabels: figureLabels(measure), measure },
    ...(prediction && { prediction: predictionPart(prediction, (name) => named[name] ?? name) }),
  });
}

/** The same of a study. */
export async function studyReport(folder: string, results: StudyResults): Promise<string> {
  const { document, runs, baseline, best, warnings } = results;
  const { stopped, hasStart, front, hypervolume, importance, restarts, notes, validation } =
    results;
  const { runsPageText } = await pages();
  return runsPageText({
    ...(await shared(folder, results, variableLabels(document), runs, warnings)),
    ...describeStudy(document),
    ...{ stopped, hasStart, front, hypervolume, importance, restarts, notes, validation },
    best: best?.run,
    baseline: baseline?.trail ?? [],
  });
}

/** Small pictures as data URLs by their runs; a picture that cannot be read is left out. */
async function thumbnailsOf(
  folder: string,
  runs: readonly { readonly run: number; readonly status: string }[],
): Promise<Readonly<Record<number, string>>> {
  const { default: sharp } = await import('sharp');
  const thumbnails: Record<number, string> = {};
  for (const { run } of runs.filter(({ status }) => status === 'done').slice(0, MOST_THUMBNAILS)) {
    const bytes = await sharp(join(folder, 'pictures', `${runName(run)}.png`))
      .resize({ width: THUMBNAIL_WIDTH })
      .webp({ quality: 75 })
      .toBuffer()
      .catch(() => undefined);
    if (bytes) thumbnails[run] = `data:image/webp;base64,${bytes.toString('base64')}`;
  }
  return thumbnails;
}
