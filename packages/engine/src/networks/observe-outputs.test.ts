import { describe, expect, it } from 'vitest';
import type { NetworkHints } from './recognise.ts';
import {
  CUP,
  PLATE,
  asShares,
  centred,
  labels,
  logit,
  opened,
  rowsOf,
  turned,
  upright,
  type Four,
  type Output,
  type Outputs,
} from './trial-network.ts';

describe('a trial run tells', () => {
  const cases: readonly (readonly [
    what: string,
    outputs: Outputs,
    hints: NetworkHints,
    expected: object,
    said: RegExp,
  ])[] = [
    [
      'YOLO in shares, with logits',
      () => {
        const rows = [
          [...asShares(centred(CUP)), logit(0.9), logit(0.1)],
          [...asShares(centred(PLATE)), logit(0.1), logit(0.8)],
          ...Array.from({ length: 18 }, () => [0.5, 0.5, 0.1, 0.1, -6, -6]),
        ];
        return [['out', [1, 6, 20], upright(rows)]];
      },
      { labels },
      { output: { kind: 'yolo', unit: 'shares', activation: 'sigmoid' } },
      /shares, by a trial run[^]*logits, by a trial run/,
    ],
    [
      'rows of six that are no results',
      () => [
        [
          'out',
          [1, 20, 6],
          rowsOf(20, [[...centred(CUP), 0.95, 0.9]], () => [40, 30, 8, 8, 0.01, 0.4]),
        ],
      ],
      { labels: ['cup'] },
      { output: { kind: 'yolo-objectness' } },
      /the last two numbers of a row are scores/,
    ],
    [
      'rows of six that are results',
      () => [['out', [1, 4, 6], rowsOf(4, [[...CUP, 0.9, 0]], () => [0, 0, 0, 0, 0, 0])]],
      { labels: ['cup'] },
      { output: { kind: 'end2end' } },
      /the sixth number of a row is whole/,
    ],
    [
      'cells of grids that are decoded already',
      // 10 x 7 + 5 x 3 + 2 x 1 cells.
      () => [
        [
          'out',
          [1, 87, 7],
          rowsOf(87, [[...centred(CUP), 0.9, 1, 0]], () => [40, 30, 8, 8, 0, 0, 0]),
        ],
      ],
      { labels },
      { output: { kind: 'yolo-objectness' } },
      /in pixels, not in cells/,
    ],
    [
      'cells of grids',
      () => [
        [
          'out',
          [1, 87, 7],
          rowsOf(
            87,
            // The cell of the middle of the cup: row 2, column 3 of cells of 8 pixels.
            Array.from({ length: 24 }, (_, at) =>
              at === 23
                ? [25 / 8 - 3, 22 / 8 - 2, Math.log(30 / 8), Math.log(20 / 8), 0.9, 1, 0]
                : [0, 0, -1, -1, 0, 0, 0],
            ),
            () => [0, 0, -1, -1, 0, 0, 0],
          ),
        ],
      ],
      { labels },
      { output: { kind: 'yolox' }, input: { resize: 'letterbox', colour: 'bgr' } },
      /negative in places: logarithms/,
    ],
    [
      'boxes and scores as centres in shares, with logits, to be suppressed',
      () => [
        [
          'a',
          [1, 1200, 4],
          rowsOf(1200, [asShares(centred(CUP)), asShares(centred(PLATE))], () => [
            0.5, 0.5, 0.1, 0.1,
          ]),
        ],
        [
          'b',
          [1, 1200, 2],
          rowsOf(
            1200,
            [
              [logit(0.9), -4],
              [-4, logit(0.8)],
            ],
            () => [-6, -6],
          ),
        ],
      ],
      { labels },
      { output: { kind: 'boxes-scores', unit: 'shares', boxes: 'centres', activation: 'sigmoid' } },
      /centre and sides/,
    ],
    [
      'queries of a transformer with outputs without names',
      () => [
        [
          'a',
          [1, 20, 4],
          rowsOf(20, [asShares(centred(CUP)), asShares(centred(PLATE))], () => [
            0.5, 0.5, 0.1, 0.1,
          ]),
        ],
        [
          'b',
          [1, 20, 3],
          rowsOf(
            20,
            [
              [4, -4, 0],
              [-4, 4, 0],
            ],
            () => [-6, -6, 2],
          ),
        ],
      ],
      { labels },
      { output: { kind: 'detr' }, background: 'last' },
      /choose the last class, which means nothing/,
    ],
    [
      'classes from 0, y first and shares',
      (_, isMirrored) => {
        const [left, , right] = CUP;
        const cup: Four = isMirrored ? [80 - right, CUP[1], 80 - left, CUP[3]] : CUP;
        return [
          ['boxes', [2, 4], [...turned(asShares(cup)), ...turned(asShares(PLATE))]],
          ['scores', [2], [0.9, 0.8]],
          ['labels', [2], [0, 1], 'int64'],
        ];
      },
      { labels },
      {
        output: { kind: 'boxes-scores-labels', unit: 'shares', corners: 'yx' },
        background: 'none',
      },
      /class 0 is found[^]*y first/,
    ],
    [
      'corners with scores as shares, and classes that are no whole numbers',
      () => [
        ['dets', [1, 4, 5], rowsOf(4, [[...asShares(CUP), 0.9]], () => [0, 0, 0, 0, 0])],
        ['labels', [1, 4], [0, 0, 0, 0]],
      ],
      { labels },
      { output: { kind: 'dets-labels', unit: 'shares' } },
      /shares, by a trial run/,
    ],
    [
      'classes from 1',
      () => [
        ['boxes', [2, 4], [...CUP, ...PLATE]],
        ['scores', [2], [0.9, 0.8]],
        ['labels', [2], [1, 2], 'int64'],
      ],
      { labels },
      { background: 'first' },
      /class 2 of 2 is found/,
    ],
  ];
  it.each(cases)('%s', async (_, outputs, hints, expected, said) => {
    const network = await opened(outputs, hints);
    expect(network.descriptor).toMatchObject(expected);
    expect(network.problems.join('\n')).toMatch(said);
    const finding = await network.find();
    if (finding.kind !== 'boxes') throw new Error('boxes are expected');
    const [{ box, label }] = finding.boxes as unknown as [(typeof finding.boxes)[number]];
    // YOLOX's letterbox and the others all leave 80 x 60 pixels as they are.
    const [left, top, right, bottom] = CUP;
    const close = (value: number) => expect.closeTo(value, 3) as number;
    expect([label, ...box]).toEqual([0, ...[left, top, right - left, bottom - top].map(close)]);
  });

  it('whether class scores of long rows stand behind an objectness', async () => {
    const rows = (score: number, first: number) => (): readonly Output[] => [
      [
        'out',
        [1, 200, 9],
        rowsOf(200, [], () => [40, 30, 8, 8, first, score, score, score, score]),
      ],
    ];
    const kindOf = async (outputs: Outputs) => (await opened(outputs)).descriptor.output.kind;
    expect(await kindOf(rows(0.4, 0.001))).toBe('yolo-objectness');
    expect(await kindOf(rows(0.004, 0.001))).toBe('yolo');
  });

  it('several classes at once from one, and an embedding from both', async () => {
    const vector =
      (values: readonly number[]): Outputs =>
      () => [['output', [1, values.length], values]];
    const kindOf = async (values: readonly number[]) =>
      (await opened(vector(values))).descriptor.output.kind;
    expect(await kindOf([0.9, 0.8, 0.1, 0.2, 0.1, 0.1])).toBe('sigmoid');
    expect(await kindOf([0.5, 0.2, 0.1, 0.1, 0.05, 0.05])).toBe('logits');
    expect(await kindOf([5, -2, 0.1, 0.1, 3, 1])).toBe('logits');
    const unit = Array.from({ length: 8 }, (_, at) => (at % 2 ? 1 : -1) / Math.sqrt(8));
    await expect(opened(vector(unit))).rejects.toThrow(
      'This network gives one vector of 8 numbers: none of the tasks.',
    );
  });

  it('classes from a mask, logits from shares, and a picture from a class map', async () => {
    const map =
      (count: number, value: (at: number) => number): Outputs =>
      () => [
        ['out', [1, count, 60, 80], Array.from({ length: count * 60 * 80 }, (_, at) => value(at))],
      ];
    const outputOf = async (outputs: Outputs) => (await opened(outputs)).descriptor.output;
    expect(await outputOf(map(1, (at) => at % 3))).toMatchObject({ kind: 'class-ids' });
    expect(await outputOf(map(1, (at) => (at % 3) / 2))).toMatchObject({
      kind: 'mask',
      activation: 'none',
    });
    expect(await outputOf(map(1, (at) => (at % 3) - 1))).toMatchObject({ activation: 'sigmoid' });
    const flat: Outputs = () => [
      ['out', [1, 60, 80], Array.from({ length: 60 * 80 }, (_, at) => at % 4)],
    ];
    expect(await outputOf(flat)).toMatchObject({ kind: 'class-ids' });
    expect(await outputOf(map(3, (at) => at % 5))).toMatchObject({ kind: 'class-map' });
    const brighter: Outputs = (fed) => [
      ['out', [1, 3, 60, 80], Array.from(fed.data as Float32Array, (value) => 0.1 + 0.8 * value)],
    ];
    await expect(opened(brighter)).rejects.toThrow(
      'This network gives a picture of 80 x 60 pixels: none of the tasks.',
    );
  });
});

it('what a descriptor says is not tried', async () => {
  const rows: Outputs = () => [
    ['out', [1, 4, 6], rowsOf(4, [[...CUP, 0.9, 0]], () => [0, 0, 0, 0, 0, 0])],
  ];
  const network = await opened(rows, {
    labels: ['cup'],
    descriptor: { output: { kind: 'yolo-objectness', unit: 'shares' } },
  });
  expect(network.isOpen).toBe(false);
  expect(network.descriptor.output).toEqual({
    kind: 'yolo-objectness',
    names: ['out'],
    unit: 'shares',
  });
});
