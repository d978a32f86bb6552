import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StageArray } from '@lumenloom/engine';
import type { SweepDocument } from '@lumenloom/contract';
import { writeFile } from '@lumenloom/node-host';
import { runName, type RunOutcome } from '../evaluate/run/run-sweep.ts';
import { callRemote, followRemote, type RemoteExperiment } from './remote-experiment.ts';

/**
 * Takes the results of a sweep from a server as they come, until it has ended or `signal` comes.
 *
 * @param done runs that are there already.
 * @throws SimulationError where the sweep ended without all runs; 'unavailable' where the server
 *   went away.
 */
export async function followSweep(
  sweep: RemoteExperiment,
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
  const onLine = async (line: string): Promise<void> => {
    const outcome = JSON.parse(line) as RunOutcome;
    if (done.has(outcome.run)) return;
    if (outcome.status === 'done') {
      if (keep !== 'figures') await fetchPicture(sweep, outcome.run, folder);
      if (keep === 'stages') await fetchStages(sweep, outcome.run, folder);
    }
    await ended(outcome);
  };
  await followRemote(sweep, { signal, tell, onLine }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function fetchPicture(sweep: RemoteExperiment, run: number, folder: string): Promise<void> {
  const response = await callRemote(sweep, `/runs/${run}/picture`);
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await writeFile(join(folder, 'pictures', `${runName(run)}.png`), response.body!);
}

async function fetchStages(sweep: RemoteExperiment, run: number, folder: string): Promise<void> {
  const path = `/runs/${run}/stages`;
  const { arrays } = (await (await callRemote(sweep, path)).json()) as {
    readonly arrays: readonly StageArray[];
  };
  const into = join(folder, 'stages', runName(run));
  await mkdir(into, { recursive: true });
  for (const array of arrays) {
    const { body } = await callRemote(sweep, `${path}/${array}.npy`);
    await writeFile(join(into, `${array}.npy`), body!);
  }
}
