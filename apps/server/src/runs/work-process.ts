import { setPriority } from 'node:os';
import { SimulationError, type DeviceFacts } from '@lumenloom/engine';
import { findDevice, watchProcess, type DeviceChoice } from '@lumenloom/node-host';
import type { StudyOptions } from '@lumenloom/experiment';
import { isStorageUnavailable, refusedByDisk } from '../database/database-error.ts';
import { withNames, type EvaluationFiles } from './evaluation-files.ts';
import type { RunAnswer, RunOrder } from './run-order.ts';

/** How a process computes for an account. */
export interface Computing {
  /** Runs, or pictures, at the same time. */
  readonly jobs: number;
  readonly device: DeviceChoice;
  /** MAX_RUN_SECONDS. */
  readonly maximumSeconds: number;
}

/** What the process of an experiment that conducts it is to compute, besides its document. */
export interface ConductorTask extends Computing {
  readonly folder: string;
  readonly models: StudyOptions['models'];
  /** The files of a data set; absent where it names none. */
  readonly files?: EvaluationFiles;
  /** Whether the folder has our bits, whichever version began it. */
  readonly hasOurBits?: boolean;
}

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
  | Asked
  | { readonly withdraws: true }
  | { readonly left: number; readonly done: number }
  | { readonly end: string }
  | { readonly hasPaused: true }
  | { readonly refused: string };

/** Has a part of the work computed elsewhere. */
export interface Asked extends Pick<RunOrder, 'key' | 'task' | 'runs'> {
  readonly ask: number;
}
/** What came of it; without an answer it was given up. */
export interface Answered {
  readonly ask: number;
  readonly answer?: RunAnswer | undefined;
}

/** Asks the process to end when it has made a step, because it is the turn of another account. */
export const PAUSE = 'pause';

/** A turn of work: every turn makes at least one step, so that all work ends. */
export interface Turn {
  /** Begins no further part once it is aborted. */
  readonly over: AbortSignal;
  /** To be called when something is stored that the next turn need not compute again. */
  readonly step: () => void;
  /**
   * Has a part computed elsewhere.
   * @throws SimulationError 'cancelled' where it was given up; the disk's error where it refused.
   */
  readonly ask: (order: Omit<Asked, 'ask'>) => Promise<Exclude<RunAnswer, { refused: string }>>;
  /** Gives up the parts that nobody has begun. */
  readonly withdraw: () => void;
}

/** Parts that are asked for at once: enough for many workers. */
export const MOST_ASKED = 32;

const send = (message: WorkMessage): void => void process.send!(message);

/** Says how many of the parts that were left have ended. */
export const sendProgress = (left: number, done: number): void => send({ left, done });

/**
 * Computes one piece of work in this process, with low priority, and ends with it, or with the
 * server or worker that started the process.
 *
 * @param otherPrograms what is said of a folder that another version, or another device, began.
 * @param compute takes the task, with the document of its goal. It returns '' where all is well,
 * undefined where its turn was over before its end, else the sentence that says why there are no
 * results.
 */
export function computeWork(
  otherPrograms: string,
  compute: (
    task: never,
    turn: Turn,
    device: DeviceFacts | undefined,
  ) => Promise<string | undefined>,
): void {
  const failure = ({ files }: ConductorTask, error: unknown): WorkMessage => {
    if (error instanceof SimulationError) {
      // No other folder is refused.
      const message = error.field === 'out' ? otherPrograms : error.message;
      return { end: files ? withNames(message, files) : message };
    }
    if (isStorageUnavailable(error)) return { refused: String(error) };
    throw error;
  };
  const over = new AbortController();
  let [isAsked, hasStep] = [false, false];
  const endTurn = (): void => {
    if (isAsked && hasStep) over.abort();
  };
  const waiting = new Map<number, (answer: RunAnswer | undefined) => void>();
  let asked = 0;
  const ask: Turn['ask'] = async (order) => {
    const id = (asked += 1);
    const answer = await new Promise<RunAnswer | undefined>((resolve) => {
      waiting.set(id, resolve);
      send({ ask: id, ...order });
    });
    if (!answer) throw new SimulationError('cancelled', 'It was given up.');
    if ('refused' in answer) throw refusedByDisk(answer.refused);
    return answer;
  };
  const turn: Turn = {
    over: over.signal,
    ask,
    withdraw: () => {
      if (waiting.size > 0) send({ withdraws: true });
    },
    step: () => {
      hasStep = true;
      endTurn();
    },
  };
  process.once('message', (task: ConductorTask) => {
    setPriority(PRIORITY);
    process.on('message', (message) => {
      if (message === PAUSE) {
        isAsked = true;
        endTurn();
        return;
      }
      const { ask: id, answer } = message as Answered;
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    watchWork()
      .then(() => findDevice(task.device, () => undefined))
      .then((device) => compute(task as never, turn, device))
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
