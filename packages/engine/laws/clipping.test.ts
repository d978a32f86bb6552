import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadReadOut } from '../src/sensors/read-out/read-out-pixels.ts';
import {
  readOutPlain,
  type ReadOut,
  type ReadOutSettings,
} from '../src/sensors/read-out/read-out-plain.ts';
import { mosaicOf } from '../src/sensors/colour-filters.ts';
import { fullShares, readOutSettings } from '../src/sensors/read-out/read-out-sensor.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const plan = planOf();
/** The default sensor: swing and well are reached together, and noise is added after the well. */
const settings: ReadOutSettings = {
  ...readOutSettings(plan.sensor!, 1, plan),
  electronsPerUnit: 1,
  darkElectrons: 0,
};
const WELL = settings.wellCapacity;
const simd = async (): Promise<ReadOut> => (await loadReadOut(testHost())).readOut;
const twins = [
  ['plain', () => Promise.resolve(readOutPlain)],
  ['SIMD', simd],
] as const;

function expose(readOut: ReadOut, light: Float32Array, changes: Partial<ReadOutSettings> = {}) {
  const raw = new Uint16Array(light.length);
  const full = new Uint8Array(Math.ceil(light.length / 8));
  readOut({ ...settings, ...changes }, light, 0, { raw, full });
  return { raw, full };
}
const shareOf = (full: Uint8Array, pixels: number): number =>
  full.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0) / pixels;

describe.each(twins)('full pixels (docs/reference/physics.md#p15), %s', (_, load) => {
  test('a flat at 6.7 times the well is full everywhere, although noise spreads its codes', async () => {
    const light = new Float32Array(4096).fill(6.7 * WELL);
    const { raw, full } = expose(await load(), light);
    expect(shareOf(full, light.length)).toBe(1);
    const atTheLastCode = raw.filter((code) => code === 1023).length / raw.length;
    expect(atTheLastCode).toBeLessThan(0.8);
  });
  test('the swing counts before the converter: at half the gain, half the well fills it', async () => {
    const half = (electrons: number) => ({
      light: new Float32Array(4096).fill(electrons),
      changes: { gain: 0.5, readNoise: 0, dsnu: 0, prnu: 0 },
    });
    const readOut = await load();
    const [above, below] = [half(0.6 * WELL), half(0.4 * WELL)];
    expect(shareOf(expose(readOut, above.light, above.changes).full, 4096)).toBe(1);
    expect(shareOf(expose(readOut, below.light, below.changes).full, 4096)).toBe(0);
  });
  test('without noise, exactly the pixels at or above the well', async () => {
    const light = Float32Array.from([0, WELL - 1, WELL, WELL + 1, 1, 2, 3, 4, 5 * WELL]);
    const { full } = expose(await load(), light, { noise: false });
    expect([...full]).toEqual([0b1100, 1]);
  });
});

test('SIMD and plain say the same of every pixel, and give the codes that they gave without being asked', async () => {
  const fast = await simd();
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: 0, max: 20_000, noNaN: true }), { minLength: 1, maxLength: 70 }),
      fc.record({
        gain: fc.double({ min: 0.25, max: 4, noNaN: true }),
        offset: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        noise: fc.boolean(),
        temporalSeed: fc.nat(),
      }),
      (values, changes) => {
        const light = Float32Array.from(values);
        const [one, other] = [expose(readOutPlain, light, changes), expose(fast, light, changes)];
        expect(other).toEqual(one);
        const raw = new Uint16Array(light.length);
        fast({ ...settings, ...changes }, light, 0, { raw });
        expect(raw).toEqual(one.raw);
      },
    ),
  );
});

test('shares are per channel, also where rows and columns are odd', () => {
  // grbg, 3 x 3: greens at the corners and in the middle, red at (0, 1) and (2, 1), blue at (1, 0)
  // and (1, 2).
  const mosaic = mosaicOf({ order: 'grbg' });
  const full = (...pixels: readonly number[]): Uint8Array => {
    const bytes = new Uint8Array(2);
    for (const pixel of pixels) bytes[pixel >> 3]! |= 1 << (pixel & 7);
    return bytes;
  };
  const shares = (...pixels: readonly number[]) =>
    fullShares(full(...pixels), { rows: 3, columns: 3 }, mosaic);
  expect(shares()).toEqual([0, 0, 0]);
  expect(shares(1)).toEqual([0.5, 0, 0]);
  expect(shares(3, 5)).toEqual([0, 0, 1]);
  expect(shares(0, 8)).toEqual([0, 0.4, 0]);
});

test('the report counts the same whatever the order of the parts, SIMD or plain', async () => {
  const bright = planOf(
    { sensorParameters: { rows: 301, cols: 501, pixel_size: 2.9 } },
    { exposureSeconds: 0.2 },
  );
  const clipped = async (host = testHost()) =>
    (await run(bright, host)).report.sensor!.clippedPercent;
  const percent = await clipped();
  expect(percent[1]).toBeGreaterThan(10);
  expect(percent[1]).toBeLessThan(90);
  expect(await clipped(testHost({ order: 'backwards' }))).toEqual(percent);
  expect(await clipped(testHost({ path: 'plain' }))).toEqual(percent);
});
