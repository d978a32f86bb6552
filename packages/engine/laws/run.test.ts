import { describe, expect, test } from 'vitest';
import { simulate } from '../src/index.ts';
import { scenes, type SceneId } from '../src/scenes/list.ts';
import { mean, planOf, run, runWatched } from './run.ts';
import { testHost } from './test-host.ts';

const ids = Object.keys(scenes) as SceneId[];

describe('the same recipe gives the same bits', () => {
  test.each(ids)(
    '%s: whatever the order of the parts, SIMD or plain, watched or not',
    async (scene) => {
      // Large enough for more than one part, of rows and of pixels.
      const plan = planOf({ scene, sensorParameters: { rows: 300, cols: 500, pixel_size: 2.9 } });
      const { image } = await run(plan);
      expect((await run(plan, testHost({ order: 'backwards' }))).image).toEqual(image);
      const small = planOf({ scene });
      const { image: plain } = await run(small, testHost({ path: 'plain' }));
      expect(plain).toEqual((await run(small)).image);
    },
  );
  test('keeping the stages never changes the picture', async () => {
    expect((await runWatched(planOf())).image).toEqual((await run(planOf())).image);
  });
  test('other seeds give other noise around the same mean', async () => {
    const [one, other] = [
      await runWatched(planOf()),
      await runWatched(planOf({}, { seeds: { temporal: 5, fixedPattern: 6 } })),
    ];
    expect(other.arrays.electrons.data).toEqual(one.arrays.electrons.data);
    expect(other.arrays.raw.data).not.toEqual(one.arrays.raw.data);
    expect(mean(other.arrays.raw.data)).toBeCloseTo(mean(one.arrays.raw.data), 0);
  });
  test('noise off shows the mean: raw is the rounded voltage of electrons and dark signal', async () => {
    const { arrays } = await runWatched(
      planOf({ sensorParameters: { dark_voltage: 1e6 } }, { noise: false, exposureSeconds: 0.002 }),
    );
    const codes = arrays.electrons.data.every((electrons, pixel) => {
      const volts = Math.min(electrons + (0.002 * 1) / (1.15 / 9000), 9000) * (1.15 / 9000);
      return (
        Math.abs(arrays.volts.data[pixel]! - volts) < 1e-6 &&
        Math.abs(arrays.raw.data[pixel]! - (volts * 1024) / 1.15) <= 0.51
      );
    });
    expect(codes).toBe(true);
  });
});

describe('blank choices', () => {
  test('no sensor: the optical image in sRGB; the perfect white of the furnace is white, half its light is sRGB 188', async () => {
    const wall = async (dark: number) =>
      (
        await run(
          planOf({
            scene: 'slantedEdge',
            hasSensor: false,
            sceneParameters: { darkLevel: dark, hfov: 20, edgeAngle: 1000 },
          }),
        )
      ).image;
    expect(new Set((await wall(1)).data)).toEqual(new Set([255]));
    const { data, columns } = await wall(0.5);
    const right = (45 * columns + 125) * 3;
    expect(Array.from(data.subarray(right, right + 3))).toEqual([188, 188, 188]);
  });
  test('no sensor: the log says that the picture is the optical image', async () => {
    const { log, report } = await run(planOf({ hasSensor: false }));
    expect(log.join('\n')).toContain('No sensor is chosen');
    expect(report.sensor).toBeUndefined();
  });
  test('no illuminant: the scene’s own light, said in the log', async () => {
    const own = planOf(
      { scene: 'gridlines' },
      { illuminant: { label: '', energy: undefined, absolute: false } },
    );
    expect((await run(own)).log.join('\n')).toContain("equal photons (the scene's own");
  });
});

describe('the log and the report', () => {
  test('tell what docs/reference/physics.md#p13 asks for, in sentences with units', async () => {
    const { log, report } = await run(planOf());
    const text = log.join('\n');
    for (const fact of [
      'Scene: Macbeth, 96 × 64 samples',
      'scene mean 100 cd/m²',
      'focal length 8.20 mm, f/4.00',
      'lux from white',
      'lp/mm',
      '° per pixel',
      'e⁻ per code',
      'read noise 7.51 e⁻',
      'DSNU 7.83 e⁻',
      'dynamic range',
      'Exposure: ',
      'SNR ',
      '18 % grey',
      'Clipped at raw',
      'Neutral gains',
      'Noise seeds: 1 (shot and read), 2 (fixed pattern)',
      'SIMD path',
      'Time: ',
    ])
      expect(text).toContain(fact);
    expect(report.sensor!.neutralGains!.red).toBeCloseTo(1.268, 3);
    expect(report.stages.map(({ name }) => name)).toEqual(['scene', 'optics', 'sensor']);
  });
  test('per 100 cd/m² the ideal lens gives 4.83 lux (docs/reference/physics.md#p1) and 652.2 px of the default sensor', async () => {
    const { report } = await run(
      planOf({ sensorParameters: { rows: 450, cols: 650, pixel_size: 2.2 } }),
    );
    expect(report.optics.meanIlluminanceLux).toBeCloseTo(4.833, 3);
    expect(report.optics.imageColumns).toBeCloseTo(652.2, 1);
  });
  test('progress goes from 0 to 1 and never back', async () => {
    const { progress } = await run(planOf({ sensorParameters: { rows: 300, cols: 500 } }));
    expect(progress.every((fraction, i) => i === 0 || fraction >= progress[i - 1]!)).toBe(true);
    expect(progress.at(-1)).toBe(1);
  });
});

test.each(ids)('%s stops at once when asked, wherever it is', async (scene) => {
  const plan = planOf({ scene, sensorParameters: { rows: 300, cols: 500 } });
  let asked = 0;
  await simulate(plan, testHost(), {
    stopped: () => {
      asked += 1;
      return false;
    },
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
  });
  expect(asked).toBeGreaterThan(5);
  for (let until = 0; until < asked; until += 1) {
    let left = until;
    const stopped = simulate(plan, testHost(), {
      stopped: () => {
        left -= 1;
        return left < 0;
      },
      log: () => undefined,
      progress: () => undefined,
      stage: () => undefined,
    });
    await expect(stopped).rejects.toMatchObject({ name: 'SimulationError', code: 'cancelled' });
  }
});
