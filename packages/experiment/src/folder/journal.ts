import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { OwnParts } from '@lumenloom/contract';
import { SimulationError, VERSION, type AnyLensFile, type DeviceFacts } from '@lumenloom/engine';
import { appendFile, writeFile } from '@lumenloom/node-host';
import { linesIn, openOld, textOf } from './lines.ts';

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
  readonly lens?: AnyLensFile | undefined;
  /** Parts from files, in place of choices of the recipe; of a sweep those besides the lens. */
  readonly files?: OwnParts | undefined;
}

/** A line per finished run, in the order in which they ended; the other files are made of it. */
const JOURNAL = 'runs.ndjson';
/** What computes the results of a folder, and the file that holds its document. */
const KINDS = ['sweep', 'study', 'evaluation', 'choice', 'yield'] as const;
export type Kind = (typeof KINDS)[number];
export const headerOf = (kind: Kind): string => `${kind}.json`;

/** Files of results, whatever computed them. */
const RESULTS = [
  ...KINDS.map(headerOf),
  ...[JOURNAL, 'images.ndjson', 'results.json', 'results.csv', 'galleries.json', 'candidates.csv'],
];

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
  const known = await readKnown(folder, kind, header, resume, (one) => {
    const { document, lens = null, files = null, device } = one;
    const isContinued = document !== undefined && goesOn(document, header.document);
    const parts = [isContinued ? header.document : document, lens, files];
    return { name: document?.name, parts, device };
  });
  const journal = join(folder, JOURNAL);
  const before = known ? await linesOf<Line>(journal) : [];
  if (known) await rm(join(folder, 'report.html'), { force: true });
  await mkdir(folder, { recursive: true });
  // The journal is written anew, because a process that was killed may have left half a line.
  await replaceFile(join(folder, headerOf(kind)), jsonText(header, 2));
  await replaceFile(journal, textOf(before));
  return { before, add: async (...lines) => appendFile(journal, textOf(lines)) };
}

async function linesOf<Line>(path: string): Promise<readonly Line[]> {
  const file = await openOld(path);
  const lines: Line[] = [];
  try {
    if (file) for await (const [line] of linesIn<Line>(file)) lines.push(line);
  } finally {
    await file?.close();
  }
  return lines;
}

/** A value as the JSON of a file. @param indent blanks of a level. */
export const jsonText = (value: unknown, indent = 1): string =>
  `${JSON.stringify(value, undefined, indent)}\n`;

/** Readers see the old file or the new one, never half of it. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  await writeFile(`${path}.part`, content);
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
  const found = KINDS.find((one) => names.includes(headerOf(one))) ?? kind;
  const article = found === 'evaluation' ? 'an' : 'a';
  throw refusal(
    `${folder} has the results of ${article} ${found} already: choose another folder, or go on with --resume.`,
  );
}

/** What the results of a folder depend on besides the programs, and how people call that. */
interface About {
  readonly name: string | undefined;
  readonly parts: unknown;
  /** Name of the GPU; undefined: the processor. */
  readonly device: string | undefined;
}

/**
 * The header of a folder that goes on; undefined for a folder without results.
 *
 * @param header of the work now; without programs a server computes it.
 * @throws SimulationError when the folder has results of other work or of another program, or has
 * results and `resume` is false.
 */
export async function readKnown<Known extends Partial<Programs>>(
  folder: string,
  kind: Kind,
  header: Known,
  resume: Resume,
  aboutOf: (header: Partial<Known>) => About,
): Promise<Known | undefined> {
  if (!(await hasResults(folder, resume, kind))) return undefined;
  const file = join(folder, headerOf(kind));
  const known = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Known)
    .catch(() => undefined);
  if (!known) throw refusal(`${file} cannot be read, so the ${kind} cannot go on.`);
  const { version, node } = known;
  // Where a server computes it, the programs there say whether they go on.
  const isHere = header.version !== undefined;
  if (isHere && version === undefined)
    throw refusal(`A server computes the ${kind} of ${folder}: name it with --server.`);
  const isOther = version !== header.version || node !== header.node;
  if (isHere && isOther && resume !== 'of our bits')
    throw refusal(
      `${folder} was begun with Lumenloom ${version} on Node ${node}; now it would be ${header.version} on ${header.node}. Results of both are not mixed: choose another folder.`,
    );
  const [before, now] = [aboutOf(known), aboutOf(header)];
  if (!isDeepStrictEqual(plain(before.parts), plain(now.parts)))
    throw refusal(
      `${folder} has the results of another ${kind} (${JSON.stringify(before.name)}, or other values): choose another folder.`,
    );
  if (before.device !== now.device)
    throw refusal(
      `${folder} was begun on ${placeOf(before)}; now it would be ${placeOf(now)}. Results of both are not mixed: choose another folder, or another --device.`,
    );
  return known;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const placeOf = ({ device }: Pick<About, 'device'>): string =>
  device === undefined ? 'the processor' : `the GPU ${device}`;

export const refusal = (sentence: string, field = 'out'): SimulationError =>
  new SimulationError('bad-parameter', sentence, field);
