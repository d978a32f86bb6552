/** Cameras some of whose parts are off: the rungs of a ladder of losses. */
import { describe, expect, test } from 'vitest';
import {
  CAMERA_PARTS,
  pictureOfParts,
  simulate,
  stageMemory,
  type CameraPart,
  type ShownImage,
  type SimulationPlan,
} from '../src/index.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { mean, planOf, variance } from './run.ts';
import { testHost } from './test-host.ts';

const quiet = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
  measures: false,
};
const camera = planOf(
  { sceneParameters: { hfov: 6 }, sensorParameters: { rows: 60, cols: 90 } },
  {
    optics: 'cooke-triplet',
    isp: { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) },
  },
);
const pictureWith = (
  parts: readonly CameraPart[],
  plan: SimulationPlan = camera,
): Promise<ShownImage> => pictureOfParts(plan, new Set(parts), testHost());

/** Green of a square in the middle of the white patch, the first of the last row of the chart. */
function whitePatch({ rows, columns, channels, data }: ShownImage): number[] {
  const [row, column] = [Math.round(rows * 0.79), Math.round(columns * 0.12)];
  return Array.from({ length: 16 }, (_, at) => {
    const pixel = (row + (at >> 2)) * columns + column + (at & 3);
    return data[pixel * channels + (channels === 3 ? 1 : 0)]!;
  });
}

describe('parts of a camera', () => {
  test('all of them give the picture of a run, with and without memory', async () => {
    const { image } = await simulate(camera, testHost(), quiet);
    expect((await pictureWith(CAMERA_PARTS)).data).toEqual(image.data);
    const host = { ...testHost(), memory: stageMemory(2 ** 26) };
    for (const parts of [
      [],
      ['lens'],
      CAMERA_PARTS,
      ['pixel', 'isp'],
      ['lens', 'noise'],
    ] as const) {
      const kept = await pictureOfParts(camera, new Set(parts), host);
      expect(kept.data, parts.join()).toEqual((await pictureWith(parts)).data);
    }
    expect((await pictureOfParts(camera, new Set(CAMERA_PARTS), host)).data).toEqual(image.data);
  });

  test('without noise the camera is the one whose plan has no noise', async () => {
    const { image } = await simulate({ ...camera, noise: false }, testHost(), quiet);
    expect((await pictureWith(['lens', 'pixel', 'isp'])).data).toEqual(image.data);
  });

  test('the optical image stands behind the lens alone', async () => {
    const { image } = await simulate(
      { ...camera, sensor: undefined, isp: undefined },
      testHost(),
      quiet,
    );
    expect((await pictureWith(['lens'])).data).toEqual(image.data);
    expect((await pictureWith([])).data).not.toEqual(image.data);
    // The ideal lens is the same on and off.
    const ideal = { ...camera, optics: undefined };
    expect((await pictureWith([], ideal)).data).toEqual((await pictureWith(['lens'], ideal)).data);
  });

  test('a flat area has the same value whether pixels are ideal or not', async () => {
    for (const rest of [[], ['isp']] as const) {
      const [ideal, real] = [
        whitePatch(await pictureWith(rest)),
        whitePatch(await pictureWith(['pixel', ...rest])),
      ];
      const exposed = rest.length === 1;
      // Linear development shows full scale as white; ideal colours show the diffuser as white.
      if (exposed) expect(Math.abs(mean(ideal) - mean(real))).toBeLessThan(2.5);
      expect(variance(ideal)).toBeLessThan(1);
    }
  });

  test('noise without pixels grows with a shorter exposure, and keeps the mean', async () => {
    const deviationAt = async (exposureSeconds: number): Promise<[number, number]> => {
      const plan = { ...camera, exposureSeconds };
      const values = whitePatch(await pictureWith(['noise'], plan));
      return [Math.sqrt(variance(values)), mean(values)];
    };
    const [long, short] = [await deviationAt(4e-3), await deviationAt(2.5e-4)];
    const quietMean = mean(whitePatch(await pictureWith([])));
    expect(short[0]).toBeGreaterThan(2 * long[0]);
    expect(Math.abs(long[1] - quietMean)).toBeLessThan(4);
  });

  test('a camera without an ISP is developed linearly, a grey one in grey', async () => {
    const bare = { ...camera, isp: undefined };
    expect((await pictureWith(CAMERA_PARTS, bare)).data).toEqual(
      (await pictureWith(['lens', 'pixel', 'noise'], bare)).data,
    );
    const grey = {
      ...bare,
      sensor: { ...bare.sensor!, order: undefined, tile: [['w']] },
    } as unknown as SimulationPlan;
    expect(await pictureWith(CAMERA_PARTS, grey)).toMatchObject({
      rows: 60,
      columns: 90,
      channels: 1,
    });
    expect(await pictureWith(['lens', 'noise'], grey)).toMatchObject({ channels: 3 });
  });
});
