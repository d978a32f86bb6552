import { readOutPlain, readOutWork, type ReadOutSettings } from '@lumenloom/engine/accelerate';
import { describe, expect, it } from 'vitest';
import { gpuDevice } from '../src/gpu-device.ts';
import { readOutOnGpu, readOutPart } from '../src/read-out/read-out-work.ts';
import { skipped, testGpu } from './adapter.ts';

/** Volts are in single precision after three sums: a share of the swing. */
const VOLTS_TOLERANCE = 1e-6;

/** A share of the pixels; measured: 0.02 % at 10 bits, 0.11 % at 16 bits. */
const MOST_ASKED = 0.002;

const SENSOR: ReadOutSettings = {
  electronsPerUnit: 3.7e-15,
  darkElectrons: 0.31,
  wellCapacity: 10_500,
  conversionGain: 1.1e-4,
  readNoise: 1.3e-3,
  prnu: 0.01,
  dsnu: 0.8e-3,
  offset: 2e-3,
  gain: 1.07,
  swing: 1.1,
  levels: 1024,
  noise: true,
  temporalSeed: 12_345,
  fixedPatternSeed: 4_000_000_007,
};

/** Light whose means run from nothing to more than the well. */
function lightOf(pixels: number, { electronsPerUnit, wellCapacity }: ReadOutSettings) {
  let state = pixels;
  return Float32Array.from({ length: pixels }, (_, pixel) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const share = state / 2 ** 32;
    const electrons = [wellCapacity * 1.3 * share, 40 * share, share ** 4, 0][pixel & 3]!;
    return electrons / electronsPerUnit;
  });
}

/** Reads out on the device and with the twin. */
async function both(settings: ReadOutSettings, light: Float32Array, wantVolts = true) {
  const planes = () => ({
    raw: new Uint16Array(light.length),
    volts: wantVolts ? new Float32Array(light.length) : undefined,
    full: new Uint8Array(Math.ceil(light.length / 8)),
  });
  const [device, twin] = [planes(), planes()];
  await gpuDevice(testGpu()).compute(
    readOutWork,
    { settings, light, ...device },
    { stopped: () => false },
  );
  readOutPlain(settings, light, 0, twin);
  return { device, twin };
}

async function expectSame(settings: ReadOutSettings, light: Float32Array): Promise<void> {
  const { device, twin } = await both(settings, light);
  expect(device.raw).toEqual(twin.raw);
  expect(device.full).toEqual(twin.full);
  const apart = device.volts!.reduce((most, value, i) => {
    return Math.max(most, Math.abs(value - twin.volts![i]!));
  }, 0);
  expect(apart / settings.swing).toBeLessThan(VOLTS_TOLERANCE);
}

describe.skipIf(skipped)(`the read-out on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it.each([8, 10, 12, 14, 16])('gives the codes of its twin: %d bits', async (bits) => {
    for (const noise of [true, false]) {
      const settings = { ...SENSOR, levels: 2 ** bits, noise };
      await expectSame(settings, lightOf(60_000, settings));
    }
  });

  it.each([1, 7, 8, 31, 33, 255, 256, 257, 1001])('reads out %d pixels', async (pixels) => {
    await expectSame(SENSOR, lightOf(pixels, SENSOR));
    const { device, twin } = await both(SENSOR, lightOf(pixels, SENSOR), false);
    expect(device.raw).toEqual(twin.raw);
  });

  it.each([
    ['no noise at all', { readNoise: 0, prnu: 0, dsnu: 0, darkElectrons: 0 }],
    ['much noise', { readNoise: 0.2, prnu: 0.5, dsnu: 0.1, levels: 65_536 }],
    ['a large well', { wellCapacity: 2e6, conversionGain: 5.5e-7, levels: 65_536 }],
    ['a well of few electrons', { wellCapacity: 30.5, conversionGain: 0.036, levels: 65_536 }],
    ['a negative offset', { offset: -0.05, gain: 0.25 }],
    ['light in electrons', { electronsPerUnit: 1, temporalSeed: 0, fixedPatternSeed: 2 ** 32 - 1 }],
  ])('knows %s', async (_, changes) => {
    for (const noise of [true, false]) {
      const settings = { ...SENSOR, ...changes, noise };
      await expectSame(settings, lightOf(20_000, settings));
    }
  });

  it.each([10, 16])('asks the twin for few pixels: %d bits', async (bits) => {
    const settings = { ...SENSOR, levels: 2 ** bits };
    const light = lightOf(1 << 17, settings);
    const planes = { volts: undefined, full: new Uint8Array(light.length / 8) };
    const [raw, twin] = [new Uint16Array(light.length), new Uint16Array(light.length)];
    const { bits: unsure, light: known } = await testGpu().session.run((task) =>
      readOutPart(task, { settings, light, raw, ...planes }, 0, light.length),
    );
    readOutPlain(settings, light, 0, { raw: twin });
    const isUnsure = (pixel: number) => ((unsure[pixel >> 5]! >>> (pixel & 31)) & 1) === 1;
    const pixels = [...raw.keys()];
    const asked = pixels.filter(isUnsure);
    expect(asked.length / light.length).toBeLessThan(MOST_ASKED);
    expect(asked.length).toBeGreaterThan(0);
    expect([...known!].sort(([a], [b]) => a - b)).toEqual(
      asked.map((pixel) => [pixel, light[pixel]]),
    );
    expect(pixels.filter((pixel) => raw[pixel] !== twin[pixel] && !isUnsure(pixel))).toEqual([]);
  });

  it('finds out that a GPU gives wrong codes', async () => {
    const { session } = testGpu();
    const run: typeof session.run = (work) =>
      session.run((task) => {
        const read = task.read.bind(task);
        task.read = async (wanted) => {
          await read(wanted);
          (wanted[0]!.to as Uint16Array)[7]! ^= 1;
        };
        return work(task);
      });
    expect(await readOutOnGpu.check!(session)).toBe(true);
    expect(await readOutOnGpu.check!({ run } as typeof session)).toBe(false);
  });

  it('leaves to the twin what a shader cannot tell', async () => {
    const light = Float32Array.of(-1e15, Infinity, -0, 1e-40, 3e38, 1e30, 25 / 3.7e-15, 1e19);
    await expectSame({ ...SENSOR, darkElectrons: 0 }, light);
    await expectSame({ ...SENSOR, noise: false }, light);
  });
});
