import type { TaskDescriptor } from '../task-descriptor.ts';

/** How much each point differs from what is normal. */
export const anomaly = {
  words: 'anomalies',
  settings: [],
  kinds: { anomaly: { words: 'an anomaly map' } },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
