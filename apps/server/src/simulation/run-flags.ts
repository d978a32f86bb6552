import { SimulationError, type Device } from '@lumenloom/engine';

/** Numbers that a run shares with the one who stops it: 1 to stop it. */
export const STOP = 0;
/** How much work a device does for the run now; its thread is not ended before there is none. */
export const DEVICE_WORK = 1;
export const RUN_FLAGS = 2;

/**
 * Counts work of a device; none begins after Stop.
 *
 * @param begin starts the work; undefined where there is none to do.
 * @throws SimulationError 'cancelled' when the run was stopped.
 */
export function countDeviceWork<Result>(
  flags: Int32Array,
  begin: () => Promise<Result> | undefined,
): Promise<Result> | undefined {
  const end = (): void => {
    Atomics.sub(flags, DEVICE_WORK, 1);
  };
  // Counts first and asks then, as the one who ends the thread first stops it and then asks for the
  // count: so one of the two sees the other.
  Atomics.add(flags, DEVICE_WORK, 1);
  let work: Promise<Result> | undefined;
  try {
    if (Atomics.load(flags, STOP) === 1)
      throw new SimulationError('cancelled', 'Simulation terminated.');
    work = begin();
  } finally {
    if (!work) end();
  }
  return work?.finally(end);
}

/** A device whose work is counted. */
export const countedDevice = (device: Device, flags: Int32Array): Device => ({
  ...device,
  compute: (work, data, watch) => countDeviceWork(flags, () => device.compute(work, data, watch)),
});
