import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SimulationError } from '@lumenloom/engine';
import type { NetworkAnswer, NetworkRequest } from './network-process.ts';
import { forkWatched } from './watch-process.ts';

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

/** What a process may take for a network of strangers. */
export interface NetworkLimits {
  /** Resident memory. */
  readonly bytes: number;
  /** For one answer. */
  readonly seconds: number;
}

let questions = 0;
let peakRssBytes = 0;

/** Peak memory, bytes, of the processes that ran networks for this thread. */
export const peakNetworkBytes = (): number => peakRssBytes;

/**
 * Its main thread and the threads of its network cannot take so much processor time before this
 * process ends it, so the limit holds where this process does not come to that.
 */
const argumentsOf = ({ bytes, seconds }: NetworkLimits, threads: number): readonly string[] =>
  [bytes, (threads + 1) * seconds].map(String);

/** A process that runs networks, started when it is first needed. */
export class NetworkProcess {
  readonly #limits: NetworkLimits | undefined;
  readonly #threads: number;
  #running: Running | undefined;

  /**
   * @param limits with limits it gets nothing of this process's environment either.
   * @param threads of its networks.
   */
  constructor(limits?: NetworkLimits, threads = 1) {
    this.#limits = limits;
    this.#threads = threads;
  }

  /** Whether the process is running. If so, its network is still loaded. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Kills the process. */
  end(): void {
    this.#running?.child.kill('SIGKILL');
    this.#running = undefined;
  }

  #start(): Running {
    const limits = this.#limits;
    const child = forkWatched(programFile, {
      ...(limits && { args: argumentsOf(limits, this.#threads), env: {} }),
      execArgv: [],
      stderr: limits ? 'ignore' : 'inherit',
    });
    const started: Running = { child, pending: new Map() };
    child.on('message', (answer) => {
      const { id, peakRssBytes: peak } = answer as NetworkAnswer;
      peakRssBytes = Math.max(peakRssBytes, peak);
      started.pending.get(id)?.(answer as NetworkAnswer);
    });
    const ended = (how: string): void => {
      if (this.#running === started) this.#running = undefined;
      const memory = limits
        ? `it may take ${(limits.bytes / 1e6).toFixed(0)} MB, and damaged files can crash it`
        : 'there may not be enough memory';
      for (const answer of started.pending.values())
        answer(
          new SimulationError('bad-model', `the process that ran it ended (${how}); ${memory}.`),
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
   * @throws SimulationError 'cancelled' when stopped, after killing the process; 'bad-model' when
   * the process ends by itself, or takes too long and is killed.
   */
  async ask(
    question: Question,
    { stopped }: { readonly stopped: () => boolean },
  ): Promise<NetworkAnswer> {
    const { child, pending } = (this.#running ??= this.#start());
    const id = (questions += 1);
    const seconds = this.#limits?.seconds ?? Infinity;
    const start = performance.now();
    child.channel?.ref();
    const watch = setInterval(() => {
      const isLate = performance.now() - start > seconds * 1000;
      if (!stopped() && !isLate) return;
      pending.get(id)?.(
        stopped()
          ? new SimulationError('cancelled', 'Simulation terminated.')
          : new SimulationError('bad-model', `it took longer than ${seconds} s.`),
      );
      this.end();
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
}

/** The process of this thread for networks of the choice list. */
const shared = new NetworkProcess();

export const hasNetworkProcess = (): boolean => shared.isRunning;
export const askNetworkProcess = shared.ask.bind(shared);
export const endNetworkProcess = (): void => {
  shared.end();
};
