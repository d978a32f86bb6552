import type { Device, DeviceWork } from '@lumenloom/engine/accelerate';
import { endPictureOnGpu } from './form-image/end-picture.ts';
import { formTilesOnGpu } from './form-image/form-tiles.ts';
import { veilOnGpu } from './form-image/veil.ts';
import type { GpuWork } from './gpu-work.ts';
import { developOnGpu } from './isp/develop-work.ts';
import { fetchFromGpu, releaseOnGpu } from './left-works.ts';
import { meterOnGpu } from './meter/meter-work.ts';
import type { OpenedGpu } from './open-gpu.ts';
import { chargeOnGpu, convertOnGpu } from './read-out/chip-works.ts';
import { readOutOnGpu } from './read-out/read-out-work.ts';

/** Everything that is done on a GPU. */
export const WORKS: readonly GpuWork<never, unknown>[] = [
  formTilesOnGpu,
  veilOnGpu,
  endPictureOnGpu,
  fetchFromGpu,
  releaseOnGpu,
  meterOnGpu,
  readOutOnGpu,
  chargeOnGpu,
  convertOnGpu,
  developOnGpu,
];

/** Largest difference of a plane of light from the processor's, as a share of its largest value. */
const TOLERANCE = 1e-5;

/** The device of a host that computes on an opened GPU. */
export function gpuDevice({ session, name, kind }: OpenedGpu): Device {
  return {
    facts: { name, kind, tolerance: TOLERANCE },
    largest: session.device.limits.maxStorageBufferBindingSize,
    compute: <Data extends object, Result>(
      work: DeviceWork<Data, Result>,
      data: Data,
      watch: { stopped(): boolean },
    ) => {
      const known = WORKS.find((one) => one.work.name === work.name) as
        | GpuWork<Data, Result>
        | undefined;
      if (!known || known.isPossible?.(data, session.device.limits) === false) return undefined;
      return session.run((task) => known.compute(task, data, watch));
    },
  };
}
