import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { messages as sentences } from '@lumenloom/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { RegularLook } from '../leased-work/regular-look.ts';
import { GrowingPause } from '../leased-work/growing-pause.ts';
import {
  LEASE_FACTOR,
  changeRow,
  isAnothersTurn,
  type RowChange,
} from '../leased-work/leased-rows.ts';
import { Turns } from '../turns.ts';
import { HttpProblem } from '../http-problem.ts';
import type { Programs } from '../programs.ts';
import { evaluationEnvironment } from './evaluation-files.ts';
import { forkProgram } from './fork-program.ts';
import type { ComputeOrder, ConductedGoal } from './run-order.ts';
import { WORKS, taskOf } from './works.ts';
import { PAUSE, type Answered, type Asked, type WorkMessage } from './work-process.ts';
import { deleteAnswers } from './run-answers.ts';
import { claimWork, failOfOtherBits, type ClaimedWork } from './work-rows.ts';

export interface RunnerParts {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly warn: (error: unknown, sentence: string) => void;
  /** Whether no worker of these programs is left; absent: there are no workers. */
  readonly areGone?: (programs: Programs) => boolean;
  /** Computes the parts that the process asks for. */
  readonly compute: ComputeOrder;
}

/** How long work whose lease has run out rests, in milliseconds. */
const PAUSE_MS = 2000;
/** How long work computes while another account waits, in milliseconds. */
const TURN_MS = 10_000;

interface Running extends Pick<ClaimedWork, 'id' | 'userId'> {
  readonly since: number;
  /** Until then nobody else computes it. */
  leaseUntil: number;
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  progress: { readonly parts: number; readonly done: number; readonly message?: '' } | undefined;
  /** '' for well; undefined while it computes, and where the process ended without a word. */
  end: string | undefined;
  /** It is asked to end its turn, or has ended it. */
  turn: 'its own' | 'over' | 'ended';
  /** Somebody goes on later: the disk refused something, or the lease has run out. */
  isGivenBack: boolean;
  /** It was the disk. */
  isRefused: boolean;
  hasExited: boolean;
  /** Aborting gives up the parts that were asked for so far; see `OrderSignals`. */
  withdrawn: AbortController;
  readonly stopped: AbortController;
  readonly left: AbortController;
}

/** Conducts the experiments of a goal of all accounts, one at a time; accounts take turns. */
export class WorkRunner {
  readonly #parts: RunnerParts;
  readonly #goal: ConductedGoal;
  readonly #id = randomUUID();
  readonly #looks: RegularLook;
  readonly #turns = new Turns();
  #running: Running | undefined;
  readonly #pauses = new GrowingPause();

  constructor(goal: ConductedGoal, parts: RunnerParts) {
    this.#goal = goal;
    this.#parts = parts;
    this.#looks = new RegularLook(
      () => this.#look(),
      (error) => {
        parts.warn(error, `rows of ${goal} could not be looked up; retrying in a second`);
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

  /** Looks for rows that are new or were cancelled. */
  look(): void {
    this.#looks.now();
  }

  /** Ends the process; the next server or worker goes on where its folder ends. */
  async close(): Promise<void> {
    await this.#looks.end();
    const running = this.#running;
    if (!running) return;
    running.left.abort();
    await this.#stop(running);
    await this.#change(running.id, { runner: null, leaseUntil: 0 }).catch(() => undefined);
  }

  #change(id: string, change: RowChange): Promise<boolean> {
    return changeRow(this.#parts.database, { id, runner: this.#id }, change);
  }

  async #stop({ child, exited, stopped }: Running): Promise<void> {
    stopped.abort();
    child.kill('SIGKILL');
    await exited;
    this.#running = undefined;
  }

  async #look(): Promise<void> {
    const { database, clock, config, warn } = this.#parts;
    const goal = this.#goal;
    const { name, messages } = WORKS[goal];
    const now = clock();
    const leaseUntil = now + LEASE_FACTOR * config.recoveryMs;
    const running = this.#running;
    if (running) {
      const { id, progress } = running;
      const change = running.isRefused
        ? { runner: null, leaseUntil: now + this.#pauses.next(), message: sentences.waitsForDisk }
        : endOf(running, messages.failed, now);
      const isOurs = await this.#change(id, { ...progress, ...(change ?? { leaseUntil }) });
      running.leaseUntil = leaseUntil;
      if (isOurs && !change) {
        await this.#endTurn(running, now);
        return;
      }
      // A folder that has all its parts, or goes on another day, needs no answers.
      if (change?.state === 'done' || change?.state === 'failed') await deleteAnswers(database, id);
      await this.#stop(running);
    }
    const other = { message: messages.otherPrograms, now };
    await failOfOtherBits(database, goal, other, this.#parts.areGone ?? (() => true));
    const [until, turns] = [leaseUntil, this.#turns];
    const claimed = await claimWork(database, goal, this.#id, { now, until, turns });
    if (!claimed) return;
    try {
      const task = await taskOf({ database, config }, goal, claimed);
      const { hasOurBits } = claimed;
      this.#running = this.#begin(claimed, { ...task, hasOurBits }, { since: now, leaseUntil });
    } catch (error) {
      if (isStorageUnavailable(error)) throw error;
      // A file that is gone does not come back by itself.
      const message = error instanceof HttpProblem ? error.message : messages.fileGone;
      if (!(error instanceof HttpProblem)) warn(error, `files of this ${name} cannot be read`);
      await this.#change(claimed.id, { state: 'failed', message, endedAt: now });
    }
  }

  /** Asks the process to end when its turn is over and another account waits. */
  async #endTurn(running: Running, now: number): Promise<void> {
    const { database } = this.#parts;
    const { userId, since, child, turn } = running;
    if (turn !== 'its own' || now < since + TURN_MS) return;
    if (!(await isAnothersTurn(database, this.#goal, now, userId))) return;
    running.turn = 'over';
    // It may be ending by itself.
    if (child.connected) child.send(PAUSE, () => undefined);
  }

  /** Has a part computed that the process of some work asks for. */
  async #compute(running: Running, { ask, ...part }: Asked): Promise<void> {
    const { id, userId, child, withdrawn, stopped, left } = running;
    const order = { ...part, table: this.#goal, workId: id, userId };
    const answer = await this.#parts.compute(order, {
      withdrawn: withdrawn.signal,
      stopped: stopped.signal,
      left: left.signal,
    });
    if (child.connected) child.send({ ask, answer } satisfies Answered, () => undefined);
  }

  #begin(
    { id, userId, parts: known }: ClaimedWork,
    task: object,
    times: Pick<Running, 'since' | 'leaseUntil'>,
  ): Running {
    const { program, name } = WORKS[this.#goal];
    const child = forkProgram(program, evaluationEnvironment(this.#parts.config));
    const running: Running = {
      id,
      userId,
      ...times,
      child,
      progress: undefined,
      end: undefined,
      turn: 'its own',
      isGivenBack: false,
      isRefused: false,
      hasExited: false,
      withdrawn: new AbortController(),
      stopped: new AbortController(),
      left: new AbortController(),
      exited: new Promise((resolve) => {
        const exited = (): void => {
          running.hasExited = true;
          resolve();
          this.look();
        };
        child.once('close', exited);
        child.on('error', (error) => {
          this.#parts.warn(error, `the process of this ${name} failed`);
          exited();
        });
      }),
    };
    child.on('message', (message) => {
      const answer = message as WorkMessage;
      if ('ask' in answer) void this.#compute(running, answer);
      else if ('withdraws' in answer) {
        running.withdrawn.abort();
        running.withdrawn = new AbortController();
      } else if ('end' in answer) running.end = answer.end;
      else if ('hasPaused' in answer) running.turn = 'ended';
      else if ('refused' in answer) {
        running.isGivenBack = true;
        running.isRefused = true;
        this.#parts.warn(
          answer.refused,
          `this ${name} could not be stored; it goes on when it can`,
        );
      } else {
        // After a restart the process knows only of the parts that were left.
        const parts = known || answer.left;
        const done = parts - answer.left + answer.done;
        if (answer.done > 0) this.#pauses.reset();
        running.progress = { parts, done, ...(answer.done > 0 && { message: '' }) };
      }
    });
    child.send(task);
    return running;
  }
}

/** What becomes of work whose process has ended; undefined while it computes. */
function endOf(
  { end, turn, isGivenBack, hasExited }: Running,
  failed: string,
  now: number,
): RowChange | undefined {
  if (isGivenBack) return { runner: null, leaseUntil: now + PAUSE_MS };
  if (turn === 'ended') return { state: 'waiting', runner: null, leaseUntil: 0 };
  const message = end ?? (hasExited ? failed : undefined);
  if (message === undefined) return undefined;
  return { state: message === '' ? 'done' : 'failed', message, endedAt: now };
}
