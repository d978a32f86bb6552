import { describe, expect, it } from 'vitest';
import type { Port } from './onnx-file.ts';
import { recogniseNetwork, type NetworkHints } from './recognise.ts';

const port = (name: string, shape: Port['shape'], type: Port['type'] = 'float32'): Port => ({
  name,
  type,
  shape,
});
const network = (
  inputs: readonly Port[],
  outputs: readonly Port[],
  { metadata = {}, ...hints }: NetworkHints & { metadata?: Record<string, string> } = {},
) =>
  recogniseNetwork(
    { metadata: new Map(Object.entries(metadata)), opsets: new Map(), inputs, outputs },
    hints,
  );
const fixed = port('images', [1, 3, 96, 128]);
const free = port('images', [1, 3, null, null]);
const pixels = port('pixel_values', [1, 3, 224, 224]);
const rows = port('out', [1, 7, 210]);
const logits = port('logits', [1, 10]);
const yolo = {
  task: 'detect',
  stride: '32',
  imgsz: '[96, 128]',
  names: "{0: 'a', 1: 'b', 2: 'c'}",
};

it('refuses labels that begin with a background that no class counts', async () => {
  const outputs = [port('boxes', [10, 4]), port('scores', [10]), port('labels', [10], 'int64')];
  const withLabels = (labels: readonly string[]) => network([fixed], outputs, { labels });
  await expect(withLabels(['__background__', 'bolt'])).rejects.toThrow(
    "labels begin with __background__, which would name every class one too early: this network's classes are counted without the background. Leave it out.",
  );
  expect((await withLabels(['bolt', 'background'])).descriptor.background).toBe('first');
});

describe('the resize', () => {
  const preprocessor = {
    size: { height: 224, width: 224 },
    image_mean: [0.1, 0.2, 0.3],
    image_std: [1, 2, 4],
  };
  const cases: readonly (readonly [
    what: string,
    ports: readonly [Port, Port],
    hints: Parameters<typeof network>[2],
    expected: object,
    problems: readonly RegExp[],
  ])[] = [
    [
      'of the descriptor',
      [fixed, rows],
      { metadata: yolo, descriptor: { input: { resize: 'stretch' } } },
      { resize: 'stretch', width: 128, height: 96 },
      [],
    ],
    [
      'of a classifier of Ultralytics: the middle',
      [fixed, port('o', [1, 3])],
      { metadata: { ...yolo, task: 'classify' } },
      { resize: 'crop', shortSide: 1, antialias: true, mean: [0, 0, 0] },
      [],
    ],
    [
      'to imgsz of rows and columns',
      [free, rows],
      { metadata: yolo },
      { resize: 'letterbox', width: 128, height: 96, pad: 114 },
      [],
    ],
    [
      'to fixed sides without imgsz',
      [fixed, rows],
      { metadata: { stride: '32' }, labels: ['a', 'b', 'c'] },
      { resize: 'letterbox', width: 128, height: 96 },
      [],
    ],
    [
      'none where imgsz is 0',
      [free, rows],
      { metadata: { ...yolo, imgsz: '[0, 0]' } },
      { resize: 'none', width: null, height: null },
      [],
    ],
    [
      'none where sides are free',
      [free, port('out', [1, 3, null, null])],
      { labels: ['a'] },
      { resize: 'none' },
      [/own size/],
    ],
    [
      'of a preprocessor_config.json',
      [pixels, logits],
      { preprocessor, labels: ['a'] },
      {
        resize: 'stretch',
        width: 224,
        height: 224,
        antialias: true,
        mean: [0.1, 0.2, 0.3],
        deviation: [1, 2, 4],
      },
      [],
    ],
    [
      'of a file that a descriptor cannot say',
      [pixels, logits],
      { preprocessor: { size: { shortest_edge: 800 } }, labels: ['a'] },
      { preprocessor: { size: { shortest_edge: 800 } } },
      [],
    ],
    [
      'by a crop of a file',
      [pixels, logits],
      {
        preprocessor: { size: { shortest_edge: 256 }, crop_size: 224, do_center_crop: true },
        labels: ['a'],
      },
      { resize: 'crop', width: 224, height: 224 },
      [],
    ],
    [
      'of logits',
      [port('x', [1, 3, 224, 224]), logits],
      { preprocessor, labels: ['a'] },
      {
        resize: 'crop',
        antialias: true,
        mean: [0.485, 0.456, 0.406],
        deviation: [0.229, 0.224, 0.225],
      },
      [/ImageNet/],
    ],
    [
      'of other networks',
      [fixed, rows],
      { labels: ['a', 'b', 'c'] },
      { resize: 'stretch', range: [0, 1], mean: [0, 0, 0] },
      [/stretched to 128 x 96/],
    ],
  ];
  it.each(cases)('%s', async (_, [input, output], hints, expected, problems) => {
    const recognised = await network([input], [output], hints);
    expect(recognised.descriptor.input).toMatchObject(expected);
    expect(recognised.problems).toEqual(
      problems.map((one) => expect.stringMatching(one) as string),
    );
    const guessed = problems.length === 0 ? [] : ['input.resize', 'input.range'];
    expect(recognised.guessed.slice(0, 2)).toEqual(guessed);
  });
});

describe('the kind of the outputs', () => {
  const labelled = { labels: ['a', 'b', 'c'] };
  const boxes = port('pred_boxes', [1, 100, 4]);
  it.each([
    ['yolo', [port('o', [1, 7, 8400])], labelled],
    ['yolo', [port('o', [1, 8400, 7])], labelled],
    ['yolo', [port('o', [1, null, null])], { metadata: yolo }],
    ['yolo-objectness', [port('o', [1, 8400, 8])], labelled],
    ['yolo-objectness', [port('o', [1, 25200, 6])], { labels: ['a'] }],
    ['end2end', [port('o', [1, 300, 6])], { labels: ['a'] }],
    ['end2end', [port('o', [1, null, null])], { metadata: { ...yolo, end2end: 'True' } }],
    ['end2end', [port('o', [1, 300, 6])], { metadata: { ...yolo, args: "{'nms': True}" } }],
    ['yolo-seg', [port('o', [1, 39, 210]), port('p', [1, 32, 24, 32])], labelled],
    ['detr', [port('logits', [1, 100, 4]), boxes], labelled],
    ['rtdetr', [port('logits', [1, 100, 3]), boxes], labelled],
    ['rtdetr', [port('logits', [1, 100, 80]), boxes], { config: { model_type: 'rt_detr' } }],
    [
      'rtdetr',
      [port('logits', [1, 100, 80]), boxes],
      { descriptor: { output: { kind: 'rtdetr' } } },
    ],
    [
      'boxes-scores-labels',
      [port('boxes', [null, 4]), port('labels', [null], 'int64'), port('scores', [null])],
      labelled,
    ],
    // 252 cells of 8, 16 and 32 pixels in 96 x 128.
    ['yolox', [port('o', [1, 252, 8])], labelled],
    ['yolo-objectness', [port('o', [1, 252, 8])], { metadata: { stride: '32' }, ...labelled }],
    [
      'rtdetr-rows',
      [port('o', [1, 300, 7])],
      { metadata: { ...yolo, description: 'Ultralytics rtdetr-l model' } },
    ],
    ['efficientdet', [port('detections', [1, 100, 7])], {}],
    ['batch-rows', [port('output', [null, 7])], { metadata: { names: "{0: 'a'}" } }],
    ['boxes-scores', [port('boxes', [1, 8400, 4]), port('scores', [1, 8400, 3])], labelled],
    ['dets-labels', [port('dets', [1, 100, 5]), port('labels', [1, 100], 'int64')], labelled],
    ['rtdetr', [port('dets', [1, 300, 4]), port('labels', [1, 300, 91])], {}],
    [
      'boxes-scores-labels',
      [
        port('raw_detection_boxes', [1, 1917, 4]),
        port('detection_boxes', [1, 100, 4]),
        port('detection_scores', [1, 100]),
        port('detection_classes', [1, 100]),
        port('num_detections', [1]),
      ],
      {},
    ],
    ['class-ids', [port('out', [1, 96, 128], 'int64')], labelled],
    ['class-ids', [port('out', [1, 1, 96, 128], 'int32')], labelled],
    ['class-map', [port('out', [1, 3, null, null])], labelled],
    ['mask', [port('out', [1, 1, 96, 128])], labelled],
    ['logits', [port('softmaxout_1', [1, 10, 1, 1])], {}],
    ['logits', [port('x', [1, 3])], labelled],
    ['logits', [port('x', [1, 1000])], labelled],
    ['depth', [port('predicted_depth', [1, 64, 64])], {}],
    ['depth', [port('x', [1, 1, 64, 64])], { descriptor: { task: 'depth' } }],
    ['anomaly', [port('pred_score', [1]), port('anomaly_map', [1, 1, 64, 64])], {}],
  ] as const)('%s', async (kind, outputs, hints) => {
    const { descriptor } = await network([fixed], outputs, hints);
    expect(descriptor.output.kind).toBe(kind);
  });

  it('each guess is said: what the outputs mean where no name tells it', async () => {
    const said = async (...outputs: Port[]) => (await network([fixed], outputs, labelled)).guessed;
    const kind = 'output.kind';
    expect(await said(port('o', [1, 252, 8]))).toContain(kind);
    expect(await said(port('9', [1, 100, 4]), port('10', [1, 100, 3]))).toContain(kind);
    expect(
      await said(port('9', [null, 4]), port('10', [null]), port('11', [null], 'int64')),
    ).toEqual(expect.arrayContaining([kind, 'background']));
    expect(await said(port('o', [1, 1, 96, 128]))).toEqual(
      expect.arrayContaining([kind, 'thresholds.score']),
    );
    expect(await said(port('x', [1, 512]))).toContain(kind);
    expect(await said(port('logits', [1, 512]))).not.toContain(kind);
  });

  it('YOLOX is prepared as its tool does it, and that is a guess', async () => {
    const { descriptor, guessed } = await network([fixed], [port('o', [1, 252, 8])], labelled);
    expect(descriptor.input).toMatchObject({
      resize: 'letterbox',
      corner: true,
      colour: 'bgr',
      range: [0, 255],
    });
    expect(guessed).toEqual(expect.arrayContaining(['input.resize', 'input.colour']));
  });

  it('boxes of TensorFlow begin with y and are shares; its suppression counts from 1', async () => {
    const names = ['detection_boxes', 'detection_scores', 'detection_classes'];
    const { descriptor } = await network(
      [fixed],
      [port(names[0]!, [1, 9, 4]), port(names[1]!, [1, 9]), port(names[2]!, [1, 9])],
      labelled,
    );
    expect(descriptor.output).toMatchObject({ names, corners: 'yx', unit: 'shares' });
    expect(descriptor.background).toBe('first');
  });

  it('names the outputs in the order in which the kind reads them', async () => {
    const outputs = [
      port('labels', [null], 'int64'),
      port('boxes', [null, 4]),
      port('scores', [null]),
    ];
    expect((await network([fixed], outputs)).descriptor.output.names).toEqual([
      'boxes',
      'scores',
      'labels',
    ]);
    const anomalies = [port('pred_score', [1]), port('anomaly_map', [1, 1, 64, 64])];
    expect((await network([fixed], anomalies)).descriptor.output.names).toEqual([
      'anomaly_map',
      'pred_score',
    ]);
  });
});

it.each([
  ['no picture', [port('tokens', [1, null], 'int64')], [logits], {}, 'tokens (int64 [1, any])'],
  ['doubles', [port('x', [1, 3, 8, 8], 'double')], [logits], {}, 'takes a picture'],
  ['pictures in batches', [port('x', [8, 3, 8, 8])], [logits], {}, '8 pictures at once'],
  ['a further input', [fixed, port('scale', [1, 2])], [logits], {}, 'scale (float32 [1, 2])'],
  ['a huge output', [fixed], [port('d', [1, 60000, 60000])], {}, 'more than can be held'],
  ['a side of 9000', [port('x', [1, 3, 9000, 8])], [logits], {}, 'a side of more than 8192 pixels'],
  [
    'the size 1e9 of a file beside it',
    [port('pixel_values', [1, 3, null, null])],
    [logits],
    {
      preprocessor: {
        size: { shortest_edge: 256 },
        do_center_crop: true,
        crop_size: { height: 224, width: 1e9 },
      },
    },
    '1000000000 x 224 pixels',
  ],
  [
    'a huge input and output',
    [port('x', [1, 3, 8192, 8192])],
    [port('d', [1, 8192, 16_384])],
    {},
    'With its output d (float32 [1, 8192, 16384]) its inputs and outputs take 1342 MB',
  ],
  [
    'a huge mask',
    [fixed, port('mask', [1, 20_000, 20_000], 'int64')],
    [logits],
    {},
    'take 3200 MB, which is more than can be held: 1074 MB',
  ],
  ['unknown outputs', [fixed], [port('x', [5])], {}, 'of no known kind'],
  [
    'heads of a detector',
    [fixed],
    [port('a', [1, 255, 12, 16]), port('b', [1, 255, 6, 8])],
    {},
    'of no known kind',
  ],
  [
    'a vector',
    [fixed],
    [port('embedding', [1, 512])],
    {},
    'This network gives one vector of 512 numbers: none of the tasks.',
  ],
  [
    'an output that is not there',
    [fixed],
    [rows],
    { descriptor: { output: { names: ['y'] } } },
    'no output y',
  ],
  [
    'an input that is not there',
    [fixed],
    [rows],
    { descriptor: { input: { name: 'y' } } },
    'no input y',
  ],
  [
    'other sides',
    [fixed],
    [rows],
    { descriptor: { input: { width: 64 } } },
    'input.width 64 does not fit',
  ],
  [
    'another type',
    [fixed],
    [rows],
    { descriptor: { input: { type: 'uint8' } } },
    'input.type uint8 does not fit',
  ],
  [
    'another layout',
    [fixed],
    [rows],
    { descriptor: { input: { layout: 'nhwc' } } },
    'input.layout nhwc does not fit',
  ],
  [
    'another number of channels',
    [fixed],
    [rows],
    { descriptor: { input: { colour: 'grey' } } },
    'input.colour grey does not fit',
  ],
  [
    'a letterbox of any size',
    [free],
    [rows],
    { descriptor: { input: { resize: 'letterbox' } } },
    'input.width and input.height',
  ],
  [
    'a second input that is not there',
    [fixed],
    [rows],
    { descriptor: { input: { second: 'x' } } },
    'input.second must be null',
  ],
  [
    'another task',
    [fixed],
    [logits],
    { descriptor: { task: 'depth' } },
    'The descriptor says depth',
  ],
] as const)('refuses %s', async (_, inputs, outputs, hints, sentence) => {
  await expect(network(inputs, outputs, hints as NetworkHints)).rejects.toThrow(sentence);
});
