import { expect, test } from 'vitest';
import { limitProblem } from '../../field-descriptor.ts';
import { rowSampler } from '../patterns/pattern.ts';
import { build } from './build.ts';
import { ringsRays, ringsRaysFields } from './descriptor.ts';

const loadImage = () => Promise.reject(new Error('a chart loads no image'));

test('odd sizes become even', () => {
  expect([128, 127, 5, 4].map((size) => ringsRays.rasterSize({ size }).columns)).toEqual([
    128, 128, 6, 4,
  ]);
});

test('levels 1 to 256, with a disc of level 128 and radius round(2·frequency/π)', async () => {
  const scene = await build({ hfov: 0.17, radialFreq: 8, size: 64 }, { loadImage });
  const plane = scene.raster(0);
  expect(Math.min(...plane)).toBeCloseTo(1 / 256, 7);
  expect(Math.max(...plane)).toBe(1);
  const radius = Math.max(
    ...[...plane.keys()]
      .filter((sample) => plane[sample] === 0.5)
      .map((sample) => Math.hypot(Math.floor(sample / 64) - 31.5, (sample % 64) - 31.5)),
  );
  expect(radius).toBeLessThanOrEqual(5);
  expect(radius).toBeGreaterThan(4.5);
});

/**
 * The raster fixes the mean luminance and the pattern is what is seen: they must have the same
 * mean. Between samples the rays' true mean differs from the samples' by up to 5.3e-5 at whole
 * frequencies and 3.6e-4 at others (measured, 128 samples).
 */
const SAME_MEAN = 1e-3;

const allowed = [0.1, 0.5, 1, 2.5, 8, 8.3, 50].filter(
  (frequency) => limitProblem(ringsRaysFields[1], frequency) === undefined,
);

test.each(allowed)('at frequency %d the pattern has the mean of the raster', async (radialFreq) => {
  const scene = await build({ hfov: 0.17, radialFreq, size: 128 }, { loadImage });
  const count = 200;
  const out = new Float32Array(count);
  const sampler = rowSampler(
    scene.pattern,
    Float64Array.from({ length: count + 1 }, (_, i) => i / count),
  );
  let sum = 0;
  for (let row = 0; row < count; row += 1) {
    sampler(row / count, (row + 1) / count, [out]);
    sum += out.reduce((total, value) => total + value, 0);
  }
  expect(Math.abs(sum / count ** 2 - scene.planeMeans[0]!)).toBeLessThan(SAME_MEAN);
});
