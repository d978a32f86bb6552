import { appendFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SimulationError, VERSION, type LensFile } from '@lumenloom/engine';
import type { SweepDocument } from '@lumenloom/contract';
import { csvOf } from './csv.ts';
import type { RunOutcome } from './run-sweep.ts';
import { reportPage } from './report-page.ts';

/** The programs that computed the runs: results of different programs are never mixed. */
export interface Programs {
  readonly version: string;
  readonly node: string;
}
/** This engine on this Node. */
export const OWN_PROGRAMS: Programs = { version: VERSION, node: process.version };

interface Header extends Programs {
  readonly document: SweepDocument;
  readonly lens?: LensFile;
}

const HEADER = 'sweep.json';
/** A line per finished run, in the order in which they ended; the other files are made of it. */
const JOURNAL = 'runs.ndjson';

/**
 * Reads a sweep document: from the file itself, or from results.json and sweep.json in a folder of
 * results.
 *
 * @param hasLens whether a lens file replaces the lens of the recipe.
 * @throws SimulationError when the results lack parts of their document.
 */
export function documentIn(content: unknown, hasLens: boolean): unknown {
  if (typeof content !== 'object' || content === null) return content;
  const { document, lens, runs } = content as Partial<Header> & { readonly runs?: unknown };
  if (document === undefined && runs === undefined) return content;
  if (document === undefined)
    throw refusal(
      'These results do not hold the document of their sweep: name the sweep.json that stands beside them.',
      'document',
    );
  if (lens !== undefined && !hasLens)
    throw refusal(
      'These results were computed with a lens file: give the same one with --lens-file.',
      'lens',
    );
  return document;
}

/** A folder of results that a sweep writes, and can be resumed from. */
export interface ResultsFolder {
  /** Outcomes of the runs that were finished before. */
  readonly before: readonly RunOutcome[];
  /** Keeps the outcome of a run. */
  readonly add: (outcome: RunOutcome) => Promise<void>;
  /**
   * Writes results.csv, results.json and report.html of all runs so far.
   * @returns the outcomes in the order of runs.
   */
  readonly finish: () => Promise<readonly RunOutcome[]>;
}

/**
 * Opens a folder for the results of a sweep.
 *
 * @param resume goes on with the results that lie there; without it such a folder is refused.
 * @param programs that compute the runs, where it is not this one.
 * @param lens from a file, in place of the recipe's lens.
 * @throws SimulationError when the folder has results of another sweep or program, or has results
 * and `resume` is false.
 */
export async function openResults(
  folder: string,
  document: SweepDocument,
  resume: boolean,
  programs: Programs = OWN_PROGRAMS,
  lens?: LensFile,
): Promise<ResultsFolder> {
  const { version, node } = programs;
  const header: Header = { version, node, document, ...(lens && { lens }) };
  const before = await readBefore(folder, header, resume);
  await mkdir(folder, { recursive: true });
  const journal = join(folder, JOURNAL);
  // The journal is written anew, because a process that was killed may have left half a line.
  await replaceFile(join(folder, HEADER), `${JSON.stringify(header, undefined, 2)}\n`);
  await replaceFile(journal, before.map(lineOf).join(''));
  const outcomes = [...before];
  return {
    before,
    add: async (outcome) => {
      outcomes.push(outcome);
      await appendFile(journal, lineOf(outcome));
    },
    finish: async () => {
      const sorted = outcomes.toSorted((a, b) => a.run - b.run);
      const results = { ...header, runs: sorted };
      await replaceFile(join(folder, 'results.csv'), csvOf(document, sorted));
      await replaceFile(join(folder, 'results.json'), `${JSON.stringify(results, undefined, 1)}\n`);
      await replaceFile(join(folder, 'report.html'), await reportPage(folder, header, sorted));
      return sorted;
    },
  };
}

const lineOf = (outcome: RunOutcome): string => `${JSON.stringify(outcome)}\n`;

/** Readers see the old file or the new one, never half of it. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

/**
 * Whether a folder has results of a sweep.
 *
 * @throws SimulationError when it has some and `resume` is false.
 */
export async function hasResults(folder: string, resume: boolean): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw refusal(`${folder} cannot be used: ${(error as Error).message}.`);
  });
  if (!names.some((name) => [HEADER, JOURNAL, 'results.json', 'results.csv'].includes(name)))
    return false;
  if (resume) return true;
  throw refusal(
    `${folder} has the results of a sweep already: choose another folder, or go on with --resume.`,
  );
}

async function readBefore(
  folder: string,
  header: Header,
  resume: boolean,
): Promise<readonly RunOutcome[]> {
  if (!(await hasResults(folder, resume))) return [];
  const known = await readFile(join(folder, HEADER), 'utf8')
    .then((text) => JSON.parse(text) as Partial<Header>)
    .catch(() => undefined);
  if (!known) throw refusal(`${join(folder, HEADER)} cannot be read, so the sweep cannot go on.`);
  const parts = ({ document, lens }: Partial<Header>): unknown =>
    JSON.parse(JSON.stringify([document, lens ?? null]));
  if (!isDeepStrictEqual(parts(known), parts(header)))
    throw refusal(
      `${folder} has the results of another sweep (${JSON.stringify(known.document?.name)}, or other values): choose another folder.`,
    );
  if (known.version !== header.version || known.node !== header.node)
    throw refusal(
      `${folder} was begun with Lumenloom ${known.version} on Node ${known.node}; now it would be ${header.version} on ${header.node}. Results of both are not mixed: choose another folder.`,
    );
  const text = await readFile(join(folder, JOURNAL), 'utf8').catch(() => '');
  await rm(join(folder, 'report.html'), { force: true });
  return outcomesIn(text);
}

/**
 * The outcomes of a journal. Lines that were not written to their end, by a process that was killed
 * or on a full disk, are left out.
 */
function outcomesIn(text: string): RunOutcome[] {
  const byRun = new Map<number, RunOutcome>();
  for (const line of text.split('\n')) {
    const outcome = parsed(line);
    if (outcome) byRun.set(outcome.run, outcome);
  }
  return [...byRun.values()];
}

function parsed(line: string): RunOutcome | undefined {
  try {
    return JSON.parse(line) as RunOutcome;
  } catch {
    return undefined;
  }
}

const refusal = (sentence: string, field = 'out'): SimulationError =>
  new SimulationError('bad-parameter', sentence, field);
