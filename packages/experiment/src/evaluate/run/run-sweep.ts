import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { figureOf, isDatasetFigure, type RunConditions } from '@lumenloom/contract';
import {
  meterOnce,
  SimulationError,
  type SimulationPlan,
  type SimulationReport,
} from '@lumenloom/engine';
import { endTogether, fileProblem, THREAD_ARGUMENTS, writeFile } from '@lumenloom/node-host';
import { Piscina } from 'piscina';
import { conditionsOf } from '../../results/conditions.ts';
import type { PlannedRun, PlannedSweep, SweepRun } from '../../plan/plan-sweep.ts';
import type { RunResult, RunSettings, RunTask } from './run-worker.ts';

/** A finished run as it stands in results.json. */
export interface RunOutcome extends SweepRun {
  /** By the names in `measure`; null where the report of the run has no such number. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly status: 'done' | 'failed';
  /** Why it failed; else empty. */
  readonly message: string;
  /** Of a finished run; absent in older results. */
  readonly conditions?: RunConditions;
  /** False of a camera whose figures are there and whose score is still to come. */
  readonly isScored?: boolean;
  /** The pictures that count, and the figures of their draws; absent unless asked for. */
  readonly sample?: Pick<Evaluated, 'pictures' | 'draws'>;
}

/** The figures of a data set, named dataset.map and so on; null where there is nothing to count. */
export type DatasetFigures = Readonly<Record<string, number | null>>;

/** How a data set is shown to a camera. */
export interface Showing {
  /** Pictures, in place of the number of the document. */
  readonly images?: number | undefined;
  /** Number of the noise: each one has other random numbers. */
  readonly repeat?: number;
  /** Figures of draws of the pictures are wanted too. */
  readonly isSampled?: boolean;
}

/** What a data set gives through a camera. */
export interface Evaluated {
  readonly figures: DatasetFigures;
  /** Pictures that count. */
  readonly pictures: number;
  /** Figures of draws of these pictures, the same for all cameras; empty unless asked for. */
  readonly draws: readonly DatasetFigures[];
  /** Why the figures are those of a network that sees nothing; absent where they are not. */
  readonly floor?: string;
}

/**
 * Figures of a data set through the camera of a run.
 *
 * @throws SimulationError where there are none; 'cancelled' where it was stopped.
 */
export type Evaluate = (
  camera: Pick<PlannedRun, 'recipe' | 'plan' | 'own' | 'base'>,
  showing?: Showing,
) => Promise<Evaluated>;

export interface SweepOptions {
  /** Runs at the same time, a thread each. */
  readonly jobs: number;
  readonly models: RunSettings['models'];
  readonly device?: RunSettings['device'];
  /** Folder for pictures and stages. */
  readonly folder: string;
  /** Stops the sweep; runs that are computing are given up. */
  readonly signal: AbortSignal;
  /** Needed where the sweep has `evaluate`. */
  readonly evaluate?: Evaluate;
  /** Threads that are kept for further runs; without them there are own ones. */
  readonly pool?: RunPool;
  /** Whether the pictures of the data set are drawn for a run too. */
  readonly isSampled?: (run: number) => boolean;
  /** Takes the outcomes in the order in which the runs end. */
  readonly ended: (outcome: RunOutcome) => Promise<void>;
}

/**
 * The compiled program, because threads run JavaScript, even where this file runs as TypeScript
 * from src.
 */
const workerFile = new URL('../../../dist/evaluate/run/run-worker.js', import.meta.url).href;
/** Digits of run numbers in file names, so that they sort. */
const DIGITS = 6;

/** The name of a run in the file names of its picture and stages. */
export const runName = (run: number): string => `run_${String(run).padStart(DIGITS, '0')}`;

/** The outcome of a run: its figures, or why it has none. */
export function outcomeOf(
  run: SweepRun,
  measure: readonly string[],
  result: { readonly report: SimulationReport } | { readonly message: string },
  { figures: ofDataset, floor, pictures = 0, draws = [] }: Partial<Evaluated> = {},
  plan?: SimulationPlan,
): RunOutcome {
  if ('message' in result)
    return { ...run, figures: {}, status: 'failed', message: result.message };
  const { report } = result;
  const { algorithm } = report;
  return {
    ...run,
    figures: Object.fromEntries(
      measure.map((name) => [
        name,
        (isDatasetFigure(name) ? ofDataset?.[name] : figureOf(report, name)) ?? null,
      ]),
    ),
    status: 'done',
    message: algorithm?.status === 'unusable model files' ? algorithm.problem : '',
    ...(plan && { conditions: conditionsOf(plan, report, floor) }),
    ...(draws.length > 0 && { sample: { pictures, draws } }),
  };
}

/** Threads that compute runs. */
export type RunPool = Piscina<RunTask, RunResult>;

/** Starts threads that compute runs. */
export const openPool = (threads: number, settings: RunSettings): RunPool =>
  new Piscina<RunTask, RunResult>({
    filename: workerFile,
    minThreads: threads,
    maxThreads: threads,
    workerData: settings,
    atomics: 'disabled',
    execArgv: [...THREAD_ARGUMENTS],
  });

/** Runs a task; a thread that ends unexpectedly makes it fail. */
export const runOn = async (pool: RunPool, task: RunTask): Promise<RunResult> =>
  pool.run(task).catch((error: unknown): RunResult => {
    // A full disk is no fault of the run.
    if (fileProblem(error)) throw error;
    return {
      status: 'failed',
      message: `The run ended unexpectedly: ${(error as Error).message}.`,
    };
  });

/** Bytes of results of stages that a thread keeps at most, and all threads together. */
const MEMORY_BYTES = { each: 512e6, all: 2e9 } as const;

/** Bytes in which each of so many threads keeps results of stages. */
export const memoryOf = (threads: number): number =>
  Math.min(MEMORY_BYTES.each, MEMORY_BYTES.all / threads);

/** A task whose answer is the exposure that the meter chooses, and no picture. */
const METERING = { picture: false, isMetered: true } as const;

/** What became of a run. */
type Ran = Exclude<RunResult, { readonly status: 'metered' }>;

/**
 * Lets the meter of the run before anything varies decide once for all runs on a pool.
 *
 * @returns what computes a run with the exposure in place; a meter that fails fails the run.
 */
export function meteredOn(
  pool: RunPool,
  stopFlag: Int32Array,
): (plan: SimulationPlan, run: (held: SimulationPlan) => Promise<RunResult>) => Promise<Ran> {
  const metered = meterOnce(async (base) => {
    const result = await runOn(pool, { plan: base, ...METERING, stopFlag });
    if (result.status === 'metered') return result.seconds;
    throw result.status === 'failed'
      ? new SimulationError('bad-parameter', result.message)
      : new SimulationError('cancelled', 'It was stopped.');
  });
  return async (plan, run) => {
    try {
      return (await run(await metered(plan))) as Ran;
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      return error.code === 'cancelled'
        ? { status: 'stopped' }
        : { status: 'failed', message: error.message };
    }
  };
}

/**
 * Computes runs of a sweep on threads. Each run's bits depend on its plan alone, so the outcomes
 * are the same for any number of jobs.
 *
 * @param runs numbers of those that are still to do.
 */
export async function runSweep(
  { document: { measure, keep }, runAt }: PlannedSweep,
  runs: readonly number[],
  { jobs, models, device, folder, signal, evaluate, pool: kept, isSampled, ended }: SweepOptions,
): Promise<void> {
  const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => {
    Atomics.store(stopFlag, 0, 1);
  };
  signal.addEventListener('abort', stop, { once: true });
  const threads = Math.min(jobs, Math.max(1, runs.length));
  const hasWorld = runs.length > 0 && runAt(runs[0]!).plan.world !== undefined;
  const memoryBytes = hasWorld ? memoryOf(threads) : undefined;
  const pool = kept ?? openPool(threads, { models, device, memoryBytes });
  const metered = meteredOn(pool, stopFlag);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < runs.length && !signal.aborted) {
      const planned = runAt(runs[next]!);
      const { run, plan } = planned;
      next += 1;
      const stages = keep === 'stages' ? join(folder, 'stages', runName(run.run)) : undefined;
      const result = await metered(plan, (held) =>
        runOn(pool, { plan: held, picture: keep !== 'figures', stages, stopFlag }),
      );
      if (result.status === 'stopped') return;
      if (result.status === 'done' && result.png)
        await writePicture(folder, runName(run.run), result.png);
      const ofDataset =
        evaluate && result.status === 'done'
          ? await evaluated(evaluate, planned, { isSampled: isSampled?.(run.run) ?? false })
          : undefined;
      if (ofDataset === 'stopped') return;
      await ended(
        ofDataset && 'message' in ofDataset
          ? outcomeOf(run, measure, ofDataset)
          : outcomeOf(run, measure, result, ofDataset, plan),
      );
    }
  };
  try {
    await endTogether(Array.from({ length: threads }, work), stop);
  } finally {
    signal.removeEventListener('abort', stop);
    if (!kept) await pool.destroy();
  }
}

/** Figures of the data set, or why there are none. */
export async function evaluated(
  evaluate: Evaluate,
  planned: PlannedRun,
  showing?: Showing,
): Promise<Evaluated | { readonly message: string } | 'stopped'> {
  try {
    return await evaluate(planned, showing);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return error.code === 'cancelled' ? 'stopped' : { message: error.message };
  }
}

/** Keeps the picture of a run. @param name as `runName` gives it. */
export async function writePicture(folder: string, name: string, png: Uint8Array): Promise<void> {
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await writeFile(join(folder, 'pictures', `${name}.png`), png);
}
