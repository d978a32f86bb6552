import type { ListedLens } from '@lumenloom/contract';
import { lensDesign, loadLensFile } from '@lumenloom/engine';
import { optics, publishedName, type OpticsId } from '@lumenloom/engine/catalogue';
import { publishedLens } from '@lumenloom/node-host';
import { drawingOf, lensSheet, lensSummary } from './lens-sheet.ts';

/** The sheet of a lens of the list or a published one; undefined where none has that name. */
export default async function listedLensWorker(name: string): Promise<ListedLens | undefined> {
  const read = await lensOf(name);
  if (!read) return undefined;
  const { file, notes } = read;
  const design = lensDesign(file);
  return {
    name: file.name,
    summary: lensSummary(design),
    notes: [...(file.source === undefined ? [] : [`Source: ${file.source}`]), ...notes],
    preview: { kind: 'lens', drawing: drawingOf(design), sheet: lensSheet(design) },
  };
}

async function lensOf(name: string) {
  const published = publishedName(name);
  if (published !== undefined) return publishedLens(published);
  const id = (Object.keys(optics) as OpticsId[]).find((key) => optics[key].label === name);
  return id && { file: await loadLensFile(id), notes: [] };
}
