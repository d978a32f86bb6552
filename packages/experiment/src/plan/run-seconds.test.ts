import { expect, it } from 'vitest';
import { planSweep } from './plan-sweep.ts';
import { secondsOfRun } from './run-seconds.ts';

it('a varied lens takes the longer the more it blurs, and a listed one has its tables', async () => {
  const planned = await planSweep({
    name: 'Radii',
    recipe: {
      scene: 'Slanted Edge',
      optics: 'Double-Gauss',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 64, cols: 96, pixel_size: 4 },
    },
    vary: [{ path: 'lens.surfaces[0].radius', values: [56.20238, 54, 50] }],
    measure: ['optics.figures.modulation.onAxis.0'],
  });
  if (!planned.ok) throw new Error(planned.problems[0]!.message);
  const plans = [0, 1, 2].map((run) => planned.value.runAt(run).plan);
  const [sharp, soft, blurred] = plans.map(secondsOfRun) as [number, number, number];
  // Measured on an idle core: .4, 4 and 20 s.
  expect(sharp).toBeLessThan(3);
  expect(soft).toBeGreaterThan(1.5 * sharp);
  expect(blurred).toBeGreaterThan(10);
  expect(secondsOfRun({ ...plans[0]!, optics: 'double-gauss' })).toBeLessThan(1);
});
