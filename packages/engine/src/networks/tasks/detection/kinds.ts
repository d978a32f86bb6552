import type { OutputKindFacts } from '../task-descriptor.ts';

/** How outputs say where objects are. */
export const KINDS = {
  yolo: {
    reads: ['unit', 'activation'],
    words: 'YOLO: centre, size, score of each class',
    classes: { side: 'smaller', besides: 4 },
  },
  'yolo-objectness': {
    reads: ['unit', 'activation'],
    words: 'YOLO: centre, size, objectness, classes',
    classes: { side: 'smaller', besides: 5 },
  },
  yolox: {
    words: 'YOLOX: the same in cells of its grids',
    prepared: {
      by: 'YOLOX',
      input: { resize: 'letterbox', corner: true, colour: 'bgr', range: [0, 255] },
    },
    classes: { side: 'smaller', besides: 5 },
  },
  end2end: { reads: ['unit'], words: 'corners, score, class; nothing to suppress' },
  'yolo-seg': { words: 'YOLO with masks', classes: { side: 'smaller', besides: 4 + 32 } },
  detr: {
    words: 'DETR: logits and boxes, the last class is nothing',
    background: 'last',
    classes: { side: 'last', besides: 1 },
  },
  rtdetr: { words: 'RT-DETR: logits and boxes', classes: { side: 'last', besides: 0 } },
  'rtdetr-rows': {
    words: 'RT-DETR of Ultralytics: boxes as shares, score of each class',
    classes: { side: 'last', besides: 4 },
  },
  'boxes-scores-labels': {
    reads: ['corners', 'unit'],
    isTriedTwice: true,
    words: 'boxes, scores, labels',
    background: 'first',
  },
  'boxes-scores': {
    reads: ['boxes', 'unit', 'activation'],
    words: 'YOLO-NAS: corners, and scores of each class',
  },
  'dets-labels': { reads: ['unit'], words: 'MMDeploy: corners with score, labels' },
  'class-first': { reads: ['unit'], words: 'PaddleDetection: class, score, corners' },
  'batch-rows': { reads: ['unit'], words: 'YOLOv7: picture, corners, class, score' },
  efficientdet: {
    reads: ['corners', 'unit'],
    words: 'EfficientDet: picture, corners (y first), score, class',
    background: 'first',
  },
} as const satisfies Readonly<Record<string, OutputKindFacts>>;

export type DetectionKind = keyof typeof KINDS;
