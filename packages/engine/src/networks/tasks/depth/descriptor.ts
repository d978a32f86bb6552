import type { TaskDescriptor } from '../task-descriptor.ts';

/** How far each point is, or its inverse. */
export const depth = {
  words: 'depth',
  settings: [],
  kinds: { depth: { words: 'a depth map', reads: ['inverse'] } },
  isFitted: true,
  figures: {
    absRel: { label: 'relative error', isError: true, inPage: 'relative error' },
    mae: { label: 'mean error', unit: 'm', isError: true },
    sqRel: { label: 'squared relative error', unit: 'm', isError: true },
    rmse: { label: 'RMSE', unit: 'm', isError: true, inPage: 'root mean square error' },
    rmseLog: { label: 'RMSE of the logarithm', isError: true },
    log10: { label: 'error of log10', isError: true },
    delta1: { label: 'within 1.25', inPage: 'share within 1.25' },
    delta2: { label: 'within 1.25²' },
    delta3: { label: 'within 1.25³' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
