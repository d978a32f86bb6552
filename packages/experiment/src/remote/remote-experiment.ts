import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SimulationError } from '@lumenloom/engine';
import { writeFile } from '@lumenloom/node-host';
import { headerOf, refusal, replaceFile } from '../folder/journal.ts';
import { callServer, type ComputeServer } from './compute-server.ts';

/** How often a server is asked how far it is, or why it does not go on, in milliseconds. */
const ASK_MS = 1000;

/** Remembers what on the server belongs to a folder. */
const REMOTE = 'server.json';

/** What experiments of a goal are called, and the route of their calls. */
const REMOTE_GOALS = {
  sweep: '/api/sweeps',
  study: '/api/studies',
  choice: '/api/studies',
  yield: '/api/studies',
  evaluation: '/api/evaluations',
} as const;

/** An experiment at a server. */
export interface RemoteExperiment {
  readonly server: ComputeServer;
  readonly noun: keyof typeof REMOTE_GOALS;
  readonly id: string;
}

/** What a server says of any experiment. */
interface RemoteStatus {
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly message: string;
}

/** What a server computes for a folder; undefined where none does. */
async function remoteOf(
  folder: string,
): Promise<{ readonly url: string; readonly id: string } | undefined> {
  const heldIn = async (name: string): Promise<Readonly<Record<string, string | undefined>>> =>
    readFile(join(folder, name), 'utf8')
      .then((text) => JSON.parse(text) as Readonly<Record<string, string>>)
      .catch(() => ({}));
  // Earlier versions kept the id of an evaluation there.
  const { server, ...evaluation } = await heldIn(headerOf('evaluation'));
  const { url = server, id = evaluation['id'] } = await heldIn(REMOTE);
  return url === undefined || id === undefined ? undefined : { url, id };
}

/** @throws SimulationError where a server computes the sweep of a folder. */
export async function refuseRemote(folder: string): Promise<void> {
  const known = await remoteOf(folder);
  if (known)
    throw refusal(
      `${known.url} computes the sweep of ${folder}: go on with --server ${known.url}, or remove ${join(folder, REMOTE)} to compute the rest here.`,
    );
}

/**
 * Starts an experiment on a server, or finds the one that was started for this folder.
 *
 * @param sent gives the document, as soon as the server has the files that it names.
 */
export async function startRemote(
  server: ComputeServer,
  noun: RemoteExperiment['noun'],
  sent: () => Promise<object>,
  { folder, resume }: { readonly folder: string; readonly resume: boolean },
): Promise<RemoteExperiment> {
  const known = resume ? await remoteOf(folder) : undefined;
  if (known?.url === server.url) return { server, noun, id: known.id };
  const body = JSON.stringify(await sent());
  const started = await callServer(server, REMOTE_GOALS[noun], { method: 'POST', body });
  const { id } = (await started.json()) as { readonly id: string };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, REMOTE), JSON.stringify({ url: server.url, id }));
  return { server, noun, id };
}

/** Takes files of an experiment that has ended. */
export async function fetchFiles(
  experiment: RemoteExperiment,
  folder: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const { body } = await callRemote(experiment, `/${name}`);
    await replaceFile(join(folder, name), body!);
  }
}

/** A call about an experiment. @param path such as '/results'; '' asks for its state. */
export const callRemote = (
  { server, noun, id }: RemoteExperiment,
  path: string,
  init?: Parameters<typeof callServer>[2],
): Promise<Response> => callServer(server, `${REMOTE_GOALS[noun]}/${id}${path}`, init);

export const remoteStatus = async <Status extends RemoteStatus>(
  experiment: RemoteExperiment,
): Promise<Status> => (await (await callRemote(experiment, '')).json()) as Status;

/** Has the server go on with an experiment that was cancelled or has failed. */
export async function resumeRemote(experiment: RemoteExperiment): Promise<void> {
  const { state } = await remoteStatus(experiment);
  if (state === 'cancelled' || state === 'failed')
    await callRemote(experiment, '/resume', { method: 'POST', body: '{}' });
}

interface Following<Status> {
  /** Leaves the experiment to the server. */
  readonly signal: AbortSignal;
  /** Takes why the experiment does not go on, each time that the reason is another one. */
  readonly tell: (reason: string) => void;
  /** Takes the results as they come, a line each; without it the state is asked for alone. */
  readonly onLine?: (line: string) => Promise<void> | void;
  /** Takes the state, once a second. */
  readonly onStatus?: (status: Status) => void;
}

/**
 * Follows an experiment until it has ended.
 *
 * @returns its last state; undefined where the signal came before its end.
 * @throws SimulationError with the server's sentence where it failed or was cancelled;
 *   'unavailable' where the server went away.
 */
export async function followRemote<Status extends RemoteStatus>(
  experiment: RemoteExperiment,
  { signal, tell, onLine, onStatus }: Following<Status>,
): Promise<Status | undefined> {
  const over = new AbortController();
  const end = onLine ? over.signal : signal;
  const isOver = (): boolean => end.aborted;
  let last = '';
  const watch = async (): Promise<void> => {
    while (!isOver()) {
      const status = onLine
        ? // Whoever takes the lines says that the server is away.
          await remoteStatus<Status>(experiment).catch(() => undefined)
        : await remoteStatus<Status>(experiment);
      if (status && !isOver()) {
        const isOpen = status.state === 'waiting' || status.state === 'running';
        const reason = isOpen ? status.message : '';
        if (reason && reason !== last) tell(reason);
        last = reason;
        onStatus?.(status);
        if (!isOpen) return;
      }
      await sleep(ASK_MS, undefined, { signal: end }).catch(() => undefined);
    }
  };
  const watching = watch();
  try {
    if (onLine) for await (const line of linesFrom(experiment, signal)) await onLine(line);
    else await watching;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    over.abort();
  }
  if (signal.aborted && !onLine) return undefined;
  return lastState(experiment, signal);
}

async function lastState<Status extends RemoteStatus>(
  experiment: RemoteExperiment,
  signal: AbortSignal,
): Promise<Status | undefined> {
  const { server, noun } = experiment;
  const status = await remoteStatus<Status>(experiment);
  const { state, message } = status;
  if (state === 'done') return status;
  if (state === 'failed' || state === 'cancelled')
    throw new SimulationError(
      'bad-parameter',
      message ||
        `The ${noun} was cancelled on the server${noun === 'sweep' ? '' : '; --resume goes on with it'}.`,
      noun === 'sweep' ? 'server' : '',
    );
  if (signal.aborted) return undefined;
  throw new SimulationError(
    'unavailable',
    `${server.url} closed the connection before the ${noun} had ended.`,
    'server',
  );
}

/** The lines of the results as they come. */
async function* linesFrom(
  experiment: RemoteExperiment,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const { body } = await callRemote(experiment, '/results', { signal });
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop()!;
    yield* lines;
  }
}
