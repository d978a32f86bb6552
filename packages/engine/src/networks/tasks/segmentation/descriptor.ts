import type { TaskDescriptor } from '../task-descriptor.ts';

/** The class of each pixel. */
export const segmentation = {
  words: 'segmentation',
  settings: ['labels', 'background'],
  kinds: {
    'class-map': {
      words: 'a score of each class in each pixel',
      classes: { side: 'second', besides: 0, hasBackground: true },
    },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
