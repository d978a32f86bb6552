import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SimulationError } from '@lumenloom/engine';
import type { StudyDocument, StudyStatus } from '@lumenloom/contract';
import { callServer, type ComputeServer } from '../compute-server.ts';
import { hasResults, replaceFile } from '../journal.ts';
import { tellingReasons } from '../reason-of-wait.ts';
import { linesFrom, startRemote } from '../remote-sweep.ts';
import type { StudyResults } from './study-results.ts';

const ROUTE = '/api/studies';
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
  const id = await startRemote(server, ROUTE, document, folder, resume);
  await mkdir(folder, { recursive: true });
  const header = { server: server.url, document };
  await replaceFile(join(folder, 'study.json'), `${JSON.stringify(header, undefined, 2)}\n`);
  const call = (path: string, init?: RequestInit & { readonly headers?: Record<string, string> }) =>
    callServer(server, `${ROUTE}/${id}${path}`, init);
  const stateOf = async () => (await (await call('')).json()) as StudyStatus;
  const { state } = await stateOf();
  if (resume && (state === 'cancelled' || state === 'failed'))
    await call('/resume', { method: 'POST', body: '{}' });
  const takeResults = async (): Promise<void> => {
    let ended = 0;
    for await (const _ of linesFrom(server, `${ROUTE}/${id}/results`, signal))
      progress((ended += 1));
  };
  try {
    await tellingReasons(stateOf, tell, takeResults());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const last = await stateOf();
  if (last.state === 'failed' || last.state === 'cancelled')
    throw new SimulationError(
      'bad-parameter',
      last.message || 'The study was cancelled on the server; --resume goes on with it.',
      '',
    );
  if (last.state !== 'done') {
    if (signal.aborted) return undefined;
    throw new SimulationError(
      'unavailable',
      `${server.url} closed the connection before the study had ended.`,
      'server',
    );
  }
  const texts = await Promise.all(FILES.map(async (name) => (await call(`/${name}`)).text()));
  for (const [at, name] of FILES.entries()) await replaceFile(join(folder, name), texts[at]!);
  const results = JSON.parse(texts[1]!) as StudyResults;
  if (results.best ?? results.representatives[0] !== undefined) {
    const best = (await (await call('/best')).json()) as Best;
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
