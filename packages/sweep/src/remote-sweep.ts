import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StageArray } from '@lumenloom/engine';
import type { SweepDocument, SweepStatus } from '@lumenloom/contract';
import { callServer, type ComputeServer } from './compute-server.ts';
import { runName, type RunOutcome } from './run-sweep.ts';

/** Remembers what on the server belongs to a folder. */
const REMOTE = 'server.json';

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
  const file = join(folder, REMOTE);
  const known = resume
    ? await readFile(file, 'utf8')
        .then((text) => JSON.parse(text) as { readonly url: string; readonly id: string })
        .catch(() => undefined)
    : undefined;
  if (known?.url === server.url) return known.id;
  const body = JSON.stringify(document);
  const started = await callServer(server, route, { method: 'POST', body });
  const { id } = (await started.json()) as { readonly id: string };
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ url: server.url, id }));
  return id;
}

/** Starts a sweep on a server, or finds the one that was started for this folder. */
export async function remoteSweep(
  server: ComputeServer,
  document: SweepDocument,
  folder: string,
  resume: boolean,
): Promise<SweepStatus> {
  const id = await startRemote(server, '/api/sweeps', document, folder, resume);
  return (await (await callServer(server, `/api/sweeps/${id}`)).json()) as SweepStatus;
}

/**
 * Takes the results of a sweep from a server as they come, until it has ended.
 *
 * @param done runs that are there already.
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
  }: {
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly ended: (outcome: RunOutcome) => Promise<void>;
  },
): Promise<void> {
  try {
    for await (const line of linesFrom(server, `/api/sweeps/${id}/results`, signal)) {
      const outcome = JSON.parse(line) as RunOutcome;
      if (done.has(outcome.run)) continue;
      if (keep !== 'figures' && outcome.status === 'done')
        await fetchPicture(server, id, outcome.run, folder);
      if (keep === 'stages' && outcome.status === 'done')
        await fetchStages(server, id, outcome.run, folder);
      await ended(outcome);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

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
