import {
  DeviceError,
  SimulationError,
  type Device,
  type DeviceFacts,
  type Host,
} from '@lumenloom/engine';
import type { OpenedGpu } from '@lumenloom/gpu';
import { DAWN_OPTIONS } from '@lumenloom/gpu/dawn';
import { UsageError } from './command-line/arguments.ts';
import type { DeviceChoice } from './device-choice.ts';

/** WebGPU for Node, where it is installed as a dependency, and where `npm run gpu` installs it. */
const PLACES = [
  'webgpu',
  new URL('../../../tools/gpu/node_modules/webgpu/index.js', import.meta.url).href,
];
/** After so many losses a thread stays on the processor until its program is started again. */
const MOST_LOSSES = 2;

/** A GPU that passed its self-test, or why there is none. */
type Found = { readonly gpu: OpenedGpu; readonly device: Device } | Missing;
interface Missing {
  /** A sentence. */
  readonly problem: string;
  /** Whether there is a GPU that does not work, which people want to know. */
  readonly isFault: boolean;
}

/** Without this reference the process ends in a segmentation fault now and then. */
let instance: GPU | undefined;
/** What this thread has found: a device belongs to the thread that opened it. */
let found: Promise<Found> | undefined;
let losses = 0;

/**
 * The device of this thread for its next run. It is opened when it is first asked for, and anew
 * after a loss.
 *
 * @param tell takes a sentence about a GPU that cannot be used; the processor computes instead.
 * @returns undefined where the processor computes.
 * @throws UsageError where the choice is `webgpu` and no GPU can be used from the start.
 */
export async function openDevice(
  choice: DeviceChoice,
  tell: (sentence: string) => void = () => undefined,
): Promise<Device | undefined> {
  if (choice === 'cpu') return undefined;
  const last = found;
  const before = await last;
  if (found === last && before && 'gpu' in before && before.gpu.session.lost !== undefined) {
    losses += 1;
    found = undefined;
  }
  if (losses >= MOST_LOSSES) {
    tell(
      `The GPU was lost ${losses} times: the processor computes until this program is started again.`,
    );
    return undefined;
  }
  const isFirst = !found;
  found ??= find();
  const now = await found;
  if ('gpu' in now)
    return choice === 'auto' && now.gpu.kind === 'software' ? undefined : now.device;
  if (choice === 'webgpu' && losses === 0) throw new UsageError(now.problem);
  if (now.isFault && isFirst) tell(`${now.problem} The processor computes instead.`);
  return undefined;
}

/**
 * Looks for the device that a choice means, and closes it again: other threads compute.
 *
 * @param tell as for `openDevice`.
 * @returns undefined where the processor computes.
 * @throws UsageError where the choice is `webgpu` and no GPU can be used.
 */
export async function findDevice(
  choice: DeviceChoice,
  tell: (sentence: string) => void,
): Promise<DeviceFacts | undefined> {
  const device = await openDevice(choice, tell);
  await closeDevice();
  return device?.facts;
}

/** Gives the device of this thread back. */
export async function closeDevice(): Promise<void> {
  const now = await found;
  found = undefined;
  if (now && 'gpu' in now) now.gpu.session.close();
}

/**
 * Does work whose results are kept beside others of the same device, and are never mixed with those
 * of the processor. A device that fails is tried once more.
 *
 * @param choice `webgpu` where the others are of a GPU, else `cpu`.
 * @throws SimulationError where the device fails again.
 */
export async function onDevice<Result>(
  choice: DeviceChoice,
  host: Host,
  work: (host: Host) => Promise<Result>,
): Promise<Result> {
  for (let isRetry = false; ; isRetry = true) {
    const device = await openDevice(choice);
    if (choice !== 'cpu' && !device) throw failure('The GPU was lost, and cannot be opened again.');
    try {
      return await work({ ...host, device });
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      if (isRetry) throw failure(error.message);
    }
  }
}

const failure = (sentence: string): SimulationError =>
  new SimulationError(
    'bad-parameter',
    `${sentence} The processor does not compute it instead, because results of both are not mixed.`,
  );

async function find(): Promise<Found> {
  const missing = (problem: string, isFault = false): Missing => ({ problem, isFault });
  try {
    const gpu = await webGpu();
    if (!gpu)
      return missing(
        'WebGPU for Node is not installed: "npm run gpu" in a clone of Lumenloom installs it.',
      );
    // The shaders are loaded where they are used.
    const { gpuDevice, openGpu, selfTest } = await import('@lumenloom/gpu');
    const opened = await openGpu(gpu);
    if (!opened) return missing('No GPU was found: docs/gpu.md says what one needs.');
    const problem = await selfTest(opened);
    if (problem === undefined) return { gpu: opened, device: gpuDevice(opened) };
    opened.session.close();
    return missing(problem, true);
  } catch (error) {
    return missing(`The GPU cannot be opened: ${(error as Error).message}`, true);
  }
}

/** WebGPU of this thread; undefined where it is not installed. */
async function webGpu(): Promise<GPU | undefined> {
  for (const place of instance ? [] : PLACES) {
    const loaded = await load(place);
    if (!loaded) continue;
    Object.assign(globalThis, loaded.globals);
    instance = loaded.create(DAWN_OPTIONS);
    break;
  }
  return instance;
}

/** What the package `webgpu` exports. */
interface WebGpuPackage {
  readonly create: (options: readonly string[]) => GPU;
  readonly globals: object;
}

async function load(place: string): Promise<WebGpuPackage | undefined> {
  try {
    return (await import(place)) as WebGpuPackage;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
