import { expect, test } from 'vitest';
import { build } from './build.ts';
import { slantedEdge } from './descriptor.ts';

const loadImage = () => Promise.reject(new Error('a chart loads no image'));

test('128 becomes 129, so that the edge passes through the middle sample', () => {
  expect(
    [128, 129, 2, 3].map((imageSize) => slantedEdge.rasterSize({ imageSize }).columns),
  ).toEqual([129, 131, 3, 5]);
});

test('lower left bright, upper right dark, at the slope given', async () => {
  const scene = await build(
    { hfov: 0.17, imageSize: 128, edgeAngle: 2.6, darkLevel: 0.2 },
    { loadImage },
  );
  const plane = scene.raster(0);
  const at = (row: number, column: number): number => plane[row * 129 + column]!;
  expect([at(128, 0), at(0, 128)]).toEqual([1, Math.fround(0.2)]);
  // The middle itself is not above the line; one sample below it is.
  expect([at(64, 64), at(65, 64)]).toEqual([Math.fround(0.2), 1]);
  // 26 rows down the edge has moved 10 columns to the right.
  expect([at(90, 73), at(90, 74)]).toEqual([1, Math.fround(0.2)]);
});

test('the dark side is never perfectly black', async () => {
  const scene = await build(
    { hfov: 0.17, imageSize: 8, edgeAngle: 1, darkLevel: 0 },
    { loadImage },
  );
  expect(scene.raster(0)[8]).toBe(Math.fround(1e-6));
});
