import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messages } from '@lumenloom/contract';
import type { Config } from '../config.ts';
import type { Goal } from '../database/schema.ts';
import { evaluationEnvironment } from './evaluation-files.ts';
import { forkProgram } from './fork-program.ts';
import type { RunAnswer, RunReply, RunRequest, RunsOf } from './run-order.ts';

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(new URL('../../dist/runs/run-process.js', import.meta.url));
/** How long the process is kept without a run, in milliseconds: data set and network are open. */
const IDLE_MS = 10_000;

const FAILED: Readonly<Record<Goal, string>> = {
  sweeps: messages.evaluationFailed,
  evaluations: messages.evaluationFailed,
  studies: messages.studyFailed,
  reports: messages.reportFailed,
};

/** Computes runs of one experiment in a process that ends when it is idle. */
export class RunChild {
  readonly #config: Config;
  readonly #task: RunsOf & Readonly<Record<string, unknown>>;
  #child: ChildProcess | undefined;
  readonly #waiting = new Map<number, (answer: RunAnswer | undefined) => void>();
  #requests = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(config: Config, task: RunsOf & Readonly<Record<string, unknown>>) {
    this.#config = config;
    this.#task = task;
  }

  /** What a run gave; undefined where the signal stops it. */
  answerTo(task: unknown, signal: AbortSignal): Promise<RunAnswer | undefined> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#begin());
    const id = (this.#requests += 1);
    return new Promise((resolve) => {
      const answer = (answered?: RunAnswer): void => {
        signal.removeEventListener('abort', stop);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0)
          this.#idle = setTimeout(() => this.#end(child), signal.aborted ? 0 : IDLE_MS).unref();
        resolve(answered);
      };
      const stop = (): void => {
        answer();
      };
      this.#waiting.set(id, answer);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      else child.send({ id, task } satisfies RunRequest);
    });
  }

  #begin(): ChildProcess {
    const child = forkProgram(program, evaluationEnvironment(this.#config));
    // A server that closes does not wait for it.
    child.unref();
    child.channel?.unref();
    const ended = (): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      const message = FAILED[this.#task.goal];
      for (const answer of this.#waiting.values()) answer({ message });
    };
    child.once('close', ended);
    child.on('error', ended);
    child.on('message', (message) => {
      const { id, answer } = message as RunReply;
      this.#waiting.get(id)?.(answer);
    });
    child.send(this.#task);
    return child;
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }
}
