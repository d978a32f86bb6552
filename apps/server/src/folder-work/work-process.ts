import { setPriority } from 'node:os';
import { watchProcess } from '@lumenloom/node-host';
import { isStorageUnavailable } from '../database/database-error.ts';

/** Ends this process with the server or worker that started it, and beyond WORK_MB. */
export const watchWork = (): Promise<unknown> =>
  watchProcess({ bytes: 1e6 * Number(process.env['WORK_MB'] ?? Infinity) });

/** Below everything that people wait for. */
export const PRIORITY = 10;

/**
 * How many of the parts that were left have ended; how the work has ended itself, '' for well; or
 * that the disk refused something, which may pass.
 */
export type WorkMessage =
  | { readonly left: number; readonly done: number }
  | { readonly end: string }
  | { readonly refused: string };

const send = (message: WorkMessage): void => void process.send!(message);

/** Says how many of the parts that were left have ended. */
export const sendProgress = (left: number, done: number): void => send({ left, done });

/**
 * Computes one piece of work in this process, with low priority, and ends with it, or with the
 * server or worker that started the process.
 *
 * @param compute returns '' where all is well, else the sentence that says why there are no
 * results.
 * @param sentenceOf what an error says to the account; undefined where it is a bug.
 */
export function computeWork<Task>(
  compute: (task: Task) => Promise<string>,
  sentenceOf: (task: Task, error: unknown) => string | undefined,
): void {
  const failure = (task: Task, error: unknown): WorkMessage => {
    const end = sentenceOf(task, error);
    if (end !== undefined) return { end };
    if (isStorageUnavailable(error)) return { refused: String(error) };
    throw error;
  };
  process.once('message', (task: Task) => {
    setPriority(PRIORITY);
    watchWork()
      .then(() => compute(task))
      .then(
        (end): WorkMessage => ({ end }),
        (error: unknown) => failure(task, error),
      )
      .then(
        (last) => process.send!(last, undefined, undefined, () => process.exit()),
        () => process.exit(1),
      );
  });
}
