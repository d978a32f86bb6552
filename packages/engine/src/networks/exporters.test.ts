import { describe, expect, it } from 'vitest';
import type { NetworkHints } from './recognise.ts';
import {
  CUP,
  PLATE,
  asShares,
  centred,
  labels,
  opened,
  rowsOf,
  turned,
  upright,
  type Output,
  type Outputs,
} from './trial-network.ts';

const NOTHING = [0, 0, 0, 0] as const;
/** Candidates [1, n, 7] of YOLO with an objectness. */
const objectness = rowsOf(
  200,
  [
    [...centred(CUP), 0.95, 0.97, 0.01],
    [...centred(PLATE), 0.9, 0.02, 0.9],
  ],
  () => [40, 30, 8, 8, 0.001, 0.3, 0.3],
);
const head = (name: string, ...shape: readonly number[]): Output => [
  name,
  shape,
  new Array<number>(shape.reduce((product, side) => product * side, 1)).fill(0.1),
];
const heads = [head('350', 1, 3, 8, 10, 7), head('498', 1, 3, 4, 5, 7)];

type Case = readonly [
  exporter: string,
  outputs: readonly Output[],
  hints: NetworkHints & Parameters<typeof opened>[2],
];

/** Outputs as exporters write them, not in the order in which they are read. */
const boxesCases: readonly Case[] = [
  ['YOLOv5 before its heads', [['output', [1, 200, 7], objectness], ...heads], { labels }],
  ['YOLOv7 behind its heads', [...heads, ['output', [1, 200, 7], objectness]], { labels }],
  [
    'YOLOv8 behind its maps of features',
    [
      head('maps', 1, 66, 8, 10),
      [
        'output0',
        [1, 6, 200],
        upright(
          Array.from({ length: 200 }, (_, at) =>
            at === 0
              ? [...centred(CUP), 0.9, 0.1]
              : at === 1
                ? [...centred(PLATE), 0.1, 0.8]
                : [40, 30, 8, 8, 0.001, 0.001],
          ),
        ),
      ],
    ],
    { labels },
  ],
  [
    'YOLOv7 with its suppression',
    [['output', [2, 7], [0, ...CUP, 0, 0.9, 0, ...PLATE, 1, 0.8]]],
    { metadata: { names: "{0: 'cup', 1: 'plate'}" } },
  ],
  [
    'YOLO26',
    [
      [
        'output0',
        [1, 300, 6],
        rowsOf(
          300,
          [
            [...CUP, 0.9, 0],
            [...PLATE, 0.8, 1],
          ],
          () => [...NOTHING, 0, 0],
        ),
      ],
    ],
    { labels },
  ],
  [
    'YOLOv8 of two classes by rows',
    [
      [
        'output0',
        [1, 200, 6],
        rowsOf(
          200,
          [
            [...centred(CUP), 0.9, 0.1],
            [...centred(PLATE), 0.1, 0.8],
          ],
          () => [40, 30, 8, 8, 0.001, 0.002],
        ),
      ],
    ],
    { labels },
  ],
  [
    'YOLO-NAS with its suppression, flat',
    [['graph2_flat_predictions', [2, 7], [0, ...CUP, 0.9, 0, 0, ...PLATE, 0.8, 1]]],
    { labels },
  ],
  [
    'YOLO-NAS with its suppression',
    [
      ['num_predictions', [1, 1], [2], 'int64'],
      ['pred_boxes', [1, 3, 4], [...CUP, ...PLATE, ...NOTHING]],
      ['pred_scores', [1, 3], [0.9, 0.8, 0]],
      ['pred_classes', [1, 3], [0, 1, 0], 'int64'],
    ],
    { labels },
  ],
  [
    'DAMO-YOLO',
    [
      [
        'scores',
        [1, 60, 2],
        rowsOf(
          60,
          [
            [0.9, 0.1],
            [0.1, 0.8],
          ],
          () => [0.01, 0.01],
        ),
      ],
      ['bboxes', [1, 60, 4], rowsOf(60, [CUP, PLATE], () => [1, 1, 9, 9])],
    ],
    { labels },
  ],
  [
    'SSD of PyTorch, scores with a background',
    [
      [
        'scores',
        [1, 60, 3],
        rowsOf(
          60,
          [
            [0.05, 0.9, 0.05],
            [0.1, 0.1, 0.8],
          ],
          () => [0.98, 0.01, 0.01],
        ),
      ],
      [
        'boxes',
        [1, 60, 4],
        rowsOf(60, [asShares(CUP), asShares(PLATE)], () => [0.1, 0.1, 0.2, 0.2]),
      ],
    ],
    { labels },
  ],
  [
    'YOLOv4 of PyTorch',
    [
      [
        'boxes',
        [1, 60, 1, 4],
        rowsOf(60, [asShares(CUP), asShares(PLATE)], () => [0.1, 0.1, 0.2, 0.2]),
      ],
      [
        'confs',
        [1, 60, 2],
        rowsOf(
          60,
          [
            [0.9, 0.1],
            [0.1, 0.8],
          ],
          () => [0.01, 0.01],
        ),
      ],
    ],
    { labels },
  ],
  [
    'Mask R-CNN of torchvision, by numbers',
    [
      ['6568', [2, 4], [...CUP, ...PLATE]],
      ['6570', [2], [1, 2], 'int64'],
      ['6572', [2], [0.9, 0.8]],
      head('6887', 2, 1, 60, 80),
    ],
    { labels },
  ],
  [
    'EfficientDet of TensorFlow',
    [
      [
        'detections',
        [1, 100, 7],
        rowsOf(
          100,
          [
            [0, ...turned(CUP), 0.9, 1],
            [0, ...turned(PLATE), 0.8, 2],
          ],
          () => [0, ...NOTHING, 0, 1],
        ),
      ],
    ],
    { labels },
  ],
  [
    'EfficientDet of PyTorch, classes from 1',
    [
      [
        'detections',
        [1, 100, 6],
        rowsOf(
          100,
          [
            [...CUP, 0.9, 1],
            [...PLATE, 0.8, 2],
          ],
          () => [...NOTHING, 0, 0],
        ),
      ],
    ],
    { labels },
  ],
  [
    'RetinaNet and FCOS of torchvision, by numbers',
    [
      ['1201', [2, 4], [...CUP, ...PLATE]],
      ['1189', [2], [0.9, 0.8]],
      ['1195', [2], [1, 2], 'int64'],
    ],
    { labels },
  ],
  [
    'SSD of the ONNX models',
    [
      ['bboxes', [1, 2, 4], [...asShares(CUP), ...asShares(PLATE)]],
      ['labels', [1, 2], [1, 2], 'int64'],
      ['scores', [1, 2], [0.9, 0.8]],
    ],
    { labels },
  ],
  [
    'DETR of its authors',
    [
      [
        'pred_boxes',
        [1, 20, 4],
        rowsOf(20, [asShares(centred(CUP)), asShares(centred(PLATE))], () => [0.5, 0.5, 0.1, 0.1]),
      ],
      [
        'pred_logits',
        [1, 20, 3],
        rowsOf(
          20,
          [
            [4, -4, 0],
            [-4, 3, 0],
          ],
          () => [-6, -6, 2],
        ),
      ],
    ],
    { labels },
  ],
  [
    'Deformable DETR',
    [
      [
        'logits',
        [1, 20, 2],
        rowsOf(
          20,
          [
            [3, -4],
            [-4, 2],
          ],
          () => [-6, -6],
        ),
      ],
      [
        'pred_boxes',
        [1, 20, 4],
        rowsOf(20, [asShares(centred(CUP)), asShares(centred(PLATE))], () => [0.5, 0.5, 0.1, 0.1]),
      ],
    ],
    {},
  ],
  [
    'D-FINE as it is deployed',
    [
      ['labels', [1, 3], [0, 1, 0], 'int64'],
      ['boxes', [1, 3, 4], [...CUP, ...PLATE, 1, 1, 2, 2]],
      ['scores', [1, 3], [0.9, 0.8, 0.01]],
    ],
    { labels, others: [{ name: 'orig_target_sizes', type: 'int64', shape: [1, 2] }] },
  ],
  [
    'MMDeploy with masks',
    [
      ['dets', [1, 2, 5], [...CUP, 0.9, ...PLATE, 0.8]],
      ['labels', [1, 2], [0, 1], 'int64'],
      head('masks', 1, 2, 28, 28),
    ],
    { labels },
  ],
  [
    'PaddleDetection with three inputs',
    [
      ['multiclass_nms3_0.tmp_0', [2, 6], [0, 0.9, ...CUP, 1, 0.8, ...PLATE]],
      ['multiclass_nms3_0.tmp_2', [1], [2], 'int32'],
    ],
    {
      labels,
      others: [
        { name: 'im_shape', type: 'float32', shape: [1, 2] },
        { name: 'scale_factor', type: 'float32', shape: [1, 2] },
      ],
    },
  ],
];

describe('the cup and the plate of', () => {
  it.each(boxesCases)('%s', async (_, outputs, { shape, type, metadata, others, ...hints }) => {
    const network = await opened(() => outputs, hints, {
      ...(shape && { shape }),
      ...(type && { type }),
      ...(metadata && { metadata }),
      ...(others && { others }),
    });
    const finding = await network.find();
    if (finding.kind !== 'boxes') throw new Error('boxes are expected');
    const close = (value: number) => expect.closeTo(value, 3) as number;
    const sides = ([left, top, right, bottom]: readonly number[]) =>
      [left!, top!, right! - left!, bottom! - top!].map(close);
    expect(finding.boxes.map(({ label, box }) => [label, box])).toEqual([
      [0, sides(CUP)],
      [1, sides(PLATE)],
    ]);
  });
});

describe('the half of a picture in', () => {
  const isCup = (pixel: number): boolean => pixel % 80 < 40;
  const map = (shape: readonly number[], value: (at: number) => number, type?: Output[3]): Output =>
    [
      'out',
      shape,
      Array.from({ length: shape.reduce((product, side) => product * side, 1) }, (_, at) =>
        value(at),
      ),
      ...(type ? ([type] as const) : []),
    ] as Output;
  const AREA = 60 * 80;
  const last = [1, 60, 80, 3];
  it.each([
    ['logits of PyTorch', map([1, 2, 60, 80], (at) => (isCup(at) === at >= AREA ? 3 : -3)), {}],
    [
      'scores of Keras',
      map([1, 60, 80, 2], (at) => Number(isCup(Math.floor(at / 2)) === Boolean(at % 2))),
      { shape: last },
    ],
    ['numbers of classes', map([1, 60, 80], (at) => Number(isCup(at)), 'int64'), {}],
    [
      'numbers of classes with one channel',
      map([1, 1, 60, 80], (at) => Number(isCup(at)), 'int64'),
      {},
    ],
    [
      'numbers of classes of Keras',
      map([1, 60, 80, 1], (at) => Number(isCup(at)), 'int64'),
      { shape: last },
    ],
    ['one channel of PyTorch', map([1, 1, 60, 80], (at) => (isCup(at) ? 4 : -4)), {}],
    ['one channel of Keras', map([1, 60, 80, 1], (at) => (isCup(at) ? 0.9 : 0.1)), { shape: last }],
    ['one channel without its axis', map([1, 60, 80], (at) => (isCup(at) ? 0.9 : 0.1)), {}],
  ] as const)('%s', async (_, output, said) => {
    const network = await opened(() => [output], {}, said);
    const finding = await network.find();
    if (finding.kind !== 'classMap') throw new Error('a class map is expected');
    expect(finding.classes.filter((one) => one === 1)).toHaveLength(AREA / 2);
    expect(finding.classes[0]).toBe(1);
  });
});

describe('class 2 of', () => {
  const scores = [0.05, 0.1, 0.8, 0.05];
  it.each([
    ['logits', [['output', [1, 4], scores.map((score) => 5 * score)]]],
    ['a softmax', [['dense_1', [1, 4], scores]]],
    ['sigmoids', [['output', [1, 4], scores.map((score) => score + 0.1)]]],
    ['two axes more', [['softmaxout_1', [1, 4, 1, 1], scores]]],
    ['two axes more of Keras', [['predictions', [1, 1, 1, 4], scores]]],
    ['logits behind features', [head('features', 1, 512), ['logits', [1, 4], scores]]],
  ] as const)('%s', async (_, outputs) => {
    const network = await opened(() => outputs);
    const finding = await network.find();
    if (finding.kind !== 'classes') throw new Error('classes are expected');
    expect(finding.scores.indexOf(Math.max(...finding.scores))).toBe(2);
  });
});

describe('none of the tasks:', () => {
  it.each([
    ['an embedding', [head('image_embeds', 1, 512)], 'one vector of 512 numbers'],
    ['a picture twice as large', [head('out', 1, 3, 120, 160)], 'a picture of 160 x 120 pixels'],
    ['luma twice as large', [head('out', 1, 1, 120, 160)], 'a picture of 160 x 120 pixels'],
    [
      'a picture twice as large, colours last',
      [head('out', 1, 120, 160, 3)],
      'a picture of 160 x 120 pixels',
    ],
    ['heads of a detector', heads, 'no known kind'],
    ['maps of key points', [head('heatmaps', 1, 17, 15, 20)], 'no known kind'],
    ['rows of OpenVINO', [head('detection_out', 1, 1, 200, 7)], 'no known kind'],
  ] as const)('%s', async (_, outputs, sentence) => {
    const kind = async () => (await opened(() => outputs)).descriptor.output.kind;
    await expect(kind()).rejects.toThrow(sentence);
  });
});

it('a darker picture with its colours last is none of the tasks', async () => {
  const shape = [1, 60, 80, 3];
  const darker: Outputs = ({ data }) => [
    ['out', shape, Array.from(data as Float32Array, (value) => 0.1 + 0.5 * value)],
  ];
  await expect(opened(darker, {}, { shape })).rejects.toThrow('a picture of 80 x 60 pixels');
});

describe('one class beside a background, without labels,', () => {
  const faces: Outputs = () => [
    ['scores', [1, 60, 2], rowsOf(60, [[0.1, 0.9]], () => [0.99, 0.01])],
    ['boxes', [1, 60, 4], rowsOf(60, [asShares(CUP)], () => [0.1, 0.1, 0.2, 0.2])],
  ];

  it('is seen by a trial run', async () => {
    const network = await opened(faces);
    expect(network.descriptor.background).toBe('first');
    expect(network.guessed).toContain('background');
    expect(await network.find()).toMatchObject({
      boxes: [{ label: 0, score: expect.closeTo(0.9, 6) as number }],
    });
  });

  it('is no guess where a person says otherwise', async () => {
    const network = await opened(faces, { descriptor: { background: 'none' } });
    expect(network.descriptor.background).toBe('none');
    expect(network.guessed).not.toContain('background');
  });
});
