import type { TaskDescriptor } from '../task-descriptor.ts';
import { KINDS } from './kinds.ts';

/** Objects in boxes, some kinds with masks. */
export const detection = {
  words: 'detection',
  settings: ['labels', 'background', 'thresholds'],
  kinds: KINDS,
  figures: {
    map: { label: 'mAP', inPage: 'mAP' },
    map50: { label: 'AP50', inPage: 'AP50' },
    agreement50: {
      label: 'agreement at an overlap of .5',
      inPage: 'agreement at an overlap of .5',
    },
    map75: { label: 'AP75', inPage: 'AP75' },
    mapSmall: { label: 'mAP small' },
    mapMedium: { label: 'mAP medium' },
    mapLarge: { label: 'mAP large' },
    mar1: { label: 'recall, 1 a picture' },
    mar10: { label: 'recall, 10 a picture' },
    mar100: { label: 'recall, 100 a picture', inPage: 'recall, 100 a picture' },
    marSmall: { label: 'recall small' },
    marMedium: { label: 'recall medium' },
    marLarge: { label: 'recall large' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
