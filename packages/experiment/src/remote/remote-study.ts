import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudyDocument } from '@lumenloom/contract';
import type { ComputeServer } from './compute-server.ts';
import { hasResults, headerOf, jsonText, replaceFile } from '../folder/journal.ts';
import {
  callRemote,
  fetchFiles,
  followRemote,
  resumeRemote,
  startRemote,
} from './remote-experiment.ts';
import type { StudyResults } from '../results/study-results.ts';

const RESULTS = 'results.json';

/** What /best gives: a run, or several runs of several objectives. */
interface Best {
  readonly recipe?: unknown;
  readonly lens?: unknown;
  readonly representatives?: readonly Best[];
}

export interface RemoteOptions {
  /** Where the files go. */
  readonly folder: string;
  /** Follows the study that was started for this folder, and has the server go on with it. */
  readonly resume: boolean;
  /** Leaves the study to the server. */
  readonly signal: AbortSignal;
  /** Is told how many runs have ended. */
  readonly progress: (ended: number) => void;
  /** Takes why the study does not go on. */
  readonly tell: (reason: string) => void;
}

/**
 * Has a server compute a study, follows it and fetches its files.
 *
 * @returns the results; undefined where `signal` came before their end.
 * @throws SimulationError with the server's sentence, or with the sentence why the study failed.
 */
export async function runRemoteStudy(
  server: ComputeServer,
  document: StudyDocument,
  { folder, resume, signal, progress, tell }: RemoteOptions,
): Promise<StudyResults | undefined> {
  await hasResults(folder, resume, 'study');
  const study = await startRemote(server, 'study', async () => document, { folder, resume });
  const header = { server: server.url, document };
  await replaceFile(join(folder, headerOf('study')), jsonText(header, 2));
  if (resume) await resumeRemote(study);
  let ended = 0;
  const onLine = (): void => progress((ended += 1));
  if (!(await followRemote(study, { signal, tell, onLine }))) return undefined;
  await fetchFiles(study, folder, ['results.csv', 'report.html', RESULTS]);
  const results = JSON.parse(await readFile(join(folder, RESULTS), 'utf8')) as StudyResults;
  if (results.best ?? results.representatives[0] !== undefined) {
    const best = (await (await callRemote(study, '/best')).json()) as Best;
    for (const [at, one] of (best.representatives ?? [best]).entries())
      for (const part of ['recipe', 'lens'] as const)
        if (one[part] !== undefined)
          await replaceFile(
            join(folder, `best-${part}${best.representatives ? `-${at + 1}` : ''}.json`),
            jsonText(one[part], 2),
          );
  }
  return results;
}
