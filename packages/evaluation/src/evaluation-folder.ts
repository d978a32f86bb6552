import { mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { EvaluationDocument } from '@lumenloom/contract';
import { SimulationError, VERSION } from '@lumenloom/engine';
import { writeFile } from '@lumenloom/node-host';
import { openJournal, type Journal } from './journal.ts';
import type { KeptLine } from './picture-lines.ts';
import type { PlannedEvaluation } from './plan-evaluation.ts';
import type { EvaluationResults } from './evaluation-results.ts';

export const HEADER = 'evaluation.json';
/** A line per finished picture and camera. */
const JOURNAL = 'images.ndjson';
export const RESULTS = 'results.json';
const FILES = [HEADER, JOURNAL, RESULTS, 'report.html', 'galleries.json'];

/**
 * Whether to go on with the lines that are there: of these programs alone, or also of others that
 * are known to give the same bits.
 */
export type Resume = boolean | 'of our bits';

/** What the files of a folder depend on. */
export interface Header {
  readonly version: string;
  readonly node: string;
  readonly evaluation: PlannedEvaluation | EvaluationDocument;
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
  const header = { version: VERSION, node: process.version, evaluation };
  await readHeader(folder, header, resume);
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, HEADER), `${JSON.stringify(header, undefined, 1)}\n`);
  const { before, add, order, close } = await openJournal(
    join(folder, JOURNAL),
    evaluation.setups.length + 1,
  );
  return {
    ...{ before, add, close },
    finish: async (lines, files) => {
      await order(lines);
      for (const [name, text] of Object.entries(files)) await replaceFile(join(folder, name), text);
    },
  };
}

/** The content of results.json. */
export const resultsText = (results: EvaluationResults): string =>
  `${JSON.stringify(results, undefined, 1)}\n`;

/** Readers see the old file or the new one, never half of it. */
export async function replaceFile(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

/**
 * The header of a folder that goes on with an evaluation; undefined for a folder without one.
 *
 * @param header of the evaluation; without the id that a server has given it.
 * @throws SimulationError when the folder has results of another evaluation or program, or has
 * results and `resume` is false.
 */
export async function readHeader<Known extends Header>(
  folder: string,
  header: Omit<Known, 'id'>,
  resume: Resume,
): Promise<Known | undefined> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw refusal(`${folder} cannot be used: ${(error as Error).message}.`);
  });
  if (!names.some((name) => FILES.includes(name))) return undefined;
  if (!resume)
    throw refusal(
      `${folder} has the results of an evaluation already: choose another folder, or go on with --resume.`,
    );
  const known = await readFile(join(folder, HEADER), 'utf8')
    .then((text) => JSON.parse(text) as Known)
    .catch(() => undefined);
  if (!known)
    throw refusal(`${join(folder, HEADER)} cannot be read, so the evaluation cannot go on.`);
  const id = '';
  const { version, node } = resume === 'of our bits' ? header : known;
  const before = { ...known, version, node, id };
  if (!isDeepStrictEqual(before, { ...JSON.parse(JSON.stringify(header)), id }))
    throw refusal(
      known.version === header.version && known.node === header.node
        ? `${folder} has the results of another evaluation, or of another device: choose another folder.`
        : `${folder} was begun with Lumenloom ${known.version} on Node ${known.node}; results of two programs are not mixed: choose another folder.`,
    );
  return known;
}

const refusal = (sentence: string): SimulationError =>
  new SimulationError('bad-parameter', sentence, 'out');
