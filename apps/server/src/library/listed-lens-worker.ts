import type { ListedLens } from '@lumenloom/contract';
import { isMeasured, lensDesign, loadLensFile, type AnyLensFile } from '@lumenloom/engine';
import { optics, publishedName, type OpticsId } from '@lumenloom/engine/catalogue';
import { publishedLens } from '@lumenloom/node-host';
import { drawingOf, lensSheet, lensSummary } from './lens-sheet.ts';
import { measuredSheet, measuredSummary } from './measured-sheet.ts';

/** The sheet of a lens of the list or a published one; undefined where none has that name. */
export default async function listedLensWorker(name: string): Promise<ListedLens | undefined> {
  const read = await lensOf(name);
  if (!read) return undefined;
  const { file, notes } = read;
  return {
    name: file.name,
    ...shownOf(file),
    notes: [
      ...(file.source === undefined ? [] : [`Source: ${file.source}`]),
      ...sourcesOf(file),
      ...notes,
    ],
  };
}

/** A line and the sheet of a lens. */
function shownOf(file: AnyLensFile): Pick<ListedLens, 'summary' | 'preview'> {
  if (isMeasured(file))
    return {
      summary: measuredSummary(file),
      preview: { kind: 'lens', drawing: '', sheet: measuredSheet(file) },
    };
  const design = lensDesign(file);
  return {
    summary: lensSummary(design),
    preview: { kind: 'lens', drawing: drawingOf(design), sheet: lensSheet(design) },
  };
}

/** Where each table of a measured lens is from. */
const sourcesOf = (file: AnyLensFile): readonly string[] =>
  isMeasured(file)
    ? Object.entries(file.sources ?? {}).map(([table, text]) => `${table}: ${text}`)
    : [];

async function lensOf(name: string) {
  const published = publishedName(name);
  if (published !== undefined) return publishedLens(published);
  const id = (Object.keys(optics) as OpticsId[]).find((key) => optics[key].label === name);
  return id && { file: await loadLensFile(id), notes: [] };
}
