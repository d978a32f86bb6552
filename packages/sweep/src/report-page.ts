import { join } from 'node:path';
import type { SweepDocument } from '@lumenloom/contract';
import { programsInWords, type Programs } from './journal.ts';
import { figureLabels, labelsOf } from './path-labels.ts';
import { runName, type RunOutcome } from './run-sweep.ts';

/**
 * Pictures in the contact sheet, and their width in pixels: about 1.5 MB of page for the largest
 * sheet.
 */
const MOST_THUMBNAILS = 240;
const THUMBNAIL_WIDTH = 160;

/**
 * The results of a sweep as one page that needs no other file: plots, table and contact sheet.
 *
 * @param folder with the pictures of the runs, where they were kept.
 */
export async function reportPage(
  folder: string,
  about: Programs & { readonly document: SweepDocument },
  runs: readonly RunOutcome[],
): Promise<string> {
  const { document } = about;
  // React for Node is loaded where a page is written.
  const { sweepPageText } = await import('@lumenloom/report/page-text');
  return sweepPageText({
    name: document.name,
    madeBy: programsInWords(about),
    labels: labelsOf(document),
    figureLabels: figureLabels(document.measure),
    measure: document.measure,
    runs,
    thumbnails: document.keep === 'figures' ? {} : await thumbnailsOf(folder, runs),
    pictures: document.keep === 'figures' ? undefined : 'pictures/',
  });
}

/** Small pictures as data URLs by their runs; a picture that cannot be read is left out. */
export async function thumbnailsOf(
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
