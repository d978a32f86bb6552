import type { TaskDescriptor } from '../task-descriptor.ts';

/** How much each point differs from what is normal. */
export const anomaly = {
  words: 'anomalies',
  settings: [],
  kinds: { anomaly: { words: 'an anomaly map' } },
  figures: {
    aurocImage: { label: 'AUROC of pictures', inPage: 'AUROC of pictures' },
    aurocPixel: { label: 'AUROC of pixels', inPage: 'AUROC of pixels' },
    pro30: { label: 'PRO to .3', inPage: 'PRO to .3' },
    pro05: { label: 'PRO to .05' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
