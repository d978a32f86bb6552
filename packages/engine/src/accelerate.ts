/**
 * What compute devices need of the engine: the work that they may do in place of the threads, its
 * data, and the plain twins that decide what is right.
 */
export {
  deviceWork,
  DeviceError,
  type Device,
  type DeviceFacts,
  type DeviceWork,
} from './device.ts';
export { EXPONENTIAL_TABLE, POISSON_LIMIT, RECIPROCAL_TABLE } from './random/poisson.ts';
export { GAUSSIAN_TABLE } from './random/gaussian.ts';
export { readOutPlain, type ReadOutSettings } from './sensors/read-out/read-out-plain.ts';
export { readOutWork } from './sensors/read-out/read-out-sensor.ts';
