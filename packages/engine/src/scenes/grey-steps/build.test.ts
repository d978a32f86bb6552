import { expect, test } from 'vitest';
import { build } from './build.ts';

test('twenty patches from white down to the density asked for, in equal steps of density', async () => {
  const scene = await build(
    { hfov: 0.17, patchSize: 2, densityRange: 2 },
    { loadImage: () => Promise.reject(new Error('a chart loads no image')) },
  );
  const plane = scene.raster(0);
  const patches = Array.from(
    { length: 20 },
    (_, step) => plane[Math.floor(step / 5) * 20 + (step % 5) * 2]!,
  );
  expect(patches[0]).toBe(1);
  expect(patches[19]).toBeCloseTo(0.01, 8);
  for (let step = 1; step < 20; step += 1)
    expect(Math.log10(patches[step - 1]! / patches[step]!)).toBeCloseTo(2 / 19, 6);
  // Samples of a patch are equal.
  expect([plane[1], plane[10], plane[11]]).toEqual([1, 1, 1]);
});
