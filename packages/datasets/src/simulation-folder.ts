import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@lumenloom/engine/quick';
import { appendFile, writeFile } from '@lumenloom/node-host';
import { refusal } from './file-tree.ts';

/** What a folder of results is called in sentences, and its file that is written last. */
export interface SimulationKind {
  readonly file: string;
  readonly noun: string;
}

/** How the simulation of a picture ended, as a line of the journal. */
export interface PictureOutcome {
  /** Of the source picture. */
  readonly name: string;
  /** Why there is no photograph; absent where there is one. */
  readonly problem?: string;
  /** Of the source and of the photograph, 8-bit codes. */
  readonly noise?: readonly [number, number];
}

/** A folder in which a simulated data set is written. */
export interface SimulationFolder {
  /** Whether everything was there already. */
  readonly isComplete: boolean;
  /** Pictures that ended before, by name. */
  readonly outcomes: Map<string, PictureOutcome>;
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  /** Keeps the outcome of a picture whose file is written. */
  readonly add: (outcome: PictureOutcome) => Promise<void>;
  /** Removes the journal: the set is complete. */
  readonly finish: () => Promise<void>;
}

/** What the set is made of first, then a line per picture in the order in which they ended. */
const JOURNAL = 'images.ndjson';
/** Written last. */
export const DATASET_FILE = 'dataset.json';
const DATASET: SimulationKind = { file: DATASET_FILE, noun: 'simulated data set' };

/**
 * Opens a folder for a simulated data set, or for other pictures that are made one by one.
 *
 * @param header what the set depends on: results of another are not gone on with.
 * @param resume goes on with the pictures that lie there; without it such a folder is refused.
 * @throws SimulationError when the folder has another set, or has one and `resume` is false.
 */
export async function openSimulation(
  folder: string,
  header: object,
  resume: boolean,
  { file, noun }: SimulationKind = DATASET,
): Promise<SimulationFolder> {
  const journal = join(folder, JOURNAL);
  const text = await readFile(journal, 'utf8').catch(() => undefined);
  const complete = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  if ((text ?? complete) !== undefined && !resume)
    throw refusal(
      `${folder} has a ${noun} already: choose another folder, or go on with --resume.`,
      'out',
    );
  const lines = (text ?? '').split('\n').map(parsed);
  const known = text === undefined ? parsed(complete ?? '') : lines[0];
  if (known !== undefined && !isSame(known, header))
    throw refusal(
      `${folder} has another ${noun} (other pictures, recipe, options, device or program): choose another folder.`,
      'out',
    );
  await mkdir(folder, { recursive: true });
  const outcomes = new Map(
    lines
      .slice(1)
      .filter((line) => line !== undefined)
      .map((line) => [(line as PictureOutcome).name, line as PictureOutcome]),
  );
  const isComplete = text === undefined && known !== undefined;
  // The journal is written anew, because a process that was killed may have left half a line.
  const write: SimulationFolder['write'] = async (path, content) => {
    const whole = join(folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(`${whole}.part`, content);
    await rename(`${whole}.part`, whole);
  };
  if (!isComplete)
    await write(
      JOURNAL,
      [header, ...outcomes.values()].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
  return {
    isComplete,
    outcomes,
    write,
    add: async (outcome) => {
      outcomes.set(outcome.name, outcome);
      await appendFile(journal, `${JSON.stringify(outcome)}\n`);
    },
    finish: () => rm(journal, { force: true }),
  };
}

/** Whether a description has all that a header says, and was made on the same device. */
function isSame(known: unknown, header: object): boolean {
  const expected = JSON.parse(JSON.stringify(header)) as Readonly<Record<string, unknown>>;
  return (
    isObject(known) &&
    known['device'] === expected['device'] &&
    Object.entries(expected).every(([key, value]) => isDeepStrictEqual(known[key], value))
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
