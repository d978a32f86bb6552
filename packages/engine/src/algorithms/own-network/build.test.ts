import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../host.ts';
import type { NetworkDescriptor } from '../../networks/descriptor.ts';
import { findInPicture, type NetworkQuestion } from '../../networks/find-in-picture.ts';
import { kindNamed, type OutputKind } from '../../networks/tasks/list.ts';
import { build } from './build.ts';

const descriptor = (output: NetworkDescriptor['output']): NetworkDescriptor => ({
  version: 1,
  task: kindNamed(output.kind as OutputKind).task,
  labels: ['bolt', 'nut'],
  input: {
    name: 'images',
    layout: 'nchw',
    type: 'float32',
    width: null,
    height: null,
    resize: 'none',
    pad: 114,
    interpolation: 'bilinear',
    antialias: false,
    colour: 'rgb',
    range: [0, 1],
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    second: null,
  },
  output,
  thresholds: { score: 0.001, overlap: 0.7, most: 300 },
  background: 'none',
});
const size = { rows: 40, columns: 60 };
const picture = (rows = 40, columns = 60) => ({
  rows,
  columns,
  rgb: new Uint8Array(rows * columns * 3).fill(90),
});
const everywhere = () => true;

/** Outputs for the camera's picture, which has half the size, and for the ideal one. */
type Answers = readonly [camera: readonly Tensor[], ideal: readonly Tensor[]];

/** Compares what a network with these outputs finds in both pictures. */
async function compared(
  output: Omit<NetworkDescriptor['output'], 'names'>,
  answers: Answers,
  isSeen: (x: number) => boolean,
) {
  const names = answers[0].map((_, at) => `output${at}`);
  const left = [...answers];
  const algorithm = await build(descriptor({ ...output, names }), {
    loadMs: 1,
    find: (question) =>
      findInPicture(
        {
          inputs: { images: [1, 3, undefined, undefined] },
          run: async (_, asked) =>
            Object.fromEntries(left.shift()!.map((tensor, at) => [asked[at]!, tensor])),
        },
        question as NetworkQuestion,
      ),
  });
  const watch = { stopped: () => false };
  const half = await algorithm.read(picture(20, 30), watch);
  const whole = await algorithm.read(picture(), watch);
  return {
    ...algorithm.compare(half, whole, size, isSeen),
    drawn: algorithm.draw(half, picture(), isSeen),
  };
}

const tensor = (shape: readonly number[], values: Iterable<number>): Tensor => ({
  shape,
  data: Float64Array.from(values),
});
const map = (rows: number, columns: number, value: (row: number, column: number) => number) =>
  tensor(
    [1, 1, rows, columns],
    Array.from({ length: rows * columns }, (_, at) =>
      value(Math.floor(at / columns), at % columns),
    ),
  );

describe('a network of the user’s own', () => {
  it('boxes are reported in pixels of the result, whatever the size of the pictures', async () => {
    const result = (...values: number[]) => [tensor([1, 1, 6], values)];
    const { comparison, lines, drawn } = await compared(
      { kind: 'end2end' },
      [result(5, 4, 15, 12, 0.5, 1), result(10, 8, 30, 24, 0.9, 1)],
      everywhere,
    );
    expect(comparison).toEqual({
      kind: 'detection',
      scoreThreshold: 0.25,
      overlapThreshold: 0.5,
      scoreSum: 0.5,
      matches: [
        {
          ideal: { label: 'nut', score: 0.9, box: [10, 8, 30, 24] },
          camera: { label: 'nut', score: 0.5, box: [10, 8, 30, 24] },
          overlap: 1,
        },
      ],
      missed: [],
      extra: [],
    });
    expect(lines[1]).toBe('  nut 0.90 ideal, 0.50 camera, overlap 1.00');
    expect(drawn!.rgb).not.toEqual(picture().rgb);
  });

  it('the sum of scores counts what is found as on the ideal picture, less what is found otherwise', async () => {
    const result = (...boxes: number[][]) => [tensor([1, boxes.length, 6], boxes.flat())];
    const { comparison } = await compared(
      { kind: 'end2end' },
      [
        // As ideal, taken for another class, and nothing there.
        result([0, 0, 4, 4, 0.75, 1], [6, 0, 10, 4, 0.5, 0], [12, 8, 18, 14, 0.375, 1]),
        result([0, 0, 8, 8, 0.875, 1], [12, 0, 20, 8, 0.625, 1]),
      ],
      everywhere,
    );
    expect(comparison).toMatchObject({ scoreSum: 0.75 - 0.5 - 0.375 });
  });

  it('classes: the best of each picture, and what the ideal one has on the camera’s', async () => {
    const { comparison, lines, drawn } = await compared(
      { kind: 'logits' },
      [[tensor([1, 3], [0.3, 0.2, 0.5])], [tensor([1, 3], [0.9, 0.1, 0])]],
      everywhere,
    );
    expect(comparison).toEqual({
      kind: 'classification',
      camera: { label: 'class 2', score: 0.5 },
      ideal: { label: 'bolt', score: 0.9 },
      isSame: false,
      scoreOfIdealClass: 0.3,
    });
    expect(lines).toEqual([
      "bolt 0.90 on the ideal picture, class 2 0.50 on the camera's, where bolt has 0.30: another class.",
    ]);
    expect(drawn).toBeUndefined();
  });

  it('class maps: the share of equal pixels inside the image circle; classes tint the picture', async () => {
    const classMap = (rows: number, columns: number, from: number): Tensor[] => {
      const { data } = map(2 * rows, columns, (row, column) =>
        Number(row < rows === column < from),
      );
      return [{ shape: [1, 2, rows, columns], data }];
    };
    // Class 1 begins at 10 of 30 columns, on the ideal picture at 30 of 60; 24 columns are seen.
    const { comparison, drawn } = await compared(
      { kind: 'class-map' },
      [classMap(20, 30, 10), classMap(40, 60, 30)],
      (x) => x < 0.8,
    );
    expect(comparison).toEqual({ kind: 'segmentation', pixels: 24 * 20, equalShare: 19 / 24 });
    const at = (column: number): number[] =>
      Array.from(drawn!.rgb.subarray(column * 3, column * 3 + 3));
    expect(at(19)).toEqual([90, 90, 90]);
    expect(at(20)).not.toEqual([90, 90, 90]);
    expect(at(59)).toEqual([90, 90, 90]);
  });

  it('depth is fitted, and says which kind it is', async () => {
    const depth = (rows: number, columns: number, factor: number) => [
      map(rows, columns, (_, column) => (factor * (column + 0.5)) / columns),
    ];
    const { comparison, lines } = await compared(
      { kind: 'depth', inverse: false },
      [depth(20, 30, 2), depth(40, 60, 6)],
      everywhere,
    );
    expect(comparison).toMatchObject({ kind: 'depth', points: 600, rankCorrelation: 1 });
    // The ideal map is resized, which changes the slope at its rim.
    expect(comparison).toMatchObject({ scale: expect.closeTo(3, 2) as number });
    expect(lines[0]).toMatch(/^depth on the camera's picture/);
  });

  it('anomalies: both scores, and how the maps agree', async () => {
    const anomaly = (rows: number, score: number, sign: number) => [
      map(rows, 1.5 * rows, (row) => sign * Math.floor((row * 20) / rows)),
      tensor([1], [score]),
    ];
    const { comparison } = await compared(
      { kind: 'anomaly' },
      [anomaly(20, 0.2, 1), anomaly(40, 0.8, -1)],
      everywhere,
    );
    expect(comparison).toEqual({
      kind: 'anomaly',
      cameraScore: 0.2,
      idealScore: 0.8,
      rankCorrelation: expect.closeTo(-1, 9) as number,
    });
  });
});
