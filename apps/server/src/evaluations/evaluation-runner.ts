import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { messages } from '@lumenloom/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { RegularLook } from '../sweeps/regular-look.ts';
import { LEASE_FACTOR } from '../sweeps/sweep-rows.ts';
import { HttpProblem } from '../http-problem.ts';
import { evaluationFolder, filesOf, type EvaluationFiles } from './evaluation-files.ts';
import type { EvaluationMessage, EvaluationTask } from './evaluation-process.ts';
import { changeEvaluation, claimEvaluation, type ClaimedEvaluation } from './evaluation-rows.ts';

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(
  new URL('../../dist/evaluations/evaluation-process.js', import.meta.url),
);

/** Variables of this process that the other one may see: none of them is a secret. */
const PASSED = ['HOME', 'PATH', 'TMPDIR', 'XDG_CACHE_HOME', 'LUMENLOOM_CACHE', 'LUMENLOOM_SIMD'];

interface RunnerParts {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly warn: (error: unknown, sentence: string) => void;
}

interface Running {
  readonly id: string;
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  progress: { readonly images: number; readonly done: number } | undefined;
  /** '' for well; undefined while it computes, and where the process ended without a word. */
  end: string | undefined;
  hasExited: boolean;
}

/** Computes the evaluations of all accounts, one at a time, the oldest first. */
export class EvaluationRunner {
  readonly #parts: RunnerParts;
  readonly #id = randomUUID();
  readonly #looks: RegularLook;
  #running: Running | undefined;
  #isClosing = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#looks = new RegularLook(
      () => this.#look(),
      (error) => {
        parts.warn(error, 'evaluations could not be looked up; retrying in a second');
      },
    );
  }

  start(): void {
    this.#looks.start();
  }

  /** Looks for evaluations that are new or were cancelled. */
  look(): void {
    if (!this.#isClosing) this.#looks.now();
  }

  /** Ends the process; the next server goes on with the pictures that are left. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#looks.end();
    const running = this.#running;
    if (!running) return;
    await this.#stop(running);
    await changeEvaluation(this.#parts.database, this.#id, running.id, {
      ...{ runner: null, leaseUntil: 0 },
    }).catch(() => undefined);
  }

  async #stop({ child, exited }: Running): Promise<void> {
    child.kill('SIGKILL');
    await exited;
    this.#running = undefined;
  }

  async #look(): Promise<void> {
    const { database, clock, config } = this.#parts;
    const now = clock();
    const leaseUntil = now + LEASE_FACTOR * config.recoveryMs;
    const running = this.#running;
    if (running) {
      const { id, progress, end, hasExited } = running;
      const ended = end ?? (hasExited ? messages.evaluationFailed : undefined);
      const isOurs = await changeEvaluation(database, this.#id, id, {
        ...progress,
        ...(ended === undefined
          ? { leaseUntil }
          : { state: ended === '' ? 'done' : 'failed', message: ended, endedAt: now }),
      });
      if (isOurs && ended === undefined) return;
      await this.#stop(running);
    }
    const claimed = await claimEvaluation(database, this.#id, now, leaseUntil);
    if (!claimed) return;
    const { userId, document } = claimed;
    try {
      const files = await filesOf({ database, dataFolder: config.dataFolder, userId }, document);
      this.#running = this.#begin(claimed, files);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      await changeEvaluation(database, this.#id, claimed.id, {
        ...{
          state: 'failed',
          message: error.problems[0]?.message ?? messages.evaluationFailed,
          endedAt: now,
        },
      });
    }
  }

  #begin({ id, document, images }: ClaimedEvaluation, files: EvaluationFiles): Running {
    const { dataFolder, datasetsMegabytes, reading, maximumRunningRuns } = this.#parts.config;
    const child = fork(program, {
      env: {
        ...Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
        DATASETS_MB: String(datasetsMegabytes),
        READING_MB: String(reading.bytes / 1e6),
        READING_SECONDS: String(reading.seconds),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const running: Running = {
      ...{ id, child, progress: undefined, end: undefined, hasExited: false },
      exited: new Promise((resolve) => {
        const exited = (): void => {
          running.hasExited = true;
          resolve();
          this.look();
        };
        child.once('close', exited);
        child.on('error', (error) => {
          this.#parts.warn(error, 'the process of an evaluation failed');
          exited();
        });
      }),
    };
    child.on('message', (message) => {
      const answer = message as EvaluationMessage;
      if ('end' in answer) running.end = answer.end;
      else {
        // After a restart the process knows only of the pictures that were left.
        const all = images || answer.left;
        running.progress = { images: all, done: all - answer.left + answer.done };
      }
    });
    const task: EvaluationTask = {
      document,
      files,
      folder: evaluationFolder(dataFolder, id),
      jobs: maximumRunningRuns,
    };
    child.send(task);
    return running;
  }
}
