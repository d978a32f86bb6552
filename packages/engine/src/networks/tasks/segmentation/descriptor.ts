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
  figures: {
    miou: { label: 'mean IoU', inPage: 'mean IoU' },
    pixelAccuracy: { label: 'pixel accuracy', inPage: 'pixel accuracy' },
    meanAccuracy: { label: 'mean accuracy' },
    frequencyWeightedIou: { label: 'frequency-weighted IoU' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
