import { describe, expect, it } from 'vitest';
import { figuresOf, meteredLight, type ShownColour } from '../../engine/src/sensors/exposure.ts';
import { meterOnDevice } from '../../engine/src/sensors/meter-on-device.ts';
import { mosaicOf } from '../../engine/src/sensors/colour-filters.ts';
import { gpuDevice } from '../src/gpu-device.ts';
import { skipped, testGpu } from './adapter.ts';
import { planOf, UNWATCHED_RUN } from './pictures.ts';

const { sensor } = planOf({
  scene: 'Macbeth',
  illuminant: 'D65',
  optics: '',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 32, cols: 48 },
});
const mosaic = mosaicOf(sensor!);
const COLOURS: ShownColour = [
  [1.8, -0.5, -0.1],
  [-0.2, 1.4, -0.3],
  [0.05, -0.6, 2.1],
];
/** Light that nearly fills the well in a second. */
const BRIGHT = 4e14;

/** Light of no pattern; every so many pixels have the same. */
function lightOf(pixels: number, { same = 1, power = 3 }): Float32Array {
  let state = pixels;
  return Float32Array.from({ length: pixels }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return BRIGHT * (Math.floor((state / 2 ** 32) * (pixels / same)) / (pixels / same)) ** power;
  });
}

describe.skipIf(skipped)(`metering on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it.each([
    { rows: 17, columns: 33, same: 1, power: 3 },
    { rows: 26, columns: 24, same: 64, power: 1 },
    // More cells than a workgroup has, most of them dark.
    { rows: 150, columns: 131, same: 1, power: 12 },
    { rows: 40, columns: 60, same: 2400, power: 1 },
  ])('gives the figures of the processor: $rows x $columns', async ({ rows, columns, ...how }) => {
    const light = lightOf(rows * columns, how);
    const frame = {
      grid: { rows, columns, pitch: 4e-6 },
      mosaic,
      footprint: {
        left: -1,
        top: 3,
        right: columns,
        bottom: rows + 1,
        holds: (x: number, y: number) => x + y > 7,
      },
    };
    const truth = figuresOf(meteredLight(light, frame), sensor!, COLOURS);
    const plan = { sensor: sensor!, shown: COLOURS };
    const found = await meterOnDevice(light, frame, plan, gpuDevice(testGpu()), UNWATCHED_RUN);
    expect(found!.metered).toEqual(truth.metered);
    expect(found!.largest).toEqual(truth.largest);
    const [expected, shown] = [truth.shown!(), found!.shown!()];
    const scale = Math.max(...expected.highs(), expected.hi, 1e-9);
    expect((shown.hi - expected.hi) / scale).toBeCloseTo(0, 6);
    for (const [channel, high] of expected.highs().entries())
      expect((shown.highs()[channel]! - high) / scale).toBeCloseTo(0, 6);
    expect(shown.cells).toBe(expected.cells);
    // A cell may lie at a threshold.
    expect(Math.abs(shown.lit - expected.lit)).toBeLessThanOrEqual(1);
    expect(Math.abs(shown.bright - expected.bright)).toBeLessThanOrEqual(1);
    if (shown.lit === expected.lit && expected.lit > 0)
      expect((shown.logarithms() - expected.logarithms()) / expected.lit).toBeCloseTo(0, 6);
  });

  it('leaves few cells to the processor', async () => {
    const frame = {
      grid: { rows: 14, columns: 16, pitch: 4e-6 },
      mosaic,
      footprint: { left: 0, top: 0, right: 16, bottom: 14 },
    };
    const plan = { sensor: sensor!, shown: COLOURS };
    const light = lightOf(14 * 16, {});
    const found = await meterOnDevice(light, frame, plan, gpuDevice(testGpu()), UNWATCHED_RUN);
    expect(found).toBeUndefined();
  });
});
