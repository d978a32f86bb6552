/**
 * Names work that a compute device, such as a GPU, may do in place of the threads. Its plain twin,
 * in TypeScript, decides what is right; a device states how far it may differ.
 *
 * @typeParam Data what the device gets: plain data and arrays, some of which it writes.
 * @typeParam Result what it answers when the arrays are written.
 */
export interface DeviceWork<Data extends object, Result> {
  readonly name: string;
  /** Never there: it holds the types. */
  readonly types?: (data: Data) => Result;
}

export const deviceWork = <Data extends object, Result = void>(
  name: string,
): DeviceWork<Data, Result> => ({ name });

/** The device that computes, as reports name it. */
export interface DeviceFacts {
  /** Name of the adapter, such as "nvidia-h200 (NVIDIA: 580.159.04)". */
  readonly name: string;
  /** Software computes shaders on processors: of use for tests alone. */
  readonly kind: 'hardware' | 'software';
  /** Largest difference from the processor, a share of the largest value of a picture. */
  readonly tolerance: number;
}

/** A compute device of the host. */
export interface Device {
  readonly facts: DeviceFacts;
  /** Bytes of the largest array that it holds. */
  readonly largest: number;
  /**
   * Starts work; undefined where the device does not know it, so that the threads must do it. Work
   * of several runs waits in turn.
   *
   * @throws DeviceError when the device is lost, has too little memory or fails; SimulationError
   *   'cancelled' when stopped.
   */
  readonly compute: <Data extends object, Result>(
    work: DeviceWork<Data, Result>,
    data: NoInfer<Data>,
    watch: { stopped(): boolean },
  ) => Promise<Result> | undefined;
}

/**
 * Arrays that works have left on a device. What a work adds to an array may stay there, where other
 * works find it; the array itself has only what this thread wrote into it.
 */
interface LeftArrays {
  readonly arrays: readonly Float32Array[];
}

/** Adds to arrays what is left of them on the device, which keeps a copy. */
export const fetchWork = deviceWork<LeftArrays>('fetch');
/** Has the device forget arrays, so that their memory serves others. */
export const releaseWork = deviceWork<LeftArrays>('release');

const NOT_STOPPED = { stopped: () => false };

/** Brings to an array what works have left of it on a device, if there is one. */
export async function fetched(
  device: Device | undefined,
  array: Float32Array,
): Promise<Float32Array> {
  await device?.compute(fetchWork, { arrays: [array] }, NOT_STOPPED);
  return array;
}

/** Ends the copies of arrays on a device, if there is one. */
export async function released(
  device: Device | undefined,
  arrays: readonly Float32Array[],
): Promise<void> {
  await device?.compute(releaseWork, { arrays }, NOT_STOPPED);
}

/**
 * Does work on the device of a host, and from the start on the processor when the device fails, so
 * that no result is of both.
 *
 * @param tell takes the sentence that says so.
 */
export async function orOnProcessor<Own extends { readonly device?: Device | undefined }, Result>(
  host: Own,
  tell: (sentence: string) => void,
  work: (host: Own) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(host);
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    tell(`${error.message} It is computed again from the start, on the processor.`);
    return work({ ...host, device: undefined });
  }
}

/** A device has failed; the same work on the threads may succeed. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
}
