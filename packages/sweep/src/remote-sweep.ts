import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StageArray } from '@lumenloom/engine';
import type { SweepDocument, SweepStatus } from '@lumenloom/contract';
import { callServer, type ComputeServer } from './compute-server.ts';
import { runName, type RunOutcome } from './run-sweep.ts';

/** Remembers which sweep of the server belongs to a folder. */
const REMOTE = 'server.json';

/** Starts a sweep on a server, or finds the one that was started for this folder. */
export async function remoteSweep(
  server: ComputeServer,
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
            await callServer(server, '/api/sweeps', {
              method: 'POST',
              body: JSON.stringify(document),
            })
          ).json()) as { readonly id: string }
        ).id;
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ url: server.url, id }));
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
    const { body } = await callServer(server, `/api/sweeps/${id}/results`, { signal });
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
