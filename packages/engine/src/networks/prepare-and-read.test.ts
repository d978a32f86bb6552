import { describe, expect, it } from 'vitest';
import type { Tensor } from '../host.ts';
import { halfPrecision } from '../images/npy.ts';
import type { NetworkDescriptor, NetworkInput } from './descriptor.ts';
import { halfBits, prepareInput, type Placement } from './prepare-input.ts';
import { readOutputs } from './read-outputs.ts';
import type { OutputKind } from './tasks/list.ts';

const INPUT: NetworkInput = {
  name: 'x',
  layout: 'nchw',
  type: 'float32',
  width: 8,
  height: 4,
  resize: 'stretch',
  pad: 114,
  interpolation: 'bilinear',
  antialias: false,
  colour: 'rgb',
  range: [0, 1],
  second: null,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
};
const picture = (rows: number, columns: number) => ({
  rows,
  columns,
  rgb: Uint8Array.from({ length: rows * columns * 3 }, (_, at) => [51, 102, 204][at % 3]!),
});
const prepared = (
  [rows, columns]: readonly [number, number],
  changes: Partial<NetworkInput>,
  inputs: Parameters<typeof prepareInput>[2] = {},
) => prepareInput(picture(rows, columns), { input: { ...INPUT, ...changes } }, inputs);

describe('the input', () => {
  it('is letterboxed with the pads of the training tool', () => {
    // 10 x 5 into 8 x 4 fits; 7 x 5 gives 6 (5.6 rounded) and one column on each side.
    for (const [size, left, top, scale] of [
      [[5, 10], 0, 0, 0.8],
      [[5, 7], 1, 0, 0.8],
      [[1, 8], 0, 1, 1],
      [[4, 7], 0, 0, 1],
    ] as const) {
      const { feeds, placement } = prepared(size, { resize: 'letterbox' });
      expect(placement).toMatchObject({ left, top, scaleX: scale, scaleY: scale });
      const red = feeds['x']!.data.subarray(0, 32) as Float32Array;
      const pads = [...red].filter((value) => Math.abs(value - 114 / 255) < 1e-6).length;
      const inner = Math.round(size[1] * scale) * Math.round(size[0] * scale);
      expect(pads).toBe(32 - inner);
    }
  });

  it.each([
    ['that grows in a narrow crop', [1, 900], { resize: 'crop', width: 8, height: 8000 }],
    ['of any size', [9000, 10_000], { resize: 'none', width: null, height: null }],
    [
      'of which a file asks for multiples of 1e9',
      [10, 10],
      { preprocessor: { size: 8, keep_aspect_ratio: true, ensure_multiple_of: 1e9 } },
    ],
  ] as const)('of a picture %s is refused before it is made', (_, size, changes) => {
    const rgb = new Uint8Array(0);
    const [rows, columns] = size;
    const input = { ...INPUT, ...changes };
    expect(() => prepareInput({ rows, columns, rgb }, { input }, {})).toThrow(
      'more than can be held: 1074 MB',
    );
  });

  it('cuts out the middle of the picture, whose short side is 256/224 of the size', () => {
    const { placement } = prepared([100, 300], { resize: 'crop', width: 224, height: 224 });
    expect(placement).toMatchObject({ scaleX: 2.56, scaleY: 2.56, left: -272, top: -16 });
  });

  it.each([
    ['nchw', 'rgb', [1, 3, 4, 8], [0, 32, 64], [0.2, 0.4, 0.8]],
    ['nchw', 'bgr', [1, 3, 4, 8], [0, 32, 64], [0.8, 0.4, 0.2]],
    ['nhwc', 'rgb', [1, 4, 8, 3], [0, 1, 2], [0.2, 0.4, 0.8]],
    ['chw', 'rgb', [3, 4, 8], [0, 32, 64], [0.2, 0.4, 0.8]],
    // (51 · 19595 + 102 · 38470 + 204 · 7471 + 32768) / 65536 = 98.9
    ['nchw', 'grey', [1, 1, 4, 8], [0], [98 / 255]],
  ] as const)('has the layout %s and the colours %s', (layout, colour, shape, places, values) => {
    const one = colour === 'grey' ? { mean: [0], deviation: [1] } : {};
    const { data, ...rest } = prepared([4, 8], { layout, colour, ...one }).feeds['x']!;
    expect(rest.shape).toEqual(shape);
    expect(places.map((place) => data[place])).toEqual(values.map((value) => Math.fround(value)));
  });

  it('has range, mean, deviation and type', () => {
    const first = (changes: Partial<NetworkInput>) => prepared([4, 8], changes).feeds['x']!.data[0];
    expect(first({ range: [0, 255] })).toBe(51);
    expect(first({ range: [-1, 1] })).toBeCloseTo(-0.6, 6);
    expect(first({ mean: [0.1, 0, 0], deviation: [0.5, 1, 1] })).toBeCloseTo(0.2, 6);
    expect(first({ type: 'uint8', range: [0, 255] })).toBe(51);
    // 51 of 255 is a fifth.
    expect(first({ type: 'uint16', range: [0, 65535] })).toBe(13107);
    expect(first({ type: 'int16', range: [0, 32767] })).toBe(6553);
    expect(first({ type: 'int8', range: [-128, 127] })).toBe(-77);
    expect(prepared([4, 8], { type: 'uint16' }).feeds['x']).toMatchObject({ type: 'uint16' });
    expect(halfPrecision(first({ type: 'float16' }) as number)).toBeCloseTo(0.2, 4);
  });

  it('has a second one: width and height of the picture, or a mask of ones', () => {
    const second = (shape: readonly (number | undefined)[]) =>
      prepared([5, 10], { second: 's' }, { x: [], s: shape }).feeds['s'];
    expect(second([1, 2])).toEqual({ shape: [1, 2], data: BigInt64Array.of(10n, 5n) });
    expect(second([1, 2, 3])).toEqual({ shape: [1, 2, 3], data: new BigInt64Array(6).fill(1n) });
  });
});

it('16-bit floats are the nearest, and come back as they are', () => {
  for (let bits = 0; bits < 0x7c00; bits += 1) expect(halfBits(halfPrecision(bits))).toBe(bits);
  expect([1, -2, 65519, 65520, -Infinity, 1 + 2 ** -11, 1 + 3 * 2 ** -11].map(halfBits)).toEqual([
    0x3c00, 0xc000, 0x7bff, 0x7c00, 0xfc00, 0x3c00, 0x3c02,
  ]);
  expect(halfBits(NaN)).toBe(0x7e00);
});

const PLACEMENT: Placement = {
  rows: 50,
  columns: 100,
  width: 64,
  height: 64,
  scaleX: 0.64,
  scaleY: 0.64,
  left: 0,
  top: 16,
};
function read(
  kind: OutputKind,
  outputs: readonly (readonly [shape: readonly number[], values: readonly number[]])[],
  {
    placement = PLACEMENT,
    ...changes
  }: Partial<NetworkDescriptor> & { placement?: Placement } = {},
  threshold: 'scoring' | 'drawing' = 'scoring',
) {
  const names = outputs.map((_, at) => `o${at}`);
  const descriptor: NetworkDescriptor = {
    version: 1,
    task: 'detection',
    labels: ['a', 'b'],
    input: INPUT,
    background: 'none',
    output: { kind, names },
    thresholds: { score: 0.001, overlap: 0.7, most: 300 },
    ...changes,
  };
  const tensors: readonly (readonly [string, Tensor])[] = outputs.map(([shape, values], at) => [
    names[at]!,
    { shape, data: Float64Array.from(values) },
  ]);
  return readOutputs(Object.fromEntries(tensors), descriptor, placement, threshold);
}
const boxes = async (...parameters: Parameters<typeof read>) => {
  const finding = await read(...parameters);
  if (finding.kind !== 'boxes') throw new Error('boxes are expected');
  return finding.boxes;
};

describe('outputs', () => {
  it('come back through the letterbox, and are cut at the rim of the picture', async () => {
    const found = await boxes('end2end', [
      [
        [1, 3, 6],
        [6.4, 22.4, 12.8, 28.8, 0.9, 1, -10, 0, 12.8, 80, 0.8, 0, 0, 0, 10, 16, 0.7, 0],
      ],
    ]);
    expect(found).toHaveLength(2);
    for (const [at, box] of [
      [10, 10, 10, 10],
      [0, 0, 20, 50],
    ].entries())
      for (const [side, value] of box.entries()) expect(found[at]!.box[side]).toBeCloseTo(value, 9);
    expect(found.map(({ label, score }) => [label, score])).toEqual([
      [1, 0.9],
      [0, 0.8],
    ]);
  });

  const same = { placement: { ...PLACEMENT, rows: 64, columns: 64, scaleX: 1, scaleY: 1, top: 0 } };
  /** Boxes of 10 x 10 whose centres are these apart: an overlap of (10 - d) / (10 + d). */
  const pair = (distance: number, first: readonly number[], second: readonly number[]) =>
    [
      [1, 2, 6],
      [20, 20, 10, 10, ...first, 20 + distance, 20, 10, 10, ...second],
    ] as const;

  it('of yolo: a weaker box of the same class is suppressed, if only by a box that is kept', async () => {
    const scores = async (...parameters: Parameters<typeof read>) =>
      (await boxes(...parameters)).map(({ score }) => score);
    expect(await scores('yolo', [pair(1, [0.9, 0.1], [0.8, 0])], same)).toEqual([0.9]);
    expect(await scores('yolo', [pair(1, [0.9, 0.1], [0, 0.8])], same)).toEqual([0.9, 0.8]);
    expect(await scores('yolo', [pair(2, [0.5, 0], [0.8, 0])], same)).toEqual([0.8, 0.5]);
    expect(await scores('yolo', [pair(5, [0.2, 0], [0.0005, 0])], same)).toEqual([0.2]);
    expect(await scores('yolo', [pair(5, [0.2, 0], [0.3, 0])], same, 'drawing')).toEqual([0.3]);
    const chain = [
      [1, 3, 6],
      [20, 20, 10, 10, 0.9, 0, 21.5, 20, 10, 10, 0.8, 0, 23, 20, 10, 10, 0.7, 0],
    ] as const;
    expect(await scores('yolo', [chain], same)).toEqual([0.9, 0.7]);
    const limit = { thresholds: { score: 0.001, overlap: 0.7, most: 1 } };
    expect(await scores('yolo', [pair(5, [0.2, 0], [0.3, 0])], { ...same, ...limit })).toEqual([
      0.3,
    ]);
  });

  it('of yolo-objectness: score is objectness times class', async () => {
    const found = await boxes(
      'yolo-objectness',
      [
        [
          [1, 1, 7],
          [20, 20, 10, 10, 0.5, 0.2, 0.8],
        ],
      ],
      same,
    );
    expect(found).toEqual([{ box: [15, 15, 10, 10], score: 0.4, label: 1 }]);
  });

  it('of yolo-seg: the mask is the sum of prototypes above 0 inside the box, by columns', async () => {
    const prototypes = Array.from({ length: 32 * 16 }, (_, at) => (at < 16 && at % 4 < 2 ? 1 : -1));
    const row = [32, 32, 64, 64, 0.9, 0, 1, ...new Array<number>(31).fill(0)];
    const [found] = await boxes(
      'yolo-seg',
      [
        [[1, 38, 1], row],
        [[1, 32, 4, 4], prototypes],
      ],
      same,
    );
    // The sum changes its sign in the middle of the picture, where a pixel's border lies.
    expect(found!.mask).toEqual({ size: [64, 64], counts: [0, 32 * 64, 32 * 64] });
  });

  it('of detr and rtdetr: softmax without the last class, or sigmoids', async () => {
    const outputs = [
      [
        [1, 1, 3],
        [0, Math.log(3), 0],
      ],
      [
        [1, 1, 4],
        [0.5, 0.5, 0.25, 0.5],
      ],
    ] as const;
    expect(await boxes('detr', outputs, same)).toEqual([
      { box: [24, 16, 16, 32], score: expect.closeTo(0.6, 9) as number, label: 1 },
    ]);
    expect((await boxes('rtdetr', outputs, same))[0]).toMatchObject({
      score: expect.closeTo(0.75, 9) as number,
    });
  });

  it('of boxes, scores, labels: class 0 may be the background', async () => {
    const outputs = [
      [
        [2, 4],
        [0, 0, 8, 8, 8, 8, 16, 16],
      ],
      [[2], [0.9, 0.8]],
      [[2], [0, 2]],
    ] as const;
    expect(await boxes('boxes-scores-labels', outputs, { ...same, background: 'first' })).toEqual([
      { box: [8, 8, 8, 8], score: 0.8, label: 1 },
    ]);
    const sized = { input: { ...INPUT, second: 'orig_target_sizes' } };
    expect((await boxes('boxes-scores-labels', outputs, sized)).map(({ box }) => box)).toEqual([
      [0, 0, 8, 8],
      [8, 8, 8, 8],
    ]);
  });

  it('of yolox: centres from the corner of a cell, sides as logarithms, in cells', async () => {
    const placement = { ...same.placement, height: 32, width: 32 };
    // Grids of 4 x 4, 2 x 2 and 1 x 1 cells; the second cell of the middle one.
    const values = new Array<number>(21 * 7).fill(0);
    values.splice(17 * 7, 7, 0.5, 0.25, 0, Math.log(0.5), 0.8, 0.5, 0.1);
    expect(await boxes('yolox', [[[1, 21, 7], values]], { placement })).toEqual([
      { box: [16, 0, 16, 8], score: 0.4, label: 0 },
    ]);
    await expect(read('yolox', [[[1, 20, 7], values.slice(7)]], { placement })).rejects.toThrow(
      'its output o0 has 20 boxes; its grids have 21 cells.',
    );
  });

  it('of rows in other orders', async () => {
    const shape = (columns: number) => [1, 1, columns];
    const box = { box: [8, 4, 8, 16], label: 1 };
    const close = (value: number) => expect.closeTo(value, 9) as number;
    const found = [{ ...box, score: close(0.9) }];
    expect(
      await boxes(
        'class-first',
        [
          [
            [1, 6],
            [1, 0.9, 8, 4, 16, 20],
          ],
        ],
        same,
      ),
    ).toEqual(found);
    expect(
      await boxes(
        'batch-rows',
        [
          [
            [1, 7],
            [0, 8, 4, 16, 20, 1, 0.9],
          ],
        ],
        same,
      ),
    ).toEqual(found);
    expect(
      await boxes('efficientdet', [[shape(7), [0, 4, 8, 20, 16, 0.9, 2]]], {
        ...same,
        background: 'first',
      }),
    ).toEqual(found);
    // Centre and sides as shares of 64 pixels.
    const shares = [12, 12, 8, 16].map((side) => side / 64);
    expect(await boxes('rtdetr-rows', [[shape(6), [...shares, 0.1, 0.9]]], same)).toEqual(found);
    const corners = [8, 4, 16, 20];
    expect(
      await boxes(
        'dets-labels',
        [
          [shape(5), [...corners, 0.9]],
          [[1, 1], [1]],
        ],
        same,
      ),
    ).toEqual(found);
    const scored = [
      [1, 2, 4],
      [...corners, 9, 4, 17, 20],
    ] as const;
    // The second box is suppressed by the first one.
    expect(
      await boxes(
        'boxes-scores',
        [
          scored,
          [
            [1, 2, 2],
            [0.1, 0.9, 0.2, 0.8],
          ],
        ],
        same,
      ),
    ).toEqual(found);
  });

  it('of boxes that are shares with y first, as many as are counted', async () => {
    const outputs = [
      [
        [1, 2, 4],
        [0.0625, 0.125, 0.3125, 0.25, 0, 0, 1, 1],
      ],
      [
        [1, 2],
        [0.9, 0.8],
      ],
      [
        [1, 2],
        [1, 1],
      ],
      [[1], [1]],
    ] as const;
    const found = await boxes('boxes-scores-labels', outputs, {
      ...same,
      output: {
        kind: 'boxes-scores-labels',
        names: ['o0', 'o1', 'o2', 'o3'],
        corners: 'yx',
        unit: 'shares',
      },
    });
    expect(found).toEqual([{ box: [8, 4, 8, 16], score: 0.9, label: 1 }]);
  });

  it('that can only be shares of the input are refused until the descriptor says so', async () => {
    const rows = [
      [1, 1, 6],
      [0.125, 0.0625, 0.25, 0.3125, 0.9, 1],
    ] as const;
    await expect(read('end2end', [rows], same)).rejects.toThrow(
      'its boxes reach no further than 0.313 in an input of 64 x 64 pixels, so they are shares of it: give output.unit shares in a descriptor.',
    );
    const output = { kind: 'end2end', names: ['o0'], unit: 'shares' } as const;
    expect(await boxes('end2end', [rows], { ...same, output })).toEqual([
      { box: [8, 4, 8, 16], score: 0.9, label: 1 },
    ]);
  });

  it('of sigmoids: each class has a score of its own', async () => {
    const finding = await read('sigmoid', [
      [
        [1, 2],
        [0, Math.log(3)],
      ],
    ]);
    if (finding.kind !== 'classes') throw new Error('classes are expected');
    expect(finding.scores[0]).toBe(0.5);
    expect(finding.scores[1]).toBeCloseTo(0.75, 9);
    expect(
      await read('sigmoid', [
        [
          [1, 2],
          [0.9, 0.8],
        ],
      ]),
    ).toEqual({
      kind: 'classes',
      scores: Float64Array.of(0.9, 0.8),
    });
    await expect(
      read('probabilities', [
        [
          [1, 2],
          [2, 3],
        ],
      ]),
    ).rejects.toThrow('one probability');
  });

  it('of classes of pixels as numbers: the nearest one', async () => {
    const placement = { ...same.placement, rows: 2, columns: 4, height: 2, width: 4 };
    const finding = await read(
      'class-ids',
      [
        [
          [1, 1, 2],
          [7, 3],
        ],
      ],
      { placement },
    );
    if (finding.kind !== 'classMap') throw new Error('a class map is expected');
    expect([...finding.classes]).toEqual([7, 7, 3, 3, 7, 7, 3, 3]);
    await expect(
      read(
        'class-ids',
        [
          [
            [1, 1, 2],
            [-1, 3],
          ],
        ],
        { placement },
      ),
    ).rejects.toThrow('no classes');
  });

  it('of classes: probabilities stay, logits get a softmax', async () => {
    const scoresOf = async (values: readonly number[]) => {
      const finding = await read('logits', [[[1, values.length], values]]);
      return finding.kind === 'classes' ? [...finding.scores] : [];
    };
    expect(await scoresOf([0.25, 0.75])).toEqual([0.25, 0.75]);
    expect(
      (await scoresOf([0, Math.log(3)])).map((score) => Math.round(score * 1e9) / 1e9),
    ).toEqual([0.25, 0.75]);
  });

  it('of maps: resized to the picture before the strongest class is taken', async () => {
    const placement = {
      ...PLACEMENT,
      rows: 2,
      columns: 8,
      width: 8,
      height: 2,
      scaleX: 1,
      scaleY: 1,
      top: 0,
    };
    const planes = [
      [1, 2, 1, 2],
      [1, 0, 0, 3],
    ] as const;
    const finding = await read('class-map', [planes], { placement });
    // Class 0 falls from 1 to 0, class 1 rises from 0 to 3.
    expect(finding).toMatchObject({ kind: 'classMap', rows: 2, columns: 8 });
    if (finding.kind === 'classMap')
      expect([...finding.classes.subarray(0, 8)]).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
    const depth = await read(
      'depth',
      [
        [
          [1, 1, 2],
          [0, 4],
        ],
      ],
      { placement },
    );
    if (depth.kind === 'depth')
      expect([...depth.values.subarray(0, 8)]).toEqual([0, 0, 0.5, 1.5, 2.5, 3.5, 4, 4]);
    expect(
      await read(
        'anomaly',
        [
          [
            [1, 1, 1, 2],
            [0, 4],
          ],
        ],
        { placement },
      ),
    ).toMatchObject({ score: 4 });
  });

  it.each([
    ['yolo', [[[1, 4, 3], new Array<number>(12).fill(0)]]],
    ['end2end', [[[1, 2, 5], new Array<number>(10).fill(0)]]],
    [
      'detr',
      [
        [[1, 2, 3], new Array<number>(6).fill(0)],
        [
          [1, 1, 4],
          [0, 0, 0, 0],
        ],
      ],
    ],
    [
      'boxes-scores-labels',
      [
        [
          [1, 4],
          [0, 0, 0, 0],
        ],
        [[2], [1, 1]],
        [[2], [1, 1]],
      ],
    ],
    [
      'depth',
      [
        [
          [1, 1, 2],
          [NaN, 1],
        ],
      ],
    ],
    [
      'depth',
      [
        [
          [1, 2, 1, 2],
          [1, 1, 1, 1],
        ],
      ],
    ],
    [
      'logits',
      [
        [
          [1, 2],
          [NaN, 1],
        ],
      ],
    ],
    [
      'yolo-seg',
      [
        [[1, 38, 1], new Array<number>(38).fill(1)],
        [
          [1, 3, 1, 1],
          [1, 1, 1],
        ],
      ],
    ],
  ] as const)('of %s that do not fit are refused in a sentence', async (kind, outputs) => {
    await expect(read(kind, outputs)).rejects.toThrow(/^its .+\.$/);
  });
});
