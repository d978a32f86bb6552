import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figureOf } from '@lumenloom/contract';
import { SimulationError, simulate, type SimulationPlan } from '@lumenloom/engine';
import { encodePng, nodeHost, npyFolder, type ModelSettings } from '@lumenloom/node-host';
import { workerData } from 'piscina';

/** One run, as it reaches the thread. */
export interface RunTask {
  readonly plan: SimulationPlan;
  /** Names of the figures that are wanted. */
  readonly measure: readonly string[];
  /** Folder for the picture, and for the arrays between the stages; absent where they are not kept. */
  readonly pictures?: { readonly folder: string; readonly name: string } | undefined;
  readonly stages?: string | undefined;
  /** Set to 1 to stop the run. */
  readonly stopFlag: Int32Array;
}

/** What came of a run: its figures, null where the report has none, or the sentence that says why there are none. */
export type RunResult =
  | {
      readonly status: 'done';
      readonly figures: Readonly<Record<string, number | null>>;
      readonly message: string;
    }
  | {
      readonly status: 'failed';
      readonly figures: Readonly<Record<string, never>>;
      readonly message: string;
    }
  | { readonly status: 'stopped' };

/** Settings of every thread. */
export interface RunSettings {
  readonly models: Pick<ModelSettings, 'folder' | 'precisions'>;
}

/** Runs fill the processor side by side, so each computes on its own thread only. */
const host = nodeHost(1, (workerData as RunSettings).models);
/** A lens that is varied is used once: its tables would only fill the disc. */
const { cache: _, ...hostWithoutCache } = host;

/** Runs a plan and takes the wanted figures from its report. Errors that the person can correct are results. */
export default async function runWorker(task: RunTask): Promise<RunResult> {
  const { plan, measure, pictures, stages, stopFlag } = task;
  try {
    if (stages !== undefined) await mkdir(stages, { recursive: true });
    const { image, report } = await simulate(
      plan,
      typeof plan.optics === 'object' ? hostWithoutCache : host,
      {
        stopped: () => Atomics.load(stopFlag, 0) === 1,
        log: () => undefined,
        progress: () => undefined,
        stage: () => undefined,
        ...(stages !== undefined && { sink: npyFolder(stages, (array) => array) }),
      },
    );
    if (pictures) {
      await mkdir(pictures.folder, { recursive: true });
      await writeFile(join(pictures.folder, pictures.name), await encodePng(image));
    }
    const { algorithm } = report;
    return {
      status: 'done',
      figures: Object.fromEntries(measure.map((name) => [name, figureOf(report, name) ?? null])),
      message: algorithm?.status === 'unusable model files' ? algorithm.problem : '',
    };
  } catch (error) {
    if (error instanceof SimulationError && error.code === 'cancelled')
      return { status: 'stopped' };
    if (!(error instanceof SimulationError)) throw error;
    return { status: 'failed', figures: {}, message: error.message };
  }
}
