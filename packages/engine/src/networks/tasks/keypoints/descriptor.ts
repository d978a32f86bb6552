import type { TaskDescriptor } from '../task-descriptor.ts';

/** Key points of objects, such as the joints of people. */
export const keypoints = {
  words: 'key points',
  settings: ['labels', 'thresholds'],
  kinds: {
    'yolo-pose': {
      words: 'YOLO with key points',
      reads: ['points'],
      prepared: { by: 'YOLO', input: { resize: 'letterbox', colour: 'rgb', range: [0, 1] } },
    },
  },
  figures: {
    map: { label: 'mAP', inPage: 'mAP' },
    map50: { label: 'AP50', inPage: 'AP50' },
    map75: { label: 'AP75', inPage: 'AP75' },
    mapMedium: { label: 'mAP medium' },
    mapLarge: { label: 'mAP large' },
    mar: { label: 'recall', inPage: 'recall, 20 a picture' },
    mar50: { label: 'recall at .5' },
    mar75: { label: 'recall at .75' },
    marMedium: { label: 'recall medium' },
    marLarge: { label: 'recall large' },
  },
  load: () => import('./task.ts'),
} as const satisfies TaskDescriptor;
