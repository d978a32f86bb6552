import { describe, expect, it } from 'vitest';
import type { NetworkDescriptor } from '../../networks/descriptor.ts';
import type { Finding } from '../../networks/findings.ts';
import { build } from './build.ts';

const descriptor: NetworkDescriptor = {
  version: 1,
  task: 'detection',
  labels: ['bolt', 'nut'],
  input: {
    ...{ name: 'images', layout: 'nchw', type: 'float32', width: null, height: null },
    ...{ resize: 'none', pad: 114, interpolation: 'bilinear', antialias: false, colour: 'rgb' },
    ...{ range: [0, 1], mean: [0, 0, 0], deviation: [1, 1, 1], second: null },
  },
  output: { kind: 'yolo', names: ['output0'] },
  thresholds: { score: 0.001, overlap: 0.7, most: 300 },
  background: 'none',
};
const size = { rows: 40, columns: 60 };
const picture = (rows = 40, columns = 60) => ({
  rows,
  columns,
  rgb: new Uint8Array(rows * columns * 3).fill(90),
});
const everywhere = () => true;

/** Compares two findings: of the camera's picture, at half the size, and of the ideal one. */
async function compared(camera: Finding, ideal: Finding, isSeen: (x: number) => boolean) {
  const findings = [camera, ideal];
  const network = { name: 'n.onnx', file: '', sha256: '', descriptor, problems: [] };
  const algorithm = build(network, { loadMs: 1, find: async () => findings.shift()! });
  const watch = { stopped: () => false };
  const half = await algorithm.read(picture(20, 30), watch);
  const whole = await algorithm.read(picture(), watch);
  return {
    ...algorithm.compare(half, whole, size, isSeen),
    drawn: algorithm.draw(half, picture(), isSeen),
  };
}

const map = (rows: number, columns: number, value: (row: number, column: number) => number) => ({
  rows,
  columns,
  values: Float32Array.from({ length: rows * columns }, (_, at) =>
    value(Math.floor(at / columns), at % columns),
  ),
});

describe('a network of the user’s own', () => {
  it('boxes are reported in pixels of the result, whatever the size of the pictures', async () => {
    const box = (score: number, ...corner: [number, number, number, number]) => ({
      kind: 'boxes' as const,
      boxes: [{ box: corner, score, label: 1 }],
    });
    const { comparison, lines, drawn } = await compared(
      box(0.5, 5, 4, 10, 8),
      box(0.9, 10, 8, 20, 16),
      everywhere,
    );
    expect(comparison).toEqual({
      kind: 'detection',
      scoreThreshold: 0.25,
      overlapThreshold: 0.5,
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

  it('classes: the best of each picture, and what the ideal one has on the camera’s', async () => {
    const classes = (...scores: number[]): Finding => ({
      kind: 'classes',
      scores: Float64Array.from(scores),
    });
    const { comparison, lines, drawn } = await compared(
      classes(0.3, 0.2, 0.5),
      classes(0.9, 0.1, 0),
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
    const classMap = (rows: number, columns: number, from: number): Finding => {
      const { values } = map(rows, columns, (_, column) => Number(column >= from));
      return { kind: 'classMap', rows, columns, classes: Uint16Array.from(values) };
    };
    // Class 1 begins at 10 of 30 columns, on the ideal picture at 30 of 60; 24 columns are seen.
    const { comparison, drawn } = await compared(
      classMap(20, 30, 10),
      classMap(40, 60, 30),
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
    const depth = (rows: number, columns: number, factor: number): Finding => ({
      kind: 'depth',
      ...map(rows, columns, (_, column) => (factor * (column + 0.5)) / columns),
      inverse: false,
    });
    const { comparison, lines } = await compared(depth(20, 30, 2), depth(20, 30, 6), everywhere);
    expect(comparison).toMatchObject({ kind: 'depth', points: 600, rankCorrelation: 1 });
    expect(comparison).toMatchObject({ scale: expect.closeTo(3, 5) as number });
    expect(lines[0]).toMatch(/^depth on the camera's picture/);
  });

  it('anomalies: both scores, and how the maps agree', async () => {
    const anomaly = (score: number, sign: number): Finding => {
      const { values, ...sides } = map(20, 30, (row) => sign * row);
      return { kind: 'anomaly', ...sides, map: values, score };
    };
    const { comparison } = await compared(anomaly(0.2, 1), anomaly(0.8, -1), everywhere);
    expect(comparison).toEqual({
      kind: 'anomaly',
      cameraScore: 0.2,
      idealScore: 0.8,
      rankCorrelation: expect.closeTo(-1, 9) as number,
    });
  });

  it('refuses maps with values that are no numbers', async () => {
    const depth: Finding = { kind: 'depth', ...map(2, 2, () => NaN), inverse: true };
    await expect(compared(depth, depth, everywhere)).rejects.toMatchObject({
      code: 'bad-model',
      message: 'its map has values that are not finite numbers.',
    });
  });
});
