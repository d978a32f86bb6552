import type { DataImage } from '@lumenloom/datasets';
import { readDescriptor } from '@lumenloom/engine';
import { endTogether, shareCommand, THREAD_ARGUMENTS } from '@lumenloom/node-host';
import { Piscina } from 'piscina';
import type { cropsOfPicture } from './crops-of-picture.ts';
import type { Crop } from './galleries.ts';
import type { PictureLine } from './picture-lines.ts';
import type { CropTask, PictureTask } from './picture-worker.ts';
import type { PlannedEvaluation, Setup } from '../../plan/plan-evaluation.ts';

/**
 * The compiled program, because threads run JavaScript, even where this file runs as TypeScript
 * from src.
 */
const workerFile = new URL('../../../dist/evaluate/dataset/picture-worker.js', import.meta.url)
  .href;

/** One is computed while another is decoded or waits for the network, a process of its own. */
const PICTURES_PER_THREAD = 2;

/** Pictures that are evaluated together: as JSON they may travel to another process. */
export interface PictureOrder {
  readonly images: readonly DataImage[];
}

/** Starts threads that evaluate pictures which other processes ask for. */
export function openPictures(evaluation: PlannedEvaluation, jobs: number) {
  const threads = evaluationThreads(evaluation, jobs, new AbortController().signal);
  return {
    /** The lines of each picture, in their order. */
    evaluate: async ({ images }: PictureOrder): Promise<readonly (readonly PictureLine[])[]> => {
      const lines = new Map<string, readonly PictureLine[]>();
      await threads.evaluate(images, evaluation.setups, async (ended) => {
        lines.set(ended[0]!.image, ended);
      });
      return images.map(({ name }) => lines.get(name)!);
    },
    end: threads.end,
  };
}

/** Threads that evaluate pictures. */
export interface EvaluationThreads {
  /**
   * Evaluates pictures. The lines of a picture depend on the evaluation alone, so they are the same
   * for any number of threads.
   *
   * @param setups cameras through which each picture is seen.
   * @param ended takes the lines of a picture, pictures in the order in which they end.
   */
  readonly evaluate: (
    images: readonly DataImage[],
    setups: readonly Setup[],
    ended: (lines: readonly PictureLine[]) => Promise<void>,
  ) => Promise<void>;
  /** Draws parts of a picture. */
  readonly crop: (image: DataImage, crops: readonly Crop[]) => ReturnType<typeof cropsOfPicture>;
  readonly end: () => Promise<void>;
}

/** The one process of a command that reads the outputs for all threads. */
function commandFor({ descriptor, allowsCommand }: PlannedEvaluation) {
  if (!allowsCommand || !descriptor) return undefined;
  const { output } = readDescriptor(descriptor, allowsCommand);
  return output?.command && shareCommand(output.command);
}

/**
 * Starts threads for an evaluation.
 *
 * @param jobs threads.
 * @param signal stops the evaluation; pictures that are being computed are given up.
 * @param pause ends it after the pictures that are being computed.
 */
export function evaluationThreads(
  evaluation: PlannedEvaluation,
  jobs: number,
  signal: AbortSignal,
  pause?: AbortSignal,
): EvaluationThreads {
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => {
    Atomics.store(stopFlag, 0, 1);
  };
  signal.addEventListener('abort', stop, { once: true });
  const command = commandFor(evaluation);
  const threads = Array.from(
    { length: jobs },
    () =>
      new Piscina({
        filename: workerFile,
        minThreads: 0,
        maxThreads: 1,
        concurrentTasksPerWorker: PICTURES_PER_THREAD,
        // A thread has the network in a process of its own.
        idleTimeout: 60_000,
        workerData: { ...evaluation, commandChannel: command?.channel },
        atomics: 'disabled',
        execArgv: [...THREAD_ARGUMENTS],
      }),
  );
  let cropped = 0;
  return {
    evaluate: async (images, setups, ended) => {
      let next = 0;
      const work = async (_: unknown, at: number): Promise<void> => {
        while (next < images.length && !signal.aborted && !pause?.aborted) {
          const image = images[next]!;
          next += 1;
          const task: PictureTask = { image, setups, stopFlag };
          const lines = (await threads[at % jobs]!.run(task, { name: 'evaluateOne' })) as
            | readonly PictureLine[]
            | undefined;
          if (!lines) return;
          await ended(lines);
        }
      };
      const atOnce = Math.min(PICTURES_PER_THREAD * jobs, images.length);
      await endTogether(Array.from({ length: atOnce }, work), stop);
    },
    crop: async (image, crops) => {
      const task: CropTask = { image, crops, setups: evaluation.setups, stopFlag };
      cropped += 1;
      return (await threads[cropped % jobs]!.run(task, { name: 'cropOne' })) as Awaited<
        ReturnType<typeof cropsOfPicture>
      >;
    },
    end: async () => {
      signal.removeEventListener('abort', stop);
      await Promise.all(threads.map((thread) => thread.destroy()));
      command?.close();
    },
  };
}
