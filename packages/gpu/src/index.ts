export { gpuDevice } from './gpu-device.ts';
export { openGpu, type OpenedGpu } from './open-gpu.ts';
