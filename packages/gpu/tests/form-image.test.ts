import { describe, expect, it } from 'vitest';
import { skipped } from './adapter.ts';
import { differenceOf, lightOf, planOf, processor, withGpu } from './pictures.ts';

const sensor = {
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 130, cols: 202, pixel_size: 4.4 },
};

describe.skipIf(skipped)(`forming pictures${skipped ? ` (${skipped})` : ''}`, () => {
  it.each([
    ['Macbeth', 'Double-Gauss'],
    ['apple.jpg', 'Double-Gauss'],
    ['Slanted Edge', 'Cooke Triplet'],
    ['Rings Rays', 'Fisheye'],
    ['Point Array', 'Fisheye'],
    ['apple.jpg', 'Fisheye'],
  ])('of %s by %s differs by at most 1e-5 of the largest value', async (scene, optics) => {
    const plan = planOf({ scene, optics, ...sensor });
    const truth = await lightOf(plan, processor);
    const formed = await lightOf(plan, withGpu());
    expect(differenceOf(truth, formed)).toBeLessThan(1e-5);
  });
});
