import { setPriority } from 'node:os';
import { watchProcess } from '@lumenloom/node-host';
import { isStorageUnavailable } from '../database/database-error.ts';

/** Ends this process with the server or worker that started it, and beyond WORK_MB. */
export const watchWork = (): Promise<unknown> =>
  watchProcess({ bytes: 1e6 * Number(process.env['WORK_MB'] ?? Infinity) });

/** Below everything that people wait for. */
export const PRIORITY = 10;

/**
 * How many of the parts that were left have ended; how the work has ended itself, '' for well; that
 * it goes on in its next turn; or that the disk refused something, which may pass.
 */
export type WorkMessage =
  | { readonly left: number; readonly done: number }
  | { readonly end: string }
  | { readonly hasPaused: true }
  | { readonly refused: string };

/** Asks the process to end when it has made a step, because it is the turn of another account. */
export const PAUSE = 'pause';

/** A turn of work: every turn makes at least one step, so that all work ends. */
export interface Turn {
  /** Begins no further part once it is aborted. */
  readonly over: AbortSignal;
  /** To be called when something is stored that the next turn need not compute again. */
  readonly step: () => void;
}

const send = (message: WorkMessage): void => void process.send!(message);

/** Says how many of the parts that were left have ended. */
export const sendProgress = (left: number, done: number): void => send({ left, done });

/**
 * Computes one piece of work in this process, with low priority, and ends with it, or with the
 * server or worker that started the process.
 *
 * @param compute returns '' where all is well, undefined where its turn was over before its end,
 * else the sentence that says why there are no results.
 * @param sentenceOf what an error says to the account; undefined where it is a bug.
 */
export function computeWork<Task>(
  compute: (task: Task, turn: Turn) => Promise<string | undefined>,
  sentenceOf: (task: Task, error: unknown) => string | undefined,
): void {
  const failure = (task: Task, error: unknown): WorkMessage => {
    const end = sentenceOf(task, error);
    if (end !== undefined) return { end };
    if (isStorageUnavailable(error)) return { refused: String(error) };
    throw error;
  };
  const over = new AbortController();
  let [isAsked, hasStep] = [false, false];
  const endTurn = (): void => {
    if (isAsked && hasStep) over.abort();
  };
  const turn: Turn = {
    over: over.signal,
    step: () => {
      hasStep = true;
      endTurn();
    },
  };
  process.once('message', (task: Task) => {
    setPriority(PRIORITY);
    process.on('message', (message) => {
      isAsked ||= message === PAUSE;
      endTurn();
    });
    watchWork()
      .then(() => compute(task, turn))
      .then(
        (end): WorkMessage => (end === undefined ? { hasPaused: true } : { end }),
        (error: unknown) => failure(task, error),
      )
      .then(
        (last) => process.send!(last, undefined, undefined, () => process.exit()),
        () => process.exit(1),
      );
  });
}
