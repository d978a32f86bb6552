import type { Device } from '@lumenloom/engine';

/** An opened compute device. */
export interface OpenedDevice {
  readonly device: Device;
  /** Gives its memory back. */
  readonly close: () => void;
}

/** The device that computes previews. */
export interface PreviewDevice {
  /**
   * The device; undefined where there is none, and while it is being opened, which the first call
   * starts: no preview waits for that.
   */
  readonly current: () => Device | undefined;
  /** Ends the device, which has failed, and has it opened anew, once. */
  readonly failed: () => void;
}

/** A device that fails is opened once more; a second failure leaves previews to the processor. */
const MOST_OPENED = 2;

/** @param open opens the device; undefined where there is none. */
export function previewDevice(open: () => Promise<OpenedDevice | undefined>): PreviewDevice {
  let opened: OpenedDevice | undefined;
  let left = MOST_OPENED;
  let isOpening = false;
  const start = async (): Promise<void> => {
    isOpening = true;
    opened = await open();
    isOpening = false;
    // Without a device now, the next preview has none either.
    left = opened ? left - 1 : 0;
  };
  return {
    current: () => {
      if (!opened && !isOpening && left > 0) void start();
      return opened?.device;
    },
    failed: () => {
      opened?.close();
      opened = undefined;
    },
  };
}

/**
 * Opens the GPU of the browser, and tests it. Its shaders are loaded here, so that nobody waits for
 * them before.
 *
 * @param takesSoftware also takes an adapter that computes on processors, which is slow.
 * @returns undefined where no GPU can be used; a fault is said on the console.
 */
export async function openBrowserGpu(takesSoftware: boolean): Promise<OpenedDevice | undefined> {
  if (!('gpu' in navigator)) return undefined;
  try {
    const { gpuDevice, openGpu, selfTest } = await import('@lumenloom/gpu');
    const gpu = await openGpu(navigator.gpu);
    if (!gpu) return undefined;
    const close = (): void => {
      gpu.session.close();
    };
    if (gpu.kind === 'hardware' || takesSoftware) {
      const problem = await selfTest(gpu);
      if (problem === undefined) return { device: gpuDevice(gpu), close };
      console.warn(problem);
    }
    close();
  } catch (error) {
    console.warn(`The GPU cannot be opened: ${String(error)}`);
  }
  return undefined;
}
