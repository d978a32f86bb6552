import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SimulationError, type StageArray } from '@lumenloom/engine';
import type { SweepDocument, SweepStatus } from '@lumenloom/contract';
import { writeFile } from '@lumenloom/node-host';
import { callServer, type ComputeServer } from './compute-server.ts';
import { refusal } from './journal.ts';
import { tellingReasons } from './reason-of-wait.ts';
import { runName, type RunOutcome } from './run-sweep.ts';

/** Remembers what on the server belongs to a folder. */
const REMOTE = 'server.json';

/** What a server computes for a folder; undefined where none does. */
const remoteOf = (
  folder: string,
): Promise<{ readonly url: string; readonly id: string } | undefined> =>
  readFile(join(folder, REMOTE), 'utf8')
    .then((text) => JSON.parse(text) as { readonly url: string; readonly id: string })
    .catch(() => undefined);

/** @throws SimulationError where a server computes the sweep of a folder. */
export async function refuseRemote(folder: string): Promise<void> {
  const known = await remoteOf(folder);
  if (known)
    throw refusal(
      `${known.url} computes the sweep of ${folder}: go on with --server ${known.url}, or remove ${join(folder, REMOTE)} to compute the rest here.`,
    );
}

/**
 * Starts work on a server, or finds what was started for this folder.
 *
 * @param route of the calls, such as /api/sweeps.
 * @returns its id.
 */
export async function startRemote(
  server: ComputeServer,
  route: string,
  document: object,
  folder: string,
  resume: boolean,
): Promise<string> {
  const known = resume ? await remoteOf(folder) : undefined;
  if (known?.url === server.url) return known.id;
  const body = JSON.stringify(document);
  const started = await callServer(server, route, { method: 'POST', body });
  const { id } = (await started.json()) as { readonly id: string };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, REMOTE), JSON.stringify({ url: server.url, id }));
  return id;
}

/** Starts a sweep on a server, or finds the one that was started for this folder. */
export async function remoteSweep(
  server: ComputeServer,
  document: SweepDocument,
  folder: string,
  resume: boolean,
): Promise<SweepStatus> {
  return remoteStatus(server, await startRemote(server, '/api/sweeps', document, folder, resume));
}

/**
 * Takes the results of a sweep from a server as they come, until it has ended.
 *
 * @param done runs that are there already.
 * @throws SimulationError where the sweep ended without all runs; 'unavailable' where the server
 *   went away.
 */
export async function followRemote(
  server: ComputeServer,
  { id }: Pick<SweepStatus, 'id'>,
  keep: SweepDocument['keep'],
  done: ReadonlySet<number>,
  {
    folder,
    signal,
    ended,
    tell,
  }: {
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly ended: (outcome: RunOutcome) => Promise<void>;
    /** Takes why the sweep does not go on. */
    readonly tell: (reason: string) => void;
  },
): Promise<void> {
  const takeResults = async (): Promise<void> => {
    for await (const line of linesFrom(server, `/api/sweeps/${id}/results`, signal)) {
      const outcome = JSON.parse(line) as RunOutcome;
      if (done.has(outcome.run)) continue;
      if (keep !== 'figures' && outcome.status === 'done')
        await fetchPicture(server, id, outcome.run, folder);
      if (keep === 'stages' && outcome.status === 'done')
        await fetchStages(server, id, outcome.run, folder);
      await ended(outcome);
    }
  };
  try {
    await tellingReasons(() => remoteStatus(server, id), tell, takeResults());
    const { state, message } = await remoteStatus(server, id);
    if (state === 'failed' || state === 'cancelled')
      throw refusal(message || `The sweep was cancelled at ${server.url}.`, 'server');
    if (state !== 'done')
      throw new SimulationError(
        'unavailable',
        `${server.url} closed the connection before the sweep had ended.`,
        'server',
      );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const remoteStatus = async (server: ComputeServer, id: string): Promise<SweepStatus> =>
  (await (await callServer(server, `/api/sweeps/${id}`)).json()) as SweepStatus;

/** The lines of an answer as they come. */
export async function* linesFrom(
  server: ComputeServer,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const { body } = await callServer(server, path, { signal });
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop()!;
    yield* lines;
  }
}

async function fetchPicture(
  server: ComputeServer,
  id: string,
  run: number,
  folder: string,
): Promise<void> {
  const response = await callServer(server, `/api/sweeps/${id}/runs/${run}/picture`);
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await writeFile(join(folder, 'pictures', `${runName(run)}.png`), response.body!);
}

async function fetchStages(
  server: ComputeServer,
  id: string,
  run: number,
  folder: string,
): Promise<void> {
  const path = `/api/sweeps/${id}/runs/${run}/stages`;
  const { arrays } = (await (await callServer(server, path)).json()) as {
    readonly arrays: readonly StageArray[];
  };
  const into = join(folder, 'stages', runName(run));
  await mkdir(into, { recursive: true });
  for (const array of arrays) {
    const { body } = await callServer(server, `${path}/${array}.npy`);
    await writeFile(join(into, `${array}.npy`), body!);
  }
}
