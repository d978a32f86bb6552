import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { messages } from '@lumenloom/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { RegularLook } from '../sweeps/regular-look.ts';
import { LEASE_FACTOR } from '../sweeps/leased-rows.ts';
import { HttpProblem } from '../http-problem.ts';
import { evaluationFolder, filesOf, type EvaluationFiles } from './evaluation-files.ts';
import type { EvaluationMessage, EvaluationTask } from './evaluation-process.ts';
import {
  changeEvaluation,
  claimEvaluation,
  type ClaimedEvaluation,
  type EvaluationChange,
} from './evaluation-rows.ts';

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

/** Pause after the disk has refused something, in milliseconds. */
const PAUSE_MS = 2000;

interface Running {
  readonly id: string;
  /** Until then nobody else computes it. */
  leaseUntil: number;
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  progress: { readonly images: number; readonly done: number } | undefined;
  /** '' for well; undefined while it computes, and where the process ended without a word. */
  end: string | undefined;
  /** Somebody goes on later: the disk refused something, or the lease has run out. */
  isGivenBack: boolean;
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
        const running = this.#running;
        if (!running || parts.clock() < running.leaseUntil) return;
        // Without a lease another server or worker may compute it too.
        running.isGivenBack = true;
        running.child.kill('SIGKILL');
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

  /** Ends the process; the next server or worker goes on with the pictures that are left. */
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
    const { database, clock, config, warn } = this.#parts;
    const now = clock();
    const leaseUntil = now + LEASE_FACTOR * config.recoveryMs;
    const running = this.#running;
    if (running) {
      const { id, progress } = running;
      const change = endOf(running, now);
      const isOurs = await changeEvaluation(database, this.#id, id, {
        ...progress,
        ...(change ?? { leaseUntil }),
      });
      running.leaseUntil = leaseUntil;
      if (isOurs && !change) return;
      await this.#stop(running);
    }
    const claimed = await claimEvaluation(database, this.#id, now, leaseUntil);
    if (!claimed) return;
    const { userId, document } = claimed;
    try {
      const files = await filesOf({ database, config, userId }, document);
      this.#running = this.#begin(claimed, files, leaseUntil);
    } catch (error) {
      if (isStorageUnavailable(error)) throw error;
      // A file that is gone does not come back by itself.
      const message = error instanceof HttpProblem ? error.message : messages.evaluationFileGone;
      if (!(error instanceof HttpProblem)) warn(error, 'files of an evaluation cannot be read');
      const end = { state: 'failed', message, endedAt: now } as const;
      await changeEvaluation(database, this.#id, claimed.id, end);
    }
  }

  #begin(
    { id, document, images }: ClaimedEvaluation,
    files: EvaluationFiles,
    leaseUntil: number,
  ): Running {
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
      ...{ id, leaseUntil, child, progress: undefined, end: undefined },
      ...{ isGivenBack: false, hasExited: false },
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
      else if ('refused' in answer) {
        running.isGivenBack = true;
        this.#parts.warn(
          answer.refused,
          'an evaluation could not be stored; it goes on when it can',
        );
      } else {
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

/** What becomes of an evaluation whose process has ended; undefined while it computes. */
function endOf(
  { end, isGivenBack, hasExited }: Running,
  now: number,
): EvaluationChange | undefined {
  if (isGivenBack) return { runner: null, leaseUntil: now + PAUSE_MS };
  const message = end ?? (hasExited ? messages.evaluationFailed : undefined);
  if (message === undefined) return undefined;
  return { state: message === '' ? 'done' : 'failed', message, endedAt: now };
}
