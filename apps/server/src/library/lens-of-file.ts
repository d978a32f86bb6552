import { readFile } from 'node:fs/promises';
import type { ExportQuery, OwnFilePreview } from '@lumenloom/contract';
import {
  SimulationError,
  configuredLens,
  exportedLens,
  lensDesign,
  lensPositions,
  isMeasured,
  type AnyLensFile,
  type LensFileFacts,
} from '@lumenloom/engine';
import { measuredSheet, measuredSummary } from './measured-sheet.ts';
import { drawingOf, lensSheet, lensSummary } from './lens-sheet.ts';
import type { WrittenPart } from './reading.ts';

/** What is asked of the lens of a file. */
export interface LensAsked {
  readonly partPath: string;
  /** From 1. */
  readonly configuration: number;
  /** Its text in another format; absent: its sheet. */
  readonly format?: ExportQuery['format'] | undefined;
  readonly memory: number;
}

export type LensAnswer =
  | { readonly summary: string; readonly preview: OwnFilePreview }
  | { readonly text: string };

/** The sheet of a lens in one of its configurations. */
export const sheetOf = (
  file: AnyLensFile,
  about: LensFileFacts | undefined,
  configuration = 1,
): { readonly summary: string; readonly preview: OwnFilePreview } => {
  if (isMeasured(file))
    return {
      summary: measuredSummary(file),
      preview: { kind: 'lens', drawing: '', sheet: measuredSheet(file) },
    };
  const design = lensDesign(configuredLens(file, configuration));
  return {
    summary: lensSummary(design),
    preview: {
      kind: 'lens',
      drawing: drawingOf(design),
      sheet: lensSheet(design),
      positions: [...lensPositions(file, about?.configurationNames)],
    },
  };
};

/** @throws SimulationError for a configuration that is not there, or what a format lacks. */
export async function lensOfFile(asked: LensAsked): Promise<LensAnswer> {
  const { part, file: about } = JSON.parse(await readFile(asked.partPath, 'utf8')) as WrittenPart;
  const { optics } = part as { readonly optics: AnyLensFile };
  const { configuration, format } = asked;
  return format === undefined
    ? sheetOf(optics, about, configuration)
    : { text: await textOf(optics, { about, configuration }, format) };
}

async function textOf(
  lens: AnyLensFile,
  {
    about,
    configuration,
  }: { readonly about: LensFileFacts | undefined; readonly configuration: number },
  format: ExportQuery['format'],
): Promise<string> {
  if (isMeasured(lens)) {
    if (format === 'json') return JSON.stringify(lens, null, 2);
    throw new SimulationError('bad-parameter', 'A measured lens has no surfaces.', 'format');
  }
  try {
    return await exportedLens(configuredLens(lens, configuration), format, about);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(error.code, error.message, 'format');
  }
}
