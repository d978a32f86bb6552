/**
 * The example data set and its network: how well marks are found under blur, noise, larger pixels.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gaussianOf, philox, type RgbImage } from '@lumenloom/engine';
import { MARKS_PICTURES, drawMarks, marksOf } from '@lumenloom/experiment/dataset';
import { openNetwork, type OpenNetwork } from '@lumenloom/node-host';
import { detectionSummary, matchDetections, type CocoResult } from '@lumenloom/scoring';
import { lumenloom } from './lumenloom.ts';

const [ROWS, COLUMNS] = [240, 320];
const watch = { stopped: () => false };
let network: OpenNetwork;
beforeAll(async () => {
  network = await openNetwork(
    fileURLToPath(new URL('../../../examples/marks.onnx', import.meta.url)),
    { watch },
  );
});
afterAll(() => {
  network.close();
});

interface Plane {
  readonly rows: number;
  readonly columns: number;
  /** 0 to 1. */
  readonly data: Float64Array;
}

/** A Gaussian blur of a deviation in pixels, mirrored at the rim. */
function blurred(plane: Plane, deviation: number): Plane {
  const reach = Math.ceil(4 * deviation);
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => weight / sum);
  return transposed(blurredRows(transposed(blurredRows(plane, shares)), shares));
}

function blurredRows({ rows, columns, data }: Plane, shares: Float64Array): Plane {
  const reach = (shares.length - 1) / 2;
  const line = new Float64Array(columns + 2 * reach);
  const out = new Float64Array(data.length);
  for (let row = 0; row < rows; row += 1) {
    const values = data.subarray(row * columns, (row + 1) * columns);
    line.set(values, reach);
    line.set(values.slice(0, reach).reverse(), 0);
    line.set(values.slice(columns - reach).reverse(), reach + columns);
    for (let column = 0; column < columns; column += 1) {
      let total = 0;
      for (let i = 0; i < shares.length; i += 1) total += shares[i]! * line[column + i]!;
      out[row * columns + column] = total;
    }
  }
  return { rows, columns, data: out };
}

function transposed({ rows, columns, data }: Plane): Plane {
  const out = new Float64Array(data.length);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1)
      out[column * rows + row] = data[at]!;
  return { rows: columns, columns: rows, data: out };
}

function noisy(plane: Plane, deviation: number, picture: number): Plane {
  const words = new Uint32Array(4);
  return {
    ...plane,
    data: plane.data.map((value, pixel) => {
      if (pixel % 4 === 0) philox([pixel, picture, 0, 0], [7, 0], words);
      return value + deviation * gaussianOf(words[pixel % 4]!);
    }),
  };
}

/** The mean of squares of pixels. */
function coarser({ rows, columns, data }: Plane, by: number): Plane {
  const size = { rows: rows / by, columns: columns / by };
  const out = new Float64Array(size.rows * size.columns);
  for (const [pixel, value] of data.entries()) {
    const row = Math.floor(Math.floor(pixel / columns) / by);
    out[row * size.columns + Math.floor((pixel % columns) / by)]! += value / by ** 2;
  }
  return { ...size, data: out };
}

function shown({ rows, columns, data }: Plane): RgbImage {
  const rgb = new Uint8Array(3 * data.length);
  for (let at = 0; at < data.length; at += 1)
    rgb.fill(Math.round(255 * Math.min(1, Math.max(0, data[at]!))), 3 * at, 3 * at + 3);
  return { rows, columns, rgb };
}

/** The pictures before any change. */
const pictures = Array.from({ length: MARKS_PICTURES }, (_, picture) => {
  const marks = marksOf(1, picture);
  const data = Float64Array.from(drawMarks(marks), (code) => code / 255);
  return { marks, plane: { rows: ROWS, columns: COLUMNS, data } };
});

/** map and map50 of all pictures after a change; boxes shrink by `scale`. */
async function scoreOf(change: (plane: Plane, picture: number) => Plane, scale = 1) {
  const results: CocoResult[] = [];
  const annotations: object[] = [];
  for (const [picture, { marks, plane }] of pictures.entries()) {
    const finding = await network.find(shown(change(plane, picture)), watch, {
      threshold: 'scoring',
    });
    if (finding.kind !== 'boxes') throw new Error('It is a detector.');
    for (const { box, score, label } of finding.boxes)
      results.push({ image_id: picture, category_id: label + 1, bbox: box, score });
    for (const { x, y, deviation, contrast } of marks) {
      const half = 2.5 * deviation;
      const bbox = [x - half, y - half, 2 * half, 2 * half].map((value) => value / scale);
      annotations.push({
        id: annotations.length,
        image_id: picture,
        category_id: contrast > 0 ? 1 : 2,
        bbox,
        area: bbox[2]! ** 2,
        iscrowd: 0,
      });
    }
  }
  const { map, map50 } = detectionSummary(
    matchDetections(
      {
        images: Array.from({ length: MARKS_PICTURES }, (_, id) => ({ id })),
        categories: [{ id: 1 }, { id: 2 }],
        annotations: annotations as never,
      },
      results,
    ),
  );
  return [map!, map50!] as const;
}

/** Figures of reference code with sets of other seeds, docs/reference/vision.md#marks. */
const EXPECTED: readonly (readonly [string, () => ReturnType<typeof scoreOf>, number, number])[] = [
  ['as it is', () => scoreOf((plane) => plane), 0.626, 0.998],
  ['blur of 2 px', () => scoreOf((plane) => blurred(plane, 2)), 0.283, 0.686],
  ['blur of 4 px', () => scoreOf((plane) => blurred(plane, 4)), 0.062, 0.173],
  ['noise of .08', () => scoreOf((plane, picture) => noisy(plane, 0.08, picture)), 0.316, 0.631],
  ['pixels twice as large', () => scoreOf((plane) => coarser(plane, 2), 2), 0.341, 0.65],
];

test.each(EXPECTED)('marks, %s', async (_, score, map, map50) => {
  const [ownMap, ownMap50] = await score();
  expect(Math.abs(ownMap - map)).toBeLessThan(0.04);
  expect(Math.abs(ownMap50 - map50)).toBeLessThan(0.07);
});

test('the data set is made at first use and has no problems', async () => {
  const { status, stdout } = await lumenloom('dataset', 'check', 'example:marks', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'coco',
    images: 60,
    annotations: 540,
    categories: 2,
    problems: [],
  });
});
