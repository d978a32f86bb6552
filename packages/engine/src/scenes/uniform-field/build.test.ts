import { expect, test } from 'vitest';
import { build } from './build.ts';

test('the same reflectance everywhere', async () => {
  const scene = await build(
    { hfov: 0.17, reflectance: 0.5 },
    { loadImage: () => Promise.reject(new Error('a chart loads no image')) },
  );
  expect(new Set(scene.raster(0))).toEqual(new Set([0.5]));
});
