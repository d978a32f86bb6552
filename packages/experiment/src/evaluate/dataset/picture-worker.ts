import type { DataImage } from '@lumenloom/datasets';
import { SimulationError } from '@lumenloom/engine';
import { onDevice } from '@lumenloom/node-host';
import { workerData } from 'piscina';
import { cropsOfPicture, type CropsOfPicture } from './crops-of-picture.ts';
import type { Bench } from './bench.ts';
import { evaluatePicture } from './evaluate-picture.ts';
import { openBench } from './open-bench.ts';
import type { PictureLine } from './picture-lines.ts';
import type { PlannedEvaluation, Setup } from '../../plan/plan-evaluation.ts';

/** One picture, as it reaches the thread. */
export interface PictureTask {
  readonly image: DataImage;
  readonly setups: readonly Setup[];
  /** Set to 1 to stop. */
  readonly stopFlag: Int32Array;
}

/** Crops of one picture, as they reach the thread. */
export interface CropTask extends PictureTask, CropsOfPicture {}

let bench: Promise<Bench> | undefined;

/** The data set and the network of this thread; they were checked before the thread was started. */
async function ownBench(stopped: () => boolean): Promise<Bench> {
  const opened = await openBench(workerData as PlannedEvaluation, stopped);
  if (!opened.ok) throw new SimulationError('bad-parameter', opened.problems[0]!.message);
  return opened.value;
}

/** The work of a thread; undefined when it was stopped. */
async function unlessStopped<Value>(
  { stopFlag }: PictureTask,
  work: (bench: Bench, stopped: () => boolean) => Promise<Value>,
): Promise<Value | undefined> {
  const stopped = (): boolean => Atomics.load(stopFlag, 0) === 1;
  bench ??= ownBench(stopped);
  try {
    const own = await bench;
    const device = own.evaluation.device === undefined ? 'cpu' : 'webgpu';
    return await onDevice(device, own.host, (host) => work({ ...own, host }, stopped));
  } catch (error) {
    if (error instanceof SimulationError && error.code === 'cancelled') return undefined;
    throw error;
  }
}

/** Evaluates a picture. */
export const evaluateOne = (task: PictureTask): Promise<readonly PictureLine[] | undefined> =>
  unlessStopped(task, (own, stopped) => evaluatePicture(own, task, stopped));

/** Draws parts of a picture, as data URLs. */
export const cropOne = (task: CropTask): ReturnType<typeof cropsOfPicture> =>
  unlessStopped(task, (own, stopped) => cropsOfPicture(own, task, stopped)).then(
    (crops) => crops ?? [],
  );
