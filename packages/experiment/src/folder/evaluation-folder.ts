import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvaluationDocument } from '@lumenloom/contract';
import {
  headerOf,
  jsonText,
  ownPrograms,
  readKnown,
  replaceFile,
  type Programs,
  type Resume,
} from './journal.ts';
import { openJournal, type Journal } from './picture-journal.ts';
import type { KeptLine } from '../evaluate/dataset/picture-lines.ts';
import type { PlannedEvaluation } from '../plan/plan-evaluation.ts';

/** A line per finished picture and camera. */
const JOURNAL = 'images.ndjson';

/** What the files of a folder depend on. */
export interface Header extends Partial<Programs> {
  readonly evaluation: PlannedEvaluation | EvaluationDocument;
  /** The server that computes it, in place of programs. */
  readonly server?: string;
}

/** A folder that an evaluation writes, and can be resumed from. */
export interface EvaluationFolder extends Pick<Journal, 'before' | 'add' | 'close'> {
  /** Writes the journal anew, in the order of the lines, and the other files. */
  readonly finish: (
    lines: readonly KeptLine[],
    files: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

/**
 * Opens the folder of an evaluation.
 *
 * @param resume goes on with the lines that are there; without it a folder with results is refused.
 * @throws SimulationError when the folder has results of another evaluation or program, or has
 * results and `resume` is false.
 */
export async function openEvaluationFolder(
  folder: string,
  evaluation: PlannedEvaluation,
  resume: Resume,
): Promise<EvaluationFolder> {
  const header = { ...ownPrograms(), evaluation };
  await readHeader(folder, header, resume);
  await writeHeader(folder, header);
  const { before, add, order, close } = await openJournal(
    join(folder, JOURNAL),
    evaluation.setups.length + 1,
  );
  return {
    before,
    add,
    close,
    finish: async (lines, files) => {
      await order(lines);
      for (const [name, text] of Object.entries(files)) await replaceFile(join(folder, name), text);
    },
  };
}

type Described = Partial<
  Pick<PlannedEvaluation, 'device' | 'document'> & Pick<EvaluationDocument, 'name'>
>;

/** Makes the folder, where there is none, and says what is computed into it. */
export async function writeHeader(folder: string, header: Header): Promise<void> {
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, headerOf('evaluation')), jsonText(header));
}

/**
 * The header of a folder that goes on with an evaluation; undefined for a folder without one.
 *
 * @throws SimulationError when the folder has results of another evaluation or program, or has
 * results and `resume` is false.
 */
export const readHeader = (
  folder: string,
  header: Header,
  resume: Resume,
): Promise<Header | undefined> =>
  readKnown(folder, 'evaluation', header, resume, ({ evaluation, server = null }) => {
    const { device, document, name, ...planned }: Described = { ...evaluation };
    return { name: document?.name ?? name, parts: [document, name, planned, server], device };
  });
