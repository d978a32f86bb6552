import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SimulationError, type StageArray } from '@lumenloom/engine';
import type { SweepDocument, SweepStatus } from '@lumenloom/contract';
import { runName, type RunOutcome } from './run-sweep.ts';

/** A server, and the API token with which it computes. */
export interface SweepServer {
  readonly url: string;
  readonly token: string;
}

/** Remembers which sweep of the server belongs to a folder. */
const REMOTE = 'server.json';

/**
 * A call of the server.
 *
 * @throws SimulationError with the server's own sentence, or with why it did not answer.
 */
async function call(
  { url, token }: SweepServer,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    const { cause, message } = error as Error;
    throw new SimulationError(
      'bad-parameter',
      `${url} does not answer: ${cause instanceof Error ? cause.message : message}.`,
      'server',
    );
  });
  if (response.ok) return response;
  const { field = '', message = `it answered ${response.status}` } = (await response
    .json()
    .catch(() => ({}))) as { field?: string; message?: string };
  throw new SimulationError('bad-parameter', message, field);
}

/** Starts a sweep on a server, or finds the one that was started for this folder. */
export async function remoteSweep(
  server: SweepServer,
  document: SweepDocument,
  folder: string,
  resume: boolean,
): Promise<SweepStatus> {
  const file = join(folder, REMOTE);
  const known = resume
    ? await readFile(file, 'utf8')
        .then((text) => JSON.parse(text) as { readonly url: string; readonly id: string })
        .catch(() => undefined)
    : undefined;
  const id =
    known?.url === server.url
      ? known.id
      : (
          (await (
            await call(server, '/api/sweeps', { method: 'POST', body: JSON.stringify(document) })
          ).json()) as { readonly id: string }
        ).id;
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ url: server.url, id }));
  return (await (await call(server, `/api/sweeps/${id}`)).json()) as SweepStatus;
}

/**
 * Takes the results of a sweep from a server as they come, until it has ended.
 *
 * @param done runs that are there already.
 */
export async function followRemote(
  server: SweepServer,
  { id }: Pick<SweepStatus, 'id'>,
  keep: SweepDocument['keep'],
  done: ReadonlySet<number>,
  {
    folder,
    signal,
    ended,
  }: {
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly ended: (outcome: RunOutcome) => Promise<void>;
  },
): Promise<void> {
  try {
    const { body } = await call(server, `/api/sweeps/${id}/results`, { signal });
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (text + chunk).split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const outcome = JSON.parse(line) as RunOutcome;
        if (done.has(outcome.run)) continue;
        if (keep !== 'figures' && outcome.status === 'done')
          await fetchPicture(server, id, outcome.run, folder);
        if (keep === 'stages' && outcome.status === 'done')
          await fetchStages(server, id, outcome.run, folder);
        await ended(outcome);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function fetchPicture(
  server: SweepServer,
  id: string,
  run: number,
  folder: string,
): Promise<void> {
  const response = await call(server, `/api/sweeps/${id}/runs/${run}/picture`);
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await writeFile(join(folder, 'pictures', `${runName(run)}.png`), response.body!);
}

async function fetchStages(
  server: SweepServer,
  id: string,
  run: number,
  folder: string,
): Promise<void> {
  const path = `/api/sweeps/${id}/runs/${run}/stages`;
  const { arrays } = (await (await call(server, path)).json()) as {
    readonly arrays: readonly StageArray[];
  };
  const into = join(folder, 'stages', runName(run));
  await mkdir(into, { recursive: true });
  for (const array of arrays) {
    const { body } = await call(server, `${path}/${array}.npy`);
    await writeFile(join(into, `${array}.npy`), body!);
  }
}
