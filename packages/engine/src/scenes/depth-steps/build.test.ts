import { expect, test } from 'vitest';
import { build } from './build.ts';

test('steps are equal in 1/z, and the light changes in their middles alone', async () => {
  const host = { loadImage: () => Promise.reject(new Error('no pictures')) };
  const parameters = { hfov: 0.5, imageSize: 160, steps: 16, near: 0.5, far: 4 };
  const { depth, raster } = await build(parameters, host);
  const z = depth!.distances;
  const rows = [0, 159];
  for (let step = 0; step < 16; step += 1) {
    expect(1 / z[10 * step]!).toBeCloseTo(2 - (step / 15) * 1.75, 6);
    for (const row of rows) {
      const strip = raster(0).subarray(160 * row + 10 * step, 160 * row + 10 * step + 10);
      // Both sides of a jump are alike, and each strip has both kinds of light.
      if (step > 0) expect(strip[0]).toBe(raster(0)[160 * row + 10 * step - 1]);
      expect(strip[0]).not.toBe(strip[9]);
    }
  }
});
