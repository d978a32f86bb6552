import type { TaskDescriptor } from '../task-descriptor.ts';

/** The class of each pixel. */
export const segmentation = {
  words: 'segmentation',
  settings: ['labels', 'background', 'thresholds'],
  kinds: {
    'class-map': {
      words: 'a score of each class in each pixel',
      classes: { side: 'second', besides: 0, hasBackground: true },
    },
    'class-map-nhwc': {
      words: 'the same, classes last',
      classes: { side: 'last', besides: 0, hasBackground: true },
    },
    'class-ids': { words: 'the number of the class of each pixel' },
    mask: { words: 'one score in each pixel, of class 1', reads: ['activation'], score: 0.5 },
  },
  figures: {
    miou: { label: 'mean IoU', inPage: 'mean IoU' },
    pixelAccuracy: { label: 'pixel accuracy', inPage: 'pixel accuracy' },
    meanAccuracy: { label: 'mean accuracy' },
    frequencyWeightedIou: { label: 'frequency-weighted IoU' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
