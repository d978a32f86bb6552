import type { ChildProcess } from 'node:child_process';
import { messages as sentences } from '@lumenloom/contract';
import { PROGRAMS, type Programs } from '../programs.ts';
import {
  isAnothersTurn,
  GIVEN_BACK,
  canGoOn,
  type BegunBy,
  type ClaimedExperiment,
} from '../leased-work/claims.ts';
import { GrowingPause } from '../leased-work/growing-pause.ts';
import { nounOf, type RowChange } from '../leased-work/leased-rows.ts';
import { evaluationEnvironment } from './evaluation-files.ts';
import { ExperimentRunner, type RunnerParts, type Way } from './experiment-runner.ts';
import { forkProgram } from './fork-program.ts';
import { deleteAnswers } from './run-answers.ts';
import type { ComputeOrder, ConductedGoal } from './run-order.ts';
import { PAUSE, type Answered, type Asked, type WorkMessage } from './work-process.ts';
import { WORKS, taskOf } from './works.ts';

interface ConductorParts extends RunnerParts {
  /** Whether no worker of these programs is left; absent: there are no workers. */
  readonly areGone?: (programs: Programs) => boolean;
  /** Computes the parts that the process asks for. */
  readonly compute: ComputeOrder;
}

/** How long work whose lease has run out rests, in milliseconds. */
const PAUSE_MS = 2000;
/** How long work computes while another account waits, in milliseconds. */
const TURN_MS = 10_000;

interface Running extends Pick<ClaimedExperiment, 'id' | 'userId'> {
  readonly since: number;
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  progress: { readonly parts: number; readonly done: number; readonly message?: '' } | undefined;
  /** What its row says of that. */
  noted: Running['progress'];
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
export class Conductors implements Way<Running> {
  readonly runner: ExperimentRunner<Running>;
  readonly most = 1;
  readonly #parts: ConductorParts;
  readonly #goal: ConductedGoal;
  readonly #pauses = new GrowingPause();

  constructor(goal: ConductedGoal, parts: ConductorParts) {
    this.#goal = goal;
    this.#parts = parts;
    this.runner = new ExperimentRunner(goal, parts, this);
  }

  readonly judge = (began: BegunBy): ReturnType<Way<Running>['judge']> => {
    const { areGone = () => true } = this.#parts;
    if (canGoOn(began)) return PROGRAMS;
    if (!areGone({ version: began.version ?? '', node: began.node ?? '' })) return 'later';
    return { message: WORKS[this.#goal].messages.otherPrograms };
  };

  readonly open = async (claimed: ClaimedExperiment): Promise<Running> => {
    const task = await taskOf(this.#parts, this.#goal, claimed);
    // Whatever version began it.
    return this.#begin(claimed, { ...task, hasOurBits: claimed.began.version !== null });
  };

  readonly look = async (
    works: readonly Running[],
    now: number,
  ): Promise<readonly [Running, RowChange][]> => {
    const { failed } = WORKS[this.#goal].messages;
    const changes: [Running, RowChange][] = [];
    for (const running of works) {
      const { id, progress, isRefused } = running;
      const change = isRefused
        ? { runner: null, leaseUntil: now + this.#pauses.next(), message: sentences.waitsForDisk }
        : endOf(running, failed, now);
      // A folder that has all its parts needs no answers.
      if (change && 'endedAt' in change) await deleteAnswers(this.#parts.database, id);
      if (!change) await this.#endTurn(running, now);
      if (change || progress !== running.noted) changes.push([running, { ...progress, ...change }]);
      running.noted = progress;
    }
    return changes;
  };

  /** Ends the process; the next server or worker goes on where its folder ends. */
  async drop({ child, exited, stopped, left }: Running, why: string): Promise<void> {
    if (why === 'left') left.abort();
    stopped.abort();
    child.kill('SIGKILL');
    await exited;
  }

  outOfLease(running: Running): void {
    running.isGivenBack = true;
    running.child.kill('SIGKILL');
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

  #begin({ id, userId, parts: known }: ClaimedExperiment, task: object): Running {
    const { program } = WORKS[this.#goal];
    const name = nounOf(this.#goal);
    const child = forkProgram(program, evaluationEnvironment(this.#parts.config));
    const running: Running = {
      id,
      userId,
      since: this.#parts.clock(),
      child,
      progress: undefined,
      noted: undefined,
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
          this.runner.look();
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
  if (turn === 'ended') return { state: 'waiting', ...GIVEN_BACK };
  const message = end ?? (hasExited ? failed : undefined);
  if (message === undefined) return undefined;
  return { state: message === '' ? 'done' : 'failed', message, endedAt: now };
}
