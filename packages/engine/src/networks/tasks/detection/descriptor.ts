import type { TaskDescriptor } from '../task-descriptor.ts';
import { KINDS } from './kinds.ts';

/** Objects in boxes, some kinds with masks. */
export const detection = {
  words: 'detection',
  settings: ['labels', 'background', 'thresholds'],
  kinds: KINDS,
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
