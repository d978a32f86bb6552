/** Laws of the reference ISP (docs/reference/isp.md#reference-isp). */
import { expect, test } from 'vitest';
import { macbethReferences } from '../src/scenes/macbeth/chart-colours.ts';
import { D65_WHITE } from '../src/colour/adaptation.ts';
import { deltaE2000 } from '../src/colour/delta-e-2000.ts';
import { labOf } from '../src/colour/lab.ts';
import { SRGB_TO_LINEAR, linearSrgbToXyz } from '../src/colour/srgb.ts';
import type { Triple } from '../src/colour/xyz.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { illuminants } from '../src/illuminants/list.ts';
import { isps } from '../src/isps/list.ts';
import type { SimulationPlan } from '../src/pipeline/plan.ts';
import { NAMED_TILES } from '../src/sensors/colour-filters.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const isp = {
  id: 'reference' as const,
  parameters: toEngineUnits(isps.reference.fields, {}),
};
/** Largest mean CIEDE2000 of the chart; the best matrix that keeps white leaves 1.07. */
const MEAN_DIFFERENCE = 2.5;
/** Codes of 8 bits by which the colours of an even diffuser may differ. */
const NEUTRAL = 1;

const lights = Object.entries(illuminants).flatMap(([id, light]) =>
  'energy' in light ? [[id, Float64Array.from(light.energy)] as const] : [],
);

/** Largest difference between the channels of a pixel. */
const tintOf = (data: Uint8Array): number => {
  let most = 0;
  for (let at = 0; at < data.length; at += 3) {
    const colours = [data[at]!, data[at + 1]!, data[at + 2]!];
    most = Math.max(most, Math.max(...colours) - Math.min(...colours));
  }
  return most;
};

const evenField = (rest: Partial<SimulationPlan>): SimulationPlan =>
  planOf(
    { scene: 'uniformField', sceneParameters: { hfov: 60, reflectance: 1 } },
    { noise: false, isp, ...rest },
  );

test.each(lights)('an even diffuser without noise is neutral under %s', async (label, energy) => {
  const { image, report } = await run(
    evenField({ illuminant: { label, energy, absolute: false } }),
  );
  expect(image.channels).toBe(3);
  expect(report.referenceIsp!.whiteBalance.from).toBe('truth');
  expect(tintOf(image.data)).toBeLessThanOrEqual(NEUTRAL);
  expect(Math.min(...image.data)).toBeGreaterThan(200);
});

test.each(Object.keys(NAMED_TILES))('so it is on the tile %s', async (name) => {
  const plan = evenField({});
  const { order: _, ...others } = plan.sensor!;
  const tile = NAMED_TILES[name]!;
  const isBayer = /^[rgb]{4}$/.test(name);
  const sensor = isBayer ? { ...others, order: name as 'grbg' } : { ...others, tile };
  const { image } = await run({ ...plan, sensor });
  expect(tintOf(image.data)).toBeLessThanOrEqual(NEUTRAL);
});

test('the Macbeth chart under D65 without noise has its colours', async () => {
  const [rows, columns] = [240, 360];
  const { image } = await run(
    planOf(
      { sensorParameters: { rows, cols: columns, pixel_size: 3.98 } },
      { noise: false, isp, toneMap: { operator: 'linear', key: 0.18, bits: 12 } },
    ),
  );
  // The chart fills the width: 6 x 4 patches.
  const patch = columns / 6;
  const references = macbethReferences(Float64Array.from(illuminants.d65.energy));
  const differences = references.map(({ xyz }, index) => {
    const [x, y] = [(index % 6) * patch, Math.floor(index / 6) * patch];
    const sum = [0, 0, 0];
    let count = 0;
    for (let row = Math.round(y + 0.3 * patch); row < y + 0.7 * patch; row += 1)
      for (let column = Math.round(x + 0.3 * patch); column < x + 0.7 * patch; column += 1) {
        for (const channel of [0, 1, 2])
          sum[channel]! += SRGB_TO_LINEAR[image.data[(row * columns + column) * 3 + channel]!]!;
        count += 1;
      }
    expect(count).toBeGreaterThanOrEqual(400);
    const linear = sum.map((value) => value / count) as unknown as Triple;
    return deltaE2000(labOf(xyz, D65_WHITE), labOf(linearSrgbToXyz(linear), D65_WHITE));
  });
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  expect(mean).toBeLessThanOrEqual(MEAN_DIFFERENCE);
});

test('it gives the same bits in any order of parts, and follows the rules of the recipe', async () => {
  const plan = planOf(
    { sensorParameters: { rows: 96, cols: 128 } },
    {
      isp,
      optics: 'double-gauss',
      toneMap: { operator: 'reinhard', key: 0.18, bits: 12 },
      lensShading: { from: 'truth', strength: 1, grid: [33, 25], most: 8 },
      whiteBalance: 'greyWorld',
      colourMatrix: 'calibration',
    },
  );
  const one = await run(plan);
  const other = await run(plan, testHost({ order: 'backwards' }));
  expect(other.image).toEqual(one.image);
  expect(one.report.isp).toBeUndefined();
  expect(one.report.referenceIsp).toMatchObject({
    label: 'Reference ISP',
    whiteBalance: { from: 'greyWorld' },
    colourMatrix: { from: 'calibration' },
    toneMap: { operator: 'reinhard' },
    lensShading: { from: 'truth' },
  });
});
