import { describe, expect, it } from 'vitest';
import { philox } from '../random/philox.ts';
import {
  isBeyondPicture,
  isInField,
  isInFrame,
  labelView,
  leastSampling,
  sensorPoint,
  type Point,
} from './label-view.ts';
import { labelsThroughLens } from './labels-through-lens.ts';
import { warpPolygon } from './warp-polygon.ts';

const SOURCE = { rows: 60, columns: 80 };
/** Points per pixel and direction of the count that a share is compared with, and its error. */
const [PER_PIXEL, COUNT_ERROR] = [2, 0.02];

/** The ideal lens of 8.2 mm: `scale` pixels of the sensor per pixel of the picture. */
const idealView = (scale: number, rows: number, columns: number) =>
  labelView(
    {
      optics: undefined,
      grid: { rows, columns, pitch: 1e-5 },
      hfov: 2 * Math.atan((scale * 40e-5) / 8.2e-3),
    },
    SOURCE,
  );
const rectangle = (x: number, y: number, width: number, height: number): readonly Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const closeTo = (values: readonly number[]): number[] =>
  values.map((value) => expect.closeTo(value, 9) as number);

describe('polygons through the ideal lens', () => {
  it('are scaled and clipped at the frame', async () => {
    const view = await idealView(2, 40, 100);
    const inside = warpPolygon(view, rectangle(30, 25, 10, 4));
    expect(inside.box).toEqual(closeTo([30, 10, 20, 8]));
    expect([inside.area, inside.visibleArea]).toEqual(closeTo([160, 40]));
    const around = warpPolygon(view, rectangle(0, 0, 80, 60));
    expect(around.box).toEqual(closeTo([0, 0, 100, 40]));
    expect([around.area, around.visibleArea]).toEqual(closeTo([4000, 1000]));
    expect(warpPolygon(view, rectangle(0, 0, 10, 10)).box).toBeUndefined();
    expect(leastSampling(view)).toBeCloseTo(0.5, 9);
  });

  it.each([
    [1, 60, 80, false],
    [1, 62, 80, true],
    [1, 60, 82, true],
    [2, 60, 80, false],
  ])(
    'with %f pixels of the sensor per pixel, %i x %i of them see beyond it: %s',
    async (...all) => {
      const [scale, rows, columns, isBeyond] = all;
      expect(isBeyondPicture(await idealView(scale, rows, columns))).toBe(isBeyond);
    },
  );

  it('has bounds of the visible part alone where an outline runs round a corner of the frame', async () => {
    const view = await idealView(1, 40, 60);
    // The frame is 10 to 70 across and 10 to 50 down; only a spur enters, from the left.
    const spur = [
      [12, 30],
      [5, 30],
      [5, 5],
      [40, 5],
      [40, 2],
      [2, 2],
      [2, 34],
      [12, 34],
    ] as const;
    expect(warpPolygon(view, spur).box).toEqual(closeTo([0, 20, 2, 4]));
  });
});

describe.each(['fisheye', 'cooke-triplet'] as const)('polygons through %s', (optics) => {
  it('keep the share that points of the picture count, and bound what is imaged', async () => {
    const hfov = optics === 'fisheye' ? 2 : 0.8;
    const grid = { rows: 50, columns: 56, pitch: optics === 'fisheye' ? 5e-5 : 3e-4 };
    const view = await labelView({ optics, grid, hfov }, SOURCE);
    const words = new Uint32Array(4);
    for (let seed = 0; seed < 8; seed += 1) {
      const polygon = Array.from({ length: 7 }, (_, i): Point => {
        philox([seed, i, 0, 0], [1, 2], words);
        const radius = 8 + (30 * words[0]!) / 2 ** 32;
        const angle = ((i + words[1]! / 2 ** 33) * 2 * Math.PI) / 7;
        return [
          ((seed * 17) % 80) + radius * Math.cos(angle),
          ((seed * 29) % 60) + radius * Math.sin(angle),
        ];
      });
      const { box, visibleArea, sourceArea } = warpPolygon(view, polygon);
      let [all, visible, outside] = [0, 0, -Infinity];
      for (let i = -40 * PER_PIXEL; i < 120 * PER_PIXEL; i += 1)
        for (let k = -40 * PER_PIXEL; k < 100 * PER_PIXEL; k += 1) {
          const point = [(i + 0.5) / PER_PIXEL, (k + 0.5) / PER_PIXEL] as const;
          if (!isInside(polygon, point)) continue;
          all += 1;
          if (!isInField(view, point)) continue;
          const [x, y] = sensorPoint(view, point);
          if (!isInFrame(view, [x, y])) continue;
          visible += 1;
          const [left, top, width, height] = box!;
          outside = Math.max(outside, left - x, x - left - width, top - y, y - top - height);
        }
      expect(outside).toBeLessThan(1e-3);
      expect(Math.abs(visibleArea / sourceArea - visible / all)).toBeLessThan(COUNT_ERROR);
    }
  });
});

it('masks, key points and crowds', async () => {
  const view = await idealView(1, 40, 60);
  const common = { id: 1, image_id: 1, category_id: 1, area: 8, iscrowd: 0 as const };
  // Columns 9 and 10 of rows 20 and 21; the frame begins at column 10.
  const counts = [9 * 60 + 20, 2, 58, 2, 80 * 60 - 9 * 60 - 82];
  const [mask] = labelsThroughLens(
    view,
    [
      {
        ...common,
        bbox: [9, 20, 2, 2],
        segmentation: { size: [60, 80], counts },
        keypoints: [9.5, 20.5, 2, 10.5, 20.5, 1, 0, 0, 0],
      },
    ],
    { minVisible: 0.75 },
  );
  expect(mask).toMatchObject({
    bbox: [0, 10, 1, 2],
    area: 4,
    visibleShare: 0.5,
    iscrowd: 1,
    segmentation: { size: [40, 60], counts: [10, 2, 40 * 60 - 12] },
    num_keypoints: 1,
  });
  expect(mask!.keypoints).toEqual(closeTo([0, 0, 0, 0.5, 10.5, 1, 0, 0, 0]));
});

function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let turns = 0;
  for (const [i, [fromX, fromY]] of polygon.entries()) {
    const [toX, toY] = polygon[(i + 1) % polygon.length]!;
    const side = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
    if (fromY <= y && toY > y && side > 0) turns += 1;
    if (fromY > y && toY <= y && side < 0) turns -= 1;
  }
  return turns !== 0;
}
