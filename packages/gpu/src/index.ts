export { gpuDevice } from './gpu-device.ts';
export { openGpu, type OpenedGpu } from './open-gpu.ts';
export { selfTest } from './self-test.ts';
