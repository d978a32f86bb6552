import { expect, test } from 'vitest';
import { build } from './build.ts';
import { sfrField } from './descriptor.ts';

const loadImage = () => Promise.reject(new Error('a chart loads no image'));
const TILT = (5 * Math.PI) / 180;

test('contrast 4:1 on 18 %, a square in the middle of each cell, over 36 % of its area', async () => {
  const scene = await build({ hfov: 0.17, squares: 3, tilt: TILT, contrast: 4 }, { loadImage });
  const side = sfrField.rasterSize({ squares: 3 }).columns;
  const plane = scene.raster(0);
  const at = (x: number, y: number): number =>
    plane[Math.floor(y * side) * side + Math.floor(x * side)]!;
  for (const x of [1, 3, 5])
    for (const y of [1, 3, 5]) expect(at(x / 6, y / 6)).toBeCloseTo(0.045, 7);
  for (const x of [0, 2, 4, 5.99]) expect(at(x / 6, 0.5 / 6)).toBeCloseTo(0.18, 7);
  expect(scene.planeMeans[0]).toBeCloseTo(0.18 - 0.36 * 0.135, 6);
});

test('the squares are turned clockwise by the tilt', async () => {
  const scene = await build({ hfov: 0.17, squares: 1, tilt: TILT, contrast: 4 }, { loadImage });
  const [side, plane] = [scene.columns, scene.raster(0)];
  // Centroid of what each row has of the left edge: lower rows lie further left.
  const darkOf = (row: number): number =>
    plane
      .subarray(row * side, row * side + side / 2)
      .reduce((sum, value) => sum + (0.18 - value) / 0.135, 0);
  const [upper, lower] = [darkOf(10), darkOf(21)];
  expect((lower - upper) / 11).toBeCloseTo(Math.tan(TILT), 5);
});
