import type { TaskDescriptor } from '../task-descriptor.ts';

/** Objects in boxes that are turned, as those in pictures from above. */
export const oriented = {
  words: 'turned boxes',
  settings: ['labels', 'thresholds'],
  kinds: {
    'yolo-obb': {
      words: 'YOLO with turned boxes: centre, size, classes, angle',
      prepared: { by: 'YOLO', input: { resize: 'letterbox', colour: 'rgb', range: [0, 1] } },
    },
  },
  figures: {
    map: { label: 'mAP', inPage: 'mAP' },
    map50: { label: 'AP50', inPage: 'AP50' },
    map75: { label: 'AP75', inPage: 'AP75' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
