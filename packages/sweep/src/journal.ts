import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { OwnParts } from '@lumenloom/contract';
import { SimulationError, VERSION, type DeviceFacts, type LensFile } from '@lumenloom/engine';
import { appendFile, writeFile } from '@lumenloom/node-host';

/**
 * The programs that computed the runs, and on what: results of different ones are never mixed.
 */
export interface Programs {
  readonly version: string;
  readonly node: string;
  /** Name of the GPU; absent: the processor. */
  readonly device?: string | undefined;
}
/** This engine on this Node, on a device; without one on the processor. */
export const ownPrograms = (device?: DeviceFacts): Programs => ({
  version: VERSION,
  node: process.version,
  ...(device && { device: device.name }),
});

export const programsInWords = ({ version, node, device }: Programs): string =>
  `Lumenloom ${version}, Node ${node}${device === undefined ? '' : `, GPU ${device}`}`;

/** What stands at the head of results. */
export interface Header<Document> extends Programs {
  readonly document: Document;
  readonly lens?: LensFile | undefined;
  /** Parts from files, in place of choices of the recipe; of a sweep those besides the lens. */
  readonly files?: OwnParts | undefined;
}

/** A line per finished run, in the order in which they ended; the other files are made of it. */
const JOURNAL = 'runs.ndjson';
/** Files of results, whatever computed them. */
const RESULTS = ['sweep.json', 'study.json', JOURNAL, 'results.json', 'results.csv'];

/** What computes the results of a folder, and the file that holds its document. */
export type Kind = 'sweep' | 'study';
const headerOf = (kind: Kind): string => `${kind}.json`;

/**
 * Whether to go on with results that lie there: of these programs alone, or also of others that are
 * known to give the same bits.
 */
export type Resume = boolean | 'of our bits';

/** A folder of results that can be resumed from. */
export interface Journal<Line> {
  /** Lines of the runs that were finished before. */
  readonly before: readonly Line[];
  readonly add: (...lines: readonly Line[]) => Promise<void>;
}

/**
 * Opens a folder for results.
 *
 * @param resume goes on with the results that lie there; without it such a folder is refused.
 * @param goesOn whether a document goes on with the results of the document of the folder.
 * @throws SimulationError when the folder has results of another document or program, or has
 * results and `resume` is false.
 */
export async function openJournal<Line, Document extends { readonly name: string }>(
  folder: string,
  kind: Kind,
  header: Header<Document>,
  resume: Resume,
  goesOn: (before: Document, now: Document) => boolean = () => false,
): Promise<Journal<Line>> {
  const before = await readBefore<Line, Document>(folder, kind, header, resume, goesOn);
  await mkdir(folder, { recursive: true });
  const journal = join(folder, JOURNAL);
  // The journal is written anew, because a process that was killed may have left half a line.
  await replaceFile(join(folder, headerOf(kind)), `${JSON.stringify(header, undefined, 2)}\n`);
  await replaceFile(journal, textOf(before));
  return { before, add: async (...lines) => appendFile(journal, textOf(lines)) };
}

const textOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Readers see the old file or the new one, never half of it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

/**
 * Whether a folder has results.
 *
 * @throws SimulationError when it has some and `resume` is false.
 */
export async function hasResults(
  folder: string,
  resume: Resume,
  kind: Kind = 'sweep',
): Promise<boolean> {
  const names: readonly string[] = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw refusal(`${folder} cannot be used: ${(error as Error).message}.`);
  });
  if (!names.some((name) => RESULTS.includes(name))) return false;
  if (resume !== false) return true;
  const found = (['sweep', 'study'] as const).find((one) => names.includes(headerOf(one))) ?? kind;
  throw refusal(
    `${folder} has the results of a ${found} already: choose another folder, or go on with --resume.`,
  );
}

async function readBefore<Line, Document extends { readonly name: string }>(
  folder: string,
  kind: Kind,
  header: Header<Document>,
  resume: Resume,
  goesOn: (before: Document, now: Document) => boolean,
): Promise<readonly Line[]> {
  if (!(await hasResults(folder, resume, kind))) return [];
  const file = join(folder, headerOf(kind));
  const known = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Partial<Header<Document>>)
    .catch(() => undefined);
  if (!known) throw refusal(`${file} cannot be read, so the ${kind} cannot go on.`);
  const parts = ({ document, lens, files }: Partial<Header<Document>>): unknown =>
    JSON.parse(JSON.stringify([document, lens ?? null, files ?? null]));
  const isContinued = known.document !== undefined && goesOn(known.document, header.document);
  const before = isContinued ? { ...known, document: header.document } : known;
  if (!isDeepStrictEqual(parts(before), parts(header)))
    throw refusal(
      `${folder} has the results of another ${kind} (${JSON.stringify(known.document?.name)}, or other values): choose another folder.`,
    );
  if (known.version === undefined)
    throw refusal(`A server computes the ${kind} of ${folder}: name it with --server.`);
  const isOther = known.version !== header.version || known.node !== header.node;
  if (isOther && resume !== 'of our bits')
    throw refusal(
      `${folder} was begun with Lumenloom ${known.version} on Node ${known.node}; now it would be ${header.version} on ${header.node}. Results of both are not mixed: choose another folder.`,
    );
  if (known.device !== header.device)
    throw refusal(
      `${folder} was begun on ${placeOf(known)}; now it would be ${placeOf(header)}. Results of both are not mixed: choose another folder, or another --device.`,
    );
  const text = await readFile(join(folder, JOURNAL), 'utf8').catch(() => '');
  await rm(join(folder, 'report.html'), { force: true });
  // Lines that were not written to their end, by a process that was killed or on a full disk, are
  // left out.
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}

const placeOf = ({ device }: Partial<Programs>): string =>
  device === undefined ? 'the processor' : `the GPU ${device}`;

export const refusal = (sentence: string, field = 'out'): SimulationError =>
  new SimulationError('bad-parameter', sentence, field);
