import type { TaskDescriptor } from '../task-descriptor.ts';

/** How far each point is, or its inverse. */
export const depth = {
  words: 'depth',
  settings: ['inverse'],
  kinds: { depth: { words: 'a depth map' } },
  isFitted: true,
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
