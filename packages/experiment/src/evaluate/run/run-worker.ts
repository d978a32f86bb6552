import { mkdir } from 'node:fs/promises';
import { messages } from '@lumenloom/contract';
import {
  SimulationError,
  lensOfPlan,
  meteredSeconds,
  simulate,
  type Host,
  type SimulationPlan,
  type SimulationReport,
} from '@lumenloom/engine';
import {
  encodePng,
  nodeHost,
  npyFolder,
  onDevice,
  type DeviceChoice,
  type ModelSettings,
} from '@lumenloom/node-host';
import { workerData } from 'piscina';

/** One run, as it reaches the thread. */
export interface RunTask {
  readonly plan: SimulationPlan;
  /** Whether the picture is wanted. */
  readonly picture: boolean;
  /** The exposure that the meter chooses is wanted alone. */
  readonly isMetered?: boolean;
  /** Folder for the arrays between the stages; absent where they are not kept. */
  readonly stages?: string | undefined;
  /** Set to 1 to stop the run. */
  readonly stopFlag: Int32Array;
}

/** The outcome of a run, or the sentence that says why it failed. */
export type RunResult =
  | {
      readonly status: 'done';
      readonly report: SimulationReport;
      /** What the run took, with its measurements and its picture. */
      readonly milliseconds: number;
      readonly png?: Uint8Array;
    }
  | { readonly status: 'metered'; readonly seconds: number }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'stopped' };

/** Settings of every thread. */
export interface RunSettings {
  readonly models: Pick<ModelSettings, 'folder' | 'precisions'>;
  /** Bytes in which a thread keeps results of stages for its later runs; none without it. */
  readonly memoryBytes?: number | undefined;
  /** A run that takes longer fails; without it none is ended. */
  readonly maximumSeconds?: number | undefined;
  /** `webgpu` or, without it, `cpu`: all runs are of one device. */
  readonly device?: DeviceChoice | undefined;
}

const {
  models,
  memoryBytes,
  maximumSeconds = Infinity,
  device = 'cpu',
} = workerData as RunSettings;
/** Runs fill the processor side by side, so each computes on its own thread only. */
const host = nodeHost(1, models, memoryBytes);
/** A lens that is varied is used once: its tables would only fill the disc. */
const { cache: _, ...hostWithoutCache } = host;

/** Runs a plan. Errors that the person can correct are results. */
export default async function runWorker(task: RunTask): Promise<RunResult> {
  const { plan, picture, isMetered, stages, stopFlag } = task;
  const began = performance.now();
  const isLate = (): boolean => performance.now() > began + 1000 * maximumSeconds;
  const stopped = (): boolean => Atomics.load(stopFlag, 0) === 1 || isLate();
  try {
    if (stages !== undefined) await mkdir(stages, { recursive: true });
    const ownHost = typeof lensOfPlan(plan.optics) === 'object' ? hostWithoutCache : host;
    if (isMetered) {
      const metered = (own: Host): Promise<number> => meteredSeconds(plan, own, stopped);
      return { status: 'metered', seconds: await onDevice(device, ownHost, metered) };
    }
    const { image, report } = await onDevice(device, ownHost, (deviceHost) =>
      simulate(plan, deviceHost, {
        stopped,
        log: () => undefined,
        progress: () => undefined,
        stage: () => undefined,
        ...(stages !== undefined && { sink: npyFolder(stages, (array) => array) }),
        needsDevice: true,
      }),
    );
    const png = picture ? await encodePng(image) : undefined;
    const milliseconds = performance.now() - began;
    return { status: 'done', report, milliseconds, ...(png && { png }) };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    if (error.code !== 'cancelled') return { status: 'failed', message: error.message };
    return Atomics.load(stopFlag, 0) === 1
      ? { status: 'stopped' }
      : { status: 'failed', message: messages.runOutOfTime(maximumSeconds) };
  }
}
