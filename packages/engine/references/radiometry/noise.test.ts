import { describe, expect, test } from 'vitest';
import { testHost } from '../../laws/test-host.ts';
import { meanTolerance } from '../../laws/tolerances.ts';
import type { SensorPlan } from '../../src/sensors/pixel.ts';
import { readOutSensor, readOutSettings } from '../../src/sensors/read-out/read-out-sensor.ts';
import { expectHeld } from '../held.ts';
import { referenceSensor } from '../reference-sensor.ts';
import golden from './analytic_noise.json' with { type: 'json' };

const host = testHost();
const unwatched = { stopped: () => false, progress: () => undefined } as const;

const PIXELS = 1 << 17;
/**
 * The reference's bound: 4.5 relative standard errors of a standard deviation; `meanTolerance` is
 * the same for a mean.
 */
const OF_THE_STANDARD_DEVIATION = 4.5 / Math.sqrt(2 * PIXELS);

const seeds = { temporal: 20240501, fixedPattern: 77 } as const;
const without = { read_noise: 0, prnu: 0, dsnu: 0 };

/**
 * Mean and standard deviation of the voltages of a uniformly lit sensor, with the read-out that a
 * run uses.
 */
async function measure(
  parameters: Partial<SensorPlan['parameters']>,
  signal: number,
  seconds: number,
): Promise<{ readonly mean: number; readonly deviation: number }> {
  const settings = readOutSettings(referenceSensor(parameters), seconds, { noise: true, seeds });
  const { volts } = await readOutSensor(
    new Float32Array(PIXELS).fill(1),
    { ...settings, electronsPerUnit: signal },
    true,
    host,
    unwatched,
  );
  const mean = volts!.reduce((sum, value) => sum + value, 0) / PIXELS;
  return {
    mean,
    deviation: Math.sqrt(volts!.reduce((sum, value) => sum + (value - mean) ** 2, 0) / PIXELS),
  };
}

test('analytic_noise: the product’s defaults are the golden’s pixel', () => {
  const { parameters } = referenceSensor();
  expect(parameters).toMatchObject({
    voltage_swing: golden.pixel.voltage_swing_V,
    well_capacity: golden.pixel.well_capacity_e,
    fill_factor: golden.pixel.fill_factor,
  });
  expect(parameters.pixel_size).toBeCloseTo(golden.pixel.pixel_size_m, 15);
  expect(parameters.dark_voltage).toBeCloseTo(golden.pixel.dark_voltage_V_per_s, 15);
  expect(parameters.read_noise).toBeCloseTo(golden.pixel.read_noise_V, 15);
  expect(parameters.dsnu).toBeCloseTo(golden.pixel.dsnu_V, 15);
  expect(parameters.prnu).toBeCloseTo(golden.pixel.prnu_percent / 100, 15);
});

describe.each(golden.cases)(
  'analytic_noise: $signal_e electrons',
  ({
    signal_e: signal,
    t_s: seconds,
    mean_volts: expectedMean,
    std_e: deviations,
    std_volts_all: expectedAll,
    snr_db_all: expectedSnr,
  }) => {
    test('all sources', async () => {
      const { mean, deviation } = await measure({}, signal, seconds);
      expect(Math.abs(mean - expectedMean)).toBeLessThan(meanTolerance(expectedAll, PIXELS));
      expectHeld('noise', Math.abs(deviation / expectedAll - 1), OF_THE_STANDARD_DEVIATION);
      const signalVolts = signal * golden.pixel.conversion_gain_V_per_e;
      expect(Math.abs(20 * Math.log10(signalVolts / deviation) - expectedSnr)).toBeLessThan(
        20 * Math.log10(1 + OF_THE_STANDARD_DEVIATION),
      );
    });
    test.each([
      ['shot noise alone', without, deviations.shot],
      ['shot and read noise', { prnu: 0, dsnu: 0 }, deviations.shot_read],
    ] as const)('%s', async (_, parameters, expected) => {
      const { mean, deviation } = await measure(parameters, signal, seconds);
      const expectedVolts = expected * golden.pixel.conversion_gain_V_per_e;
      expect(Math.abs(mean - expectedMean)).toBeLessThan(meanTolerance(expectedVolts, PIXELS));
      expect(Math.abs(deviation / expectedVolts - 1)).toBeLessThan(OF_THE_STANDARD_DEVIATION);
    });
  },
);
