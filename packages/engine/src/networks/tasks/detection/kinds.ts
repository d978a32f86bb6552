import type { OutputKindFacts } from '../task-descriptor.ts';

/** How outputs say where objects are. */
export const KINDS = {
  yolo: {
    words: 'YOLO: centre, size, score of each class',
    classes: { side: 'smaller', besides: 4 },
  },
  'yolo-objectness': {
    words: 'YOLO: centre, size, objectness, classes',
    classes: { side: 'smaller', besides: 5 },
  },
  end2end: { words: 'corners, score, class; nothing to suppress' },
  'yolo-seg': { words: 'YOLO with masks', classes: { side: 'smaller', besides: 4 + 32 } },
  detr: {
    words: 'DETR: logits and boxes, the last class is nothing',
    background: 'last',
    classes: { side: 'last', besides: 1 },
  },
  rtdetr: { words: 'RT-DETR: logits and boxes', classes: { side: 'last', besides: 0 } },
  'boxes-scores-labels': { words: 'boxes, scores, labels', background: 'first' },
} as const satisfies Readonly<Record<string, OutputKindFacts>>;

export type DetectionKind = keyof typeof KINDS;
