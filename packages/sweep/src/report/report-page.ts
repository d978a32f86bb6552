import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { SweepDocument } from '@lumenloom/contract';
import { escape } from '@lumenloom/plot';
import { labelsOf } from '../path-labels.ts';
import { runName, type RunOutcome } from '../run-sweep.ts';
import type { ReportData } from './browser.ts';
import { REPORT_STYLE } from './report-style.ts';

/** The script of the page, bundled. */
const script = new URL('../../dist/report/page.js', import.meta.url);
/**
 * Pictures in the contact sheet, and their width in pixels: about 1.5 MB of page for the largest
 * sheet.
 */
const MOST_THUMBNAILS = 240;
const THUMBNAIL_WIDTH = 160;

/** Text inside a script element: no sequence in it ends the element. */
const embedded = (text: string): string => text.replaceAll('<', '\\u003c');

/**
 * The results of a sweep as one page that needs no other file: plots, table and contact sheet.
 *
 * @param folder with the pictures of the runs, where they were kept.
 */
export async function reportPage(
  folder: string,
  about: { readonly version: string; readonly node: string; readonly document: SweepDocument },
  runs: readonly RunOutcome[],
): Promise<string> {
  const { document } = about;
  const data: ReportData = {
    name: document.name,
    madeBy: `Lumenloom ${about.version}, Node ${about.node}`,
    labels: labelsOf(document),
    measure: document.measure,
    runs,
    thumbnails: document.keep === 'figures' ? {} : await thumbnailsOf(folder, runs),
    pictures: document.keep === 'figures' ? undefined : 'pictures/',
  };
  const code = await readFile(script, 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.name)}: sweep</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main id="report"></main>
<noscript>This page draws its plots with a script; results.csv has the same figures.</noscript>
<script type="application/json" id="data">${embedded(JSON.stringify(data))}</script>
<script type="module">
${code.replaceAll('</script', '<\\/script')}
</script>
</body>
</html>
`;
}

/** Small pictures as data URLs by their runs; a picture that cannot be read is left out. */
async function thumbnailsOf(
  folder: string,
  runs: readonly RunOutcome[],
): Promise<Readonly<Record<number, string>>> {
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
