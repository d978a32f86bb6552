import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Starts a program that calls `watchProcess`: it ends when this thread or process ends, even by
 * kill -9. Ctrl+C at a terminal does not reach it, so that this process decides what that means.
 *
 * @param program compiled, because the process runs JavaScript.
 */
export function forkWatched(
  program: string,
  {
    args = [],
    stderr = 'ignore',
    ...options
  }: {
    readonly args?: readonly string[];
    /** Its environment, and options of its Node; this process's without them. */
    readonly env?: NodeJS.ProcessEnv;
    readonly execArgv?: string[];
    readonly stderr?: 'ignore' | 'inherit';
  },
): ChildProcess {
  return fork(program, args, {
    ...options,
    detached: true,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', stderr, 'ipc'],
  });
}

/** What a process may take. */
export interface ProcessLimits {
  /** Resident memory. */
  readonly bytes?: number | undefined;
  /** Processor time of all threads of the process together, for one question. */
  readonly processorSeconds?: number | undefined;
}

/** What the thread that watches is given. */
export interface Watched {
  readonly bytes: number;
  readonly processorSeconds: number;
  /** Number of questions so far. */
  readonly questions: Int32Array;
}

/**
 * Ends this process beyond its limits, and when the thread or process that started it by
 * `forkWatched` is gone. A thread looks, because what computes may not give the event loop back for
 * seconds, or ever (docs/decisions/026).
 *
 * @returns when it has looked for the first time: work that begins then is watched. What it returns
 * is called at the start of each question.
 */
export async function watchProcess({
  bytes = Infinity,
  processorSeconds = Infinity,
}: ProcessLimits): Promise<() => void> {
  const questions = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const program = new URL('../dist/process-watch.js', import.meta.url);
  const workerData: Watched = { bytes, processorSeconds, questions };
  const thread = new Worker(program, { workerData, execArgv: [] });
  await once(thread, 'message');
  thread.unref();
  return () => void Atomics.add(questions, 0, 1);
}
