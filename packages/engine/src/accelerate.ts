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
