import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SimulationError } from '@lumenloom/engine';
import type { NetworkAnswer, NetworkRequest } from './network-process.ts';

/**
 * The compiled program, because the process runs JavaScript, even where this file runs as
 * TypeScript from src.
 */
const programFile = fileURLToPath(new URL('../dist/network-process.js', import.meta.url));
/** Interval at which `stopped` is checked while a network runs, milliseconds. */
const STOP_INTERVAL_MS = 50;

type Question<Request = NetworkRequest> = Request extends NetworkRequest
  ? Omit<Request, 'id'>
  : never;
interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, (answer: NetworkAnswer | SimulationError) => void>;
}

/** The process that runs networks for this thread, started when it is first needed. */
let running: Running | undefined;
let questions = 0;
let peakRssBytes = 0;

/** Peak memory, bytes, of the processes that ran networks for this thread. */
export const peakNetworkBytes = (): number => peakRssBytes;

/** Whether the process is running. If so, its network is still loaded. */
export const hasNetworkProcess = (): boolean => running !== undefined;

/** Kills the process. */
export function endNetworkProcess(): void {
  running?.child.kill('SIGKILL');
  running = undefined;
}

function start(): Running {
  const child = fork(programFile, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started: Running = { child, pending: new Map() };
  child.on('message', (answer) => {
    const { id, peakRssBytes: peak } = answer as NetworkAnswer;
    peakRssBytes = Math.max(peakRssBytes, peak);
    started.pending.get(id)?.(answer as NetworkAnswer);
  });
  const ended = (how: string): void => {
    if (running === started) running = undefined;
    for (const answer of started.pending.values())
      answer(
        new SimulationError(
          'bad-model',
          `the process that ran it ended (${how}); there may not be enough memory.`,
        ),
      );
  };
  child.once('exit', (code, signal) => {
    ended(signal ?? `status ${String(code)}`);
  });
  child.once('error', (error) => {
    ended(error.message);
  });
  // An idle process does not keep this program alive; a pending answer does.
  child.unref();
  child.channel?.unref();
  return started;
}

/**
 * Sends a request to the process, which is started if needed.
 *
 * @returns the answer, which may be a `problem`.
 * @throws SimulationError 'cancelled' when stopped, after killing the process; 'bad-model' when the
 * process ends by itself.
 */
export async function askNetworkProcess(
  question: Question,
  { stopped }: { readonly stopped: () => boolean },
): Promise<NetworkAnswer> {
  const { child, pending } = (running ??= start());
  const id = (questions += 1);
  child.channel?.ref();
  const watch = setInterval(() => {
    if (!stopped()) return;
    pending.get(id)?.(new SimulationError('cancelled', 'Simulation terminated.'));
    endNetworkProcess();
  }, STOP_INTERVAL_MS);
  try {
    const answer = await new Promise<NetworkAnswer | SimulationError>((resolve) => {
      pending.set(id, resolve);
      child.send({ id, ...question }, (error) => {
        if (error)
          resolve(
            new SimulationError(
              'bad-model',
              `the process that runs it does not answer (${error.message}).`,
            ),
          );
      });
    });
    if (answer instanceof SimulationError) throw answer;
    return answer;
  } finally {
    clearInterval(watch);
    pending.delete(id);
    if (pending.size === 0) child.channel?.unref();
  }
}
