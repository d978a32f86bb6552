import type { TaskDescriptor } from '../task-descriptor.ts';

/** The class of the whole picture. */
export const classification = {
  words: 'classes',
  settings: ['labels'],
  kinds: {
    logits: {
      words: 'a score of each class',
      isCropped: true,
      classes: { side: 'second', besides: 0, hasBackground: true },
    },
    probabilities: {
      words: 'a probability of each class',
      isCropped: true,
      classes: { side: 'second', besides: 0, hasBackground: true },
    },
    sigmoid: {
      words: 'several classes: each with a score of its own',
      isCropped: true,
      classes: { side: 'second', besides: 0, hasBackground: true },
    },
  },
  figures: {
    top1: { label: 'top-1', inPage: 'top-1' },
    top5: { label: 'top-5', inPage: 'top-5' },
    map: { label: 'mAP', inPage: 'mAP' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
