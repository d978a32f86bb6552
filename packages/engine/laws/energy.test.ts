import { describe, expect, test } from 'vitest';
import { illuminants } from '../src/illuminants/list.ts';
import { lightScene } from '../src/illuminants/light.ts';
import { idealLens } from '../src/optics/ideal-lens.ts';
import { uniform } from '../src/optics/lens.ts';
import { energyToPhotons } from '../src/quantities/wavelengths.ts';
import { scenes, type SceneId } from '../src/scenes/list.ts';
import { paintScene } from '../src/scenes/paint-scene.ts';
import { mean, planOf, runWatched } from './run.ts';
import { testHost } from './test-host.ts';
import { ENERGY, SINGLE_PRECISION } from './tolerances.ts';

const BAND = 15;
const onlyBand = Float64Array.from({ length: 31 }, (_, band) => Number(band === BAND) / 10);
const watch = { stopped: () => false, progress: () => undefined };

/**
 * Photons per second and nm on a grid wider than the image, divided by those that the scene's
 * raster emits towards the lens.
 */
async function received(
  id: SceneId,
  sceneParameters: Readonly<Record<string, number>>,
  pixelMicrometres: number,
): Promise<number> {
  const plan = planOf({
    scene: id,
    sceneParameters: { ...sceneParameters, hfov: 8 },
    sensorParameters: {
      rows: Math.round(1430 / pixelMicrometres),
      cols: Math.round(1430 / pixelMicrometres),
      pixel_size: pixelMicrometres,
    },
  });
  const scene = await paintScene(plan.scene, testHost());
  const lit = lightScene(scene, plan.illuminant.energy!, plan.luminance);
  const light = await idealLens.formImage(
    { lit, hfov: plan.scene.parameters.hfov },
    { grid: plan.grid, receptors: uniform(onlyBand) },
    testHost(),
    watch,
  );
  const radiance = lit.radiance.reduce(
    (sum, spectrum, plane) => sum + spectrum[BAND]! * scene.planeMeans[plane]!,
    0,
  );
  const width = 2 * idealLens.focalLength * Math.tan(plan.scene.parameters.hfov / 2);
  return (
    (mean(light) * light.length * plan.grid.pitch ** 2) /
    (radiance * idealLens.irradiancePerRadiance * width * ((width * scene.rows) / scene.columns))
  );
}

describe('what leaves the scene arrives: the sum of E dA equals the sum of L A dA', () => {
  const cells = (Object.keys(scenes) as SceneId[]).filter(
    (id) => !['slantedEdge', 'ringsRays', 'sineStar'].includes(id),
  );
  test.each(cells)('%s, pixels smaller than its samples', async (id) => {
    expect(Math.abs((await received(id, {}, 7.1)) - 1)).toBeLessThan(SINGLE_PRECISION);
  });
  test.each(cells)(
    '%s, pixels larger than its samples: points under one pixel keep their light',
    async (id) => {
      expect(Math.abs((await received(id, {}, 53)) - 1)).toBeLessThan(ENERGY);
    },
  );
  // The rasters of these scenes are staircases or samples of the pattern, so the two means agree
  // only where the raster is fine.
  test.each([
    ['slantedEdge', { imageSize: 3000 }],
    ['ringsRays', { size: 2000 }],
    ['sineStar', { imageSize: 2000 }],
  ] as const)('%s, whose pattern is not its raster', async (id, parameters) => {
    expect(Math.abs((await received(id, parameters, 7.1)) - 1)).toBeLessThan(ENERGY);
  });
});

describe('white furnace: a scene of one brightness gives one irradiance', () => {
  test('E = pi L / (1 + 4 N^2) in every pixel and band', async () => {
    const { arrays } = await runWatched(
      planOf(
        { scene: 'slantedEdge', sceneParameters: { darkLevel: 1, hfov: 20 } },
        { luminance: { of: 'white', value: 100 } },
      ),
    );
    const raw = energyToPhotons(illuminants.d65.energy);
    const first = arrays.scene.data[0]! / raw[0]!;
    const pixels = 90 * 130;
    for (let band = 0; band < 31; band += 1) {
      const expected = raw[band]! * first * (Math.PI / 65);
      const plane = arrays.irradiance.data.slice(band * pixels, (band + 1) * pixels);
      expect(Math.abs(Math.max(...plane) / expected - 1)).toBeLessThan(SINGLE_PRECISION);
      expect(Math.abs(Math.min(...plane) / expected - 1)).toBeLessThan(SINGLE_PRECISION);
    }
  });
});

describe('linearity', () => {
  test('twice the light, twice the electrons', async () => {
    const one = await runWatched(planOf({}, { exposureSeconds: 0.01 }));
    const two = await runWatched(
      planOf({}, { exposureSeconds: 0.01, luminance: { of: 'scene mean', value: 200 } }),
    );
    const worst = Math.max(
      ...Array.from(
        one.arrays.electrons.data,
        (value, i) => Math.abs(two.arrays.electrons.data[i]! - 2 * value) / (value + 1),
      ),
    );
    expect(worst).toBeLessThan(SINGLE_PRECISION);
  });
  test('twice the exposure, twice the electrons', async () => {
    const one = await runWatched(planOf({}, { exposureSeconds: 0.004 }));
    const two = await runWatched(planOf({}, { exposureSeconds: 0.008 }));
    expect(
      two.arrays.electrons.data.every(
        (value, i) =>
          Math.abs(value - 2 * one.arrays.electrons.data[i]!) <= SINGLE_PRECISION * value,
      ),
    ).toBe(true);
  });
  test('two lights together give the sum of their pictures', async () => {
    const [a, b] = [
      Float64Array.from(illuminants.illuminantA.energy),
      Float64Array.from(illuminants.d75.energy),
    ];
    const under = async (energy: Float64Array) =>
      (
        await runWatched(
          planOf(
            {},
            {
              exposureSeconds: 1e-8,
              luminance: { of: 'as given' },
              illuminant: { label: 'Custom', energy, absolute: true },
            },
          ),
        )
      ).arrays.electrons.data;
    const [onlyA, onlyB, both] = [
      await under(a),
      await under(b),
      await under(a.map((value, band) => value + b[band]!)),
    ];
    expect(
      both.every(
        (value, i) => Math.abs(value - onlyA[i]! - onlyB[i]!) <= 2 * SINGLE_PRECISION * value,
      ),
    ).toBe(true);
  });
});
