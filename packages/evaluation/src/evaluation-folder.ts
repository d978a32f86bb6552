import { appendFile, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { EvaluationDocument } from '@lumenloom/contract';
import { SimulationError, VERSION } from '@lumenloom/engine';
import type { PictureLine } from './picture-lines.ts';
import type { PlannedEvaluation } from './plan-evaluation.ts';
import type { EvaluationResults } from './results.ts';

export const HEADER = 'evaluation.json';
/** A line per finished picture and camera. */
const JOURNAL = 'images.ndjson';
export const RESULTS = 'results.json';
const FILES = [HEADER, JOURNAL, RESULTS, 'report.html'];

/** What the files of a folder depend on. */
export interface Header {
  readonly version: string;
  readonly node: string;
  readonly evaluation: PlannedEvaluation | EvaluationDocument;
}

/** A folder of lines that an evaluation writes, and can be resumed from. */
export interface EvaluationFolder {
  /** Lines of pictures that were finished before. */
  readonly before: readonly PictureLine[];
  /** Keeps the lines of a picture. */
  readonly add: (lines: readonly PictureLine[]) => Promise<void>;
  /** Writes the journal anew, in the order of the lines, and the other files. */
  readonly finish: (
    lines: readonly PictureLine[],
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
  resume: boolean,
): Promise<EvaluationFolder> {
  const header = { version: VERSION, node: process.version, evaluation };
  const before = await linesBefore(folder, header, resume);
  await mkdir(folder, { recursive: true });
  const journal = join(folder, JOURNAL);
  await replaceFile(join(folder, HEADER), `${JSON.stringify(header, undefined, 1)}\n`);
  // Written anew, because a process that was killed may have left half a line.
  await replaceFile(journal, textOf(before));
  return {
    before,
    add: async (lines) => appendFile(journal, textOf(lines)),
    finish: async (lines, files) => {
      await replaceFile(journal, textOf(lines));
      for (const [name, text] of Object.entries(files)) await replaceFile(join(folder, name), text);
    },
  };
}

const textOf = (lines: readonly PictureLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** The content of results.json. */
export const resultsText = (results: EvaluationResults): string =>
  `${JSON.stringify(results, undefined, 1)}\n`;

/** Readers see the old file or the new one, never half of it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

async function linesBefore(
  folder: string,
  header: Header & { readonly evaluation: PlannedEvaluation },
  resume: boolean,
): Promise<readonly PictureLine[]> {
  if (!(await readHeader(folder, header, resume))) return [];
  const text = await readFile(join(folder, JOURNAL), 'utf8').catch(() => '');
  return wholePictures(text.split('\n').flatMap(parsed), header.evaluation.setups.length + 1);
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
  resume: boolean,
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
  if (!isDeepStrictEqual({ ...known, id }, { ...JSON.parse(JSON.stringify(header)), id }))
    throw refusal(
      known.version === header.version && known.node === header.node
        ? `${folder} has the results of another evaluation: choose another folder.`
        : `${folder} was begun with Lumenloom ${known.version} on Node ${known.node}; results of two programs are not mixed: choose another folder.`,
    );
  return known;
}

function parsed(line: string): readonly PictureLine[] {
  try {
    return [JSON.parse(line) as PictureLine];
  } catch {
    return [];
  }
}

/**
 * The lines of pictures that have all of theirs, once each: a kill may have cut a picture off, and
 * a process that was taken for dead may have written one too.
 */
function wholePictures(lines: readonly PictureLine[], count: number): readonly PictureLine[] {
  const byImage = new Map<string, Map<string, PictureLine>>();
  for (const line of lines) {
    const own = byImage.get(line.image) ?? new Map<string, PictureLine>();
    byImage.set(line.image, own.set(JSON.stringify([line.camera, line.condition]), line));
  }
  return [...byImage.values()]
    .filter(({ size }) => size === count)
    .flatMap((own) => [...own.values()]);
}

const refusal = (sentence: string): SimulationError =>
  new SimulationError('bad-parameter', sentence, 'out');
