import { fetchWork, releaseWork } from '@lumenloom/engine/accelerate';
import type { GpuWork } from './gpu-work.ts';

type Left = Parameters<NonNullable<(typeof fetchWork)['types']>>[0];

export const fetchFromGpu: GpuWork<Left, void> = {
  work: fetchWork,
  compute: (task, { arrays }) => task.fetch(arrays),
};

export const releaseOnGpu: GpuWork<Left, void> = {
  work: releaseWork,
  compute: (task, { arrays }) => {
    task.release(arrays);
    return Promise.resolve();
  },
};
