import { describe, expect, test } from 'vitest';
import { loadReadOut } from '../src/sensors/read-out/read-out-pixels.ts';
import {
  readOutPlain,
  type ReadOut,
  type ReadOutSettings,
} from '../src/sensors/read-out/read-out-plain.ts';
import { mean, variance } from './run.ts';
import { testHost } from './test-host.ts';
import { meanTolerance, varianceTolerance } from './tolerances.ts';

const PIXELS = 1 << 16;
const GAIN = 1.15 / 9000;
const settings: ReadOutSettings = {
  electronsPerUnit: 1,
  darkElectrons: 0,
  wellCapacity: 1e9,
  conversionGain: GAIN,
  readNoise: 0,
  prnu: 0,
  dsnu: 0,
  offset: 0,
  gain: 1,
  swing: 1.15,
  levels: 1024,
  noise: true,
  temporalSeed: 11,
  fixedPatternSeed: 22,
};

function expose(
  readOut: ReadOut,
  electrons: number,
  changes: Partial<ReadOutSettings> = {},
  pixels = PIXELS,
): { readonly raw: Uint16Array; readonly volts: Float32Array } {
  const raw = new Uint16Array(pixels);
  const volts = new Float32Array(pixels);
  readOut({ ...settings, ...changes }, new Float32Array(pixels).fill(electrons), 0, { raw, volts });
  return { raw, volts };
}

const twins = [
  ['plain', () => Promise.resolve(readOutPlain)],
  ['SIMD', async () => (await loadReadOut(testHost())).readOut],
] as const;

describe.each(twins)('shot noise, %s', (_, load) => {
  test.each([0.05, 1, 7.5, 24.9])('variance = mean below 25 electrons: %d', async (electrons) => {
    const counts = expose(await load(), electrons).volts.map((volts) => volts / GAIN);
    expect(Math.abs(mean(counts) - electrons)).toBeLessThan(
      meanTolerance(Math.sqrt(electrons), PIXELS),
    );
    // The fourth moment of a Poisson count: var(s²) = (mu + 2 mu²)/n.
    expect(Math.abs(variance(counts) - electrons)).toBeLessThan(
      4.5 * Math.sqrt((electrons + 2 * electrons ** 2) / PIXELS),
    );
  });
  test.each([30, 400, 6000])(
    'variance = mean + 1/12 above, from rounding: %d',
    async (electrons) => {
      const counts = expose(await load(), electrons).volts.map((volts) => volts / GAIN);
      expect(Math.abs(mean(counts) - electrons)).toBeLessThan(
        meanTolerance(Math.sqrt(electrons), PIXELS),
      );
      expect(Math.abs(variance(counts) / (electrons + 1 / 12) - 1)).toBeLessThan(
        varianceTolerance(PIXELS),
      );
    },
  );
  test('counts are whole', async () => {
    for (const electrons of [3, 300])
      expect(
        expose(await load(), electrons).volts.every(
          (volts) => Math.abs(volts / GAIN - Math.round(volts / GAIN)) < 1e-3,
        ),
      ).toBe(true);
  });
  test('the converter adds LSB^2/12 once the noise is wider than a code', async () => {
    const { raw, volts } = expose(await load(), 5000);
    const code = 1.15 / 1024;
    expect(
      Math.abs(
        (variance(raw.map((dn) => dn)) * code ** 2) / (variance(volts) + code ** 2 / 12) - 1,
      ),
    ).toBeLessThan(varianceTolerance(PIXELS));
  });
  test('the well holds no more than its capacity', async () => {
    expect(
      Math.max(...expose(await load(), 8900, { wellCapacity: 8900, swing: 2 }).volts) / GAIN,
    ).toBeCloseTo(8900, 0);
  });
});

describe.each(twins)('the other sources, %s', (_, load) => {
  test('read noise, DSNU and PRNU have their standard deviations', async () => {
    const readOut = await load();
    const offset = 0.1;
    const dark = (changes: Partial<ReadOutSettings>): number =>
      Math.sqrt(variance(expose(readOut, 0, { offset, ...changes }).volts));
    expect(Math.abs(dark({ readNoise: 0.96e-3 }) / 0.96e-3 - 1)).toBeLessThan(
      varianceTolerance(PIXELS) / 2,
    );
    expect(Math.abs(dark({ dsnu: 1e-3 }) / 1e-3 - 1)).toBeLessThan(varianceTolerance(PIXELS) / 2);
    const electrons = 6000;
    const bright = variance(expose(readOut, electrons, { prnu: 0.05 }).volts);
    // PRNU multiplies shot noise too: var = (mu + 1/12)(1 + p²) + p² mu².
    expect(
      Math.abs(bright / GAIN ** 2 / ((electrons + 1 / 12) * 1.0025 + 0.0025 * electrons ** 2) - 1),
    ).toBeLessThan(varianceTolerance(PIXELS));
  });
  test('dark electrons add to the mean, with or without noise', async () => {
    const readOut = await load();
    expect(
      mean(expose(readOut, 100, { darkElectrons: 50, noise: false }).volts) / GAIN,
    ).toBeCloseTo(150, 3);
    expect(
      Math.abs(mean(expose(readOut, 100, { darkElectrons: 50 }).volts) / GAIN - 150),
    ).toBeLessThan(meanTolerance(Math.sqrt(150), PIXELS));
  });
});

describe('seeds', () => {
  test('the fixed pattern stays when the light or the temporal seed changes, and goes with its own seed', () => {
    const changes = { dsnu: 5e-3, offset: 0.1 } as const;
    // Without light and temporal noise only the fixed pattern is left.
    const pattern = expose(readOutPlain, 0, changes).volts;
    expect(expose(readOutPlain, 0, { ...changes, temporalSeed: 99 }).volts).toEqual(pattern);
    expect(expose(readOutPlain, 0, { ...changes, fixedPatternSeed: 99 }).volts).not.toEqual(
      pattern,
    );
    const lit = expose(readOutPlain, 2000, { ...changes, noise: true }).volts;
    const plain = expose(readOutPlain, 2000, { offset: 0.1 }).volts;
    const left = lit.map((volts, i) => volts - plain[i]! + 0.1);
    expect(Math.max(...left.map((value, i) => Math.abs(value - pattern[i]!)))).toBeLessThan(1e-6);
  });
  test('temporal and fixed streams are independent, even with equal seeds', () => {
    const same = { temporalSeed: 7, fixedPatternSeed: 7, offset: 0.1 } as const;
    const read = expose(readOutPlain, 0, { ...same, readNoise: 1e-3 }).volts;
    const dsnu = expose(readOutPlain, 0, { ...same, dsnu: 1e-3 }).volts;
    const covariance = mean(Array.from(read, (value, i) => (value - 0.1) * (dsnu[i]! - 0.1)));
    expect(Math.abs(covariance / 1e-6)).toBeLessThan(4.5 / Math.sqrt(PIXELS));
  });
  test('neighbouring pixels are independent', () => {
    const read = expose(readOutPlain, 0, { readNoise: 1e-3, offset: 0.1 }).volts;
    for (const distance of [1, 2, 3, 4, 5, 7, 8, 16, 128]) {
      const covariance = mean(
        Array.from(read.subarray(distance), (value, i) => (value - 0.1) * (read[i]! - 0.1)),
      );
      expect(Math.abs(covariance / 1e-6)).toBeLessThan(4.5 / Math.sqrt(PIXELS - distance));
    }
  });
});
