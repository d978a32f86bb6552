import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messages, type OwnParts, type SweepDocument } from '@lumenloom/contract';
import type { DeviceChoice } from '@lumenloom/node-host';
import type { DatasetFigures } from '@lumenloom/sweep';
import type { Config } from '../config.ts';
import { evaluationEnvironment, type EvaluationFiles } from '../evaluations/evaluation-files.ts';
import { deviceOfWork } from '../simulation/compute-device.ts';
import { forkProgram } from '../folder-work/fork-program.ts';

/** The sweep whose runs a process evaluates. */
export interface EvaluatedSweep {
  /** With a recipe that names no files. */
  readonly document: SweepDocument;
  readonly own: OwnParts;
  readonly files: EvaluationFiles;
}

/** What the process is sent first; requests follow. */
export interface EvaluatorTask extends EvaluatedSweep {
  /** Pictures at the same time. */
  readonly jobs: number;
  readonly device: DeviceChoice;
  /** MAX_RUN_SECONDS. */
  readonly maximumSeconds: number;
}
export interface EvaluatorRequest {
  readonly id: number;
  readonly run: number;
}

/** The figures of a run, or why it has none. */
export type Evaluated = { readonly figures: DatasetFigures } | { readonly message: string };
/** What the process answers to a request. */
export interface EvaluatorAnswer {
  readonly id: number;
  readonly evaluated: Evaluated;
}

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(new URL('../../dist/sweeps/evaluator-process.js', import.meta.url));
/** How long the process is kept without a run, in milliseconds: data set and network are open. */
const IDLE_MS = 10_000;

/** Figures of a data set for the runs of one sweep, from a process that ends when it is idle. */
export class SweepEvaluator {
  readonly #config: Config;
  readonly #sweep: EvaluatedSweep;
  #child: ChildProcess | undefined;
  readonly #waiting = new Map<number, (evaluated: Evaluated | undefined) => void>();
  #requests = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(config: Config, sweep: EvaluatedSweep) {
    this.#config = config;
    this.#sweep = sweep;
  }

  /** The figures of a run; undefined where the signal stops it. */
  figuresOf(run: number, signal: AbortSignal): Promise<Evaluated | undefined> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#begin());
    const id = (this.#requests += 1);
    return new Promise((resolve) => {
      const answer = (evaluated: Evaluated | undefined): void => {
        signal.removeEventListener('abort', stop);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0)
          this.#idle = setTimeout(() => this.#end(child), signal.aborted ? 0 : IDLE_MS).unref();
        resolve(evaluated);
      };
      const stop = (): void => {
        answer(undefined);
      };
      this.#waiting.set(id, answer);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      else child.send({ id, run } satisfies EvaluatorRequest);
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
      for (const answer of this.#waiting.values()) answer({ message: messages.evaluationFailed });
    };
    child.once('close', ended);
    child.on('error', ended);
    child.on('message', (message) => {
      const { id, evaluated } = message as EvaluatorAnswer;
      this.#waiting.get(id)?.(evaluated);
    });
    child.send({
      ...this.#sweep,
      jobs: this.#config.maximumRunningRuns,
      device: deviceOfWork(this.#config),
      maximumSeconds: this.#config.maximumRunSeconds,
    } satisfies EvaluatorTask);
    return child;
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }
}
