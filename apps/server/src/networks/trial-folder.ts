import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messages } from '@lumenloom/contract';
import type { PartialDescriptor } from '@lumenloom/engine';
import { httpProblem } from '../http-problem.ts';
import { folderOf, keyOf, NAMES } from '../library/library-files.ts';
import type { ReceivedFile } from '../library/library-form.ts';
import type { LibraryRow } from '../library/library-rows.ts';

/** A network and where it lies, of the library or on trial. */
export type TriedFile = Pick<LibraryRow, 'userId' | 'key' | 'fileName' | 'bytes'>;

/** What lies beside a network on trial, where the part of a file of the library lies. */
interface Trial {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly part: { readonly algorithm: { readonly descriptor: PartialDescriptor } };
}

const BEGIN = 'trial-';

/** Whether an id names a network on trial, which is in no library. */
export const isTrial = (id: string): boolean => id.startsWith(BEGIN);

/**
 * An account tries one network at a time. No row refers to its folder, so that it is deleted with
 * the leftovers of uploads where the page does not say that the trial has ended.
 */
const trialKey = (account: string): string => keyOf(['trial', account]);

/** @throws HttpProblem 404 where the account tries another network or none. */
export async function trialOf(library: string, account: string, id: string): Promise<TriedFile> {
  const key = trialKey(account);
  const folder = folderOf(library, key);
  const text = await readFile(join(folder, NAMES.part), 'utf8').catch(() => undefined);
  const trial = text === undefined ? undefined : (JSON.parse(text) as Trial);
  if (trial?.id !== id) throw httpProblem(404, messages.trialEnded);
  const now = new Date();
  await utimes(folder, now, now);
  return { userId: account, key, fileName: trial.fileName, bytes: trial.bytes };
}

/** Puts a network that has arrived in the place of the one that the account has tried before. */
export async function beginTrial(
  library: string,
  account: string,
  arrived: string,
  { file, descriptor }: { readonly file: ReceivedFile; readonly descriptor: PartialDescriptor },
): Promise<string> {
  const id = BEGIN + keyOf([file.sha256, file.fileName, descriptor]);
  const { fileName, bytes } = file;
  const trial: Trial = { id, fileName, bytes, part: { algorithm: { descriptor } } };
  await writeFile(join(arrived, NAMES.part), JSON.stringify(trial));
  const folder = folderOf(library, trialKey(account));
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await rm(folder, { recursive: true, force: true });
  await rename(arrived, folder);
  return id;
}

export const endTrial = (library: string, account: string): Promise<void> =>
  rm(folderOf(library, trialKey(account)), { recursive: true, force: true });
