import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudyDocument } from '@lumenloom/contract';
import type { ComputeServer } from './compute-server.ts';
import { hasResults, replaceFile } from '../folder/journal.ts';
import { callRemote, followRemote, resumeRemote, startRemote } from './remote-experiment.ts';
import type { StudyResults } from '../results/study-results.ts';

/** What the server writes at the end of a study. */
const FILES = ['results.csv', 'results.json', 'report.html'] as const;

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
  const study = await startRemote(server, 'study', document, { folder, resume });
  await mkdir(folder, { recursive: true });
  const header = { server: server.url, document };
  await replaceFile(join(folder, 'study.json'), `${JSON.stringify(header, undefined, 2)}\n`);
  if (resume) await resumeRemote(study);
  let ended = 0;
  const onLine = (): void => progress((ended += 1));
  if (!(await followRemote(study, { signal, tell, onLine }))) return undefined;
  const texts = await Promise.all(
    FILES.map(async (name) => (await callRemote(study, `/${name}`)).text()),
  );
  for (const [at, name] of FILES.entries()) await replaceFile(join(folder, name), texts[at]!);
  const results = JSON.parse(texts[1]!) as StudyResults;
  if (results.best ?? results.representatives[0] !== undefined) {
    const best = (await (await callRemote(study, '/best')).json()) as Best;
    for (const [at, one] of (best.representatives ?? [best]).entries())
      for (const part of ['recipe', 'lens'] as const)
        if (one[part] !== undefined)
          await replaceFile(
            join(folder, `best-${part}${best.representatives ? `-${at + 1}` : ''}.json`),
            `${JSON.stringify(one[part], undefined, 2)}\n`,
          );
  }
  return results;
}
