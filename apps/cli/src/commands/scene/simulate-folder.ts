import { resolve } from 'node:path';
import { Piscina } from 'piscina';
import { VERSION } from '@lumenloom/engine';
import { hashToSeed } from '@lumenloom/contract';
import { openFolder, openSimulation, type SimulationFolder } from '@lumenloom/datasets';
import {
  endTogether,
  renderFolder,
  THREAD_ARGUMENTS,
  type RenderFrame,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { jsonText } from '../print.ts';
import { seedOf, type FolderRun, type FrameResult, type FrameTask } from './folder-run.ts';
import { isFolder, SCENES } from './open-render.ts';

/** Written when all exposures have ended well. */
const LIST = 'exposures.json';

export interface FolderOptions {
  /** Exposures at the same time. */
  readonly jobs: number;
  readonly resume: boolean;
  readonly signal: AbortSignal;
  /** Called when an exposure ends. @param share of all that have ended. */
  readonly ended: (share: number) => void;
}

/** How the exposures of a folder ended. */
export interface FolderOutcome {
  /** Exposures that were written, now or before. */
  readonly written: number;
  /** Names of all exposures, in the order of their files. */
  readonly names: readonly string[];
  readonly failed: readonly { readonly name: string; readonly problem: string }[];
  readonly isStopped: boolean;
}

/**
 * Simulates each exposure of a folder and writes a picture and a report for each, and last
 * exposures.json. The bytes do not depend on the number of jobs, nor on how often it was
 * interrupted; exposures that failed are tried again.
 *
 * @throws UsageError for a folder without scenes.
 * @throws SimulationError when the results lie there already, or those of something else.
 */
export async function simulateFolder(
  run: FolderRun,
  options: FolderOptions,
): Promise<FolderOutcome> {
  if (!(await isFolder(run.folder))) throw new UsageError(`There is no folder ${run.folder}.`);
  const { frames } = renderFolder((await openFolder(run.folder)).paths);
  if (frames.length === 0) throw new UsageError(`${run.folder} holds no scene: ${SCENES}.`);
  const { folder: _, out, own, ...rest } = run;
  const made = {
    version: VERSION,
    exposures: frames.map(({ colour }) => colour),
    ...rest,
    own: hashToSeed(own),
  };
  const folder = await openSimulation(out, made, options.resume, {
    file: LIST,
    noun: 'folder of exposures',
  });
  const isDone = ({ colour }: RenderFrame): boolean =>
    folder.outcomes.has(colour) && folder.outcomes.get(colour)!.problem === undefined;
  const left = folder.isComplete ? [] : [...frames.entries()].filter(([, frame]) => !isDone(frame));
  const failed = await simulateFrames(left, run, folder, {
    ...options,
    ended: (count) => {
      options.ended((frames.length - left.length + count) / frames.length);
    },
  });
  const isStopped = options.signal.aborted;
  if (!folder.isComplete && !isStopped && failed.length === 0) {
    const list = frames.map((frame) => ({
      name: frame.name,
      scene: frame.colour,
      seed: seedOf(run.recipe, frame),
    }));
    await folder.write(LIST, jsonText({ ...made, files: list }));
    await folder.finish();
  }
  const written = folder.isComplete ? frames.length : frames.filter(isDone).length;
  return { written, names: frames.map(({ name }) => name), failed, isStopped };
}

/** The compiled program, because threads run JavaScript, even where this file runs from src. */
const workerFile = new URL('../../../dist/commands/scene/frame-worker.js', import.meta.url).href;

/** @returns what failed. */
async function simulateFrames(
  frames: readonly (readonly [index: number, frame: RenderFrame])[],
  run: FolderRun,
  folder: SimulationFolder,
  { jobs, signal, ended }: FolderOptions,
): Promise<FolderOutcome['failed']> {
  if (frames.length === 0) return [];
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => {
    Atomics.store(stopFlag, 0, 1);
  };
  signal.addEventListener('abort', stop, { once: true });
  const threads = Math.min(jobs, frames.length);
  const pool = new Piscina<FrameTask, FrameResult>({
    filename: workerFile,
    minThreads: 1,
    maxThreads: threads,
    atomics: 'disabled',
    workerData: { ...run, folder: resolve(run.folder), out: resolve(run.out) },
    execArgv: [...THREAD_ARGUMENTS],
  });
  const failed: { name: string; problem: string }[] = [];
  let [next, count] = [0, 0];
  const takeNext = async (): Promise<boolean> => {
    if (next >= frames.length || signal.aborted) return false;
    const [index, frame] = frames[next]!;
    next += 1;
    const result = await pool.run({ frame, index, stopFlag });
    if (result.status === 'stopped') return false;
    const problem = result.status === 'failed' ? result.message : undefined;
    if (problem !== undefined) failed.push({ name: frame.colour, problem });
    await folder.add({ name: frame.colour, ...(problem !== undefined && { problem }) });
    count += 1;
    ended(count);
    return true;
  };
  try {
    // The first one makes the tables of the lens, which the others find on disc.
    if (await takeNext())
      await endTogether(
        Array.from({ length: threads }, async () => {
          while (await takeNext());
        }),
        stop,
      );
  } finally {
    signal.removeEventListener('abort', stop);
    await pool.destroy();
  }
  return failed.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
