import { simulate } from '@lumenloom/engine';
import { describe, expect, it } from 'vitest';
import { skipped } from './adapter.ts';
import { differenceOf, lightOf, planOf, processor, UNWATCHED_RUN, withGpu } from './pictures.ts';

const LENSES = ['Cooke Triplet', 'Double-Gauss', 'Fisheye'];
const SCENES = [
  ...['Macbeth', 'Point Array', 'Gridlines', 'Slanted Edge', 'Rings Rays', 'apple.jpg'],
  ...['SFR Field', 'Uniform Field', 'Grey Steps', 'Tilted Plane', 'Depth Steps'],
];

/** Small, because an adapter of software takes a hundred times as long as the processor. */
const camera = (rows: number, cols: number, pixel_size: number) => ({
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows, cols, pixel_size },
});

describe.skipIf(skipped)(`pictures on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  // A scene reaches the shaders as light, whatever the lens: each goes through one of them.
  it.each(SCENES.map((scene, at) => [scene, LENSES[(at + 1) % LENSES.length]!] as const))(
    '%s through %s: light within 1e-5',
    async (scene, optics) => {
      const plan = planOf({ scene, optics, ...camera(32, 48, 9) });
      const light = await lightOf(plan, processor);
      expect(differenceOf(light, await lightOf(plan, withGpu()))).toBeLessThan(1e-5);
    },
  );

  it.each(['Slanted Edge', 'apple.jpg'])('%s: codes within one', async (scene) => {
    const plan = planOf({ scene, optics: 'Cooke Triplet', ...camera(32, 48, 9) });
    const truth = await simulate(plan, processor, UNWATCHED_RUN);
    const { raw, report } = await simulate(plan, withGpu(), UNWATCHED_RUN);
    expect(report.device).toBeDefined();
    const differences = raw!.map((code, i) => Math.abs(code - truth.raw![i]!));
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
    expect(differences.filter((difference) => difference > 0).length).toBeLessThanOrEqual(
      Math.ceil(1e-3 * differences.length),
    );
  });

  it.each([
    // Tiles of the middle, of the rim of the image circle, and beyond it.
    ['Gridlines', { gridlinesParams: { hfov: 28 } }, camera(8, 1000, 4.4)],
    // High quality forms each band by itself.
    ['Macbeth', { quality: 'high' }, camera(32, 48, 9)],
  ])('%s with %j: light within 1e-5', async (scene, fields, sensor) => {
    const plan = planOf({ scene, optics: 'Double-Gauss', ...fields, ...sensor });
    expect(
      differenceOf(await lightOf(plan, processor), await lightOf(plan, withGpu())),
    ).toBeLessThan(1e-5);
  });
});
