import { expect, test } from 'vitest';
import { philox } from '../src/random/philox.ts';
import { characteriseSensor, monochromaticLight } from '../src/pipeline/characterise-sensor.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { QUANTUM_EFFICIENCY } from '../src/sensors/bayer/quantum-efficiency.ts';
import { sensors } from '../src/sensors/list.ts';
import { expectHeld, recordPoints } from '../references/held.ts';
import { testHost } from './test-host.ts';

const SENSORS = 20;
/**
 * Of 300 deviates, of which nearly all are independent, none exceeds this but once in fifty times;
 * the seeds are fixed.
 */
const MOST_ERRORS = 4;
const SWING = 1.15;

/** Draws of one sensor, each between two limits and evenly spread over the logarithm. */
function drawsOf(index: number): (from: number, to: number) => number {
  const words = new Uint32Array(4);
  let drawn = 0;
  return (from, to) => {
    philox([drawn, 0, 0, 0], [index, 1288], words);
    drawn += 1;
    return from * (to / from) ** (words[0]! / 2 ** 32);
  };
}

function sensorOf(index: number) {
  const draw = drawsOf(index);
  const { label, order, bits, fields, problems } = Object.values(sensors)[index % 4]!;
  const well = draw(2000, 60_000);
  const millivolts = (electrons: number): number => (1e3 * SWING * electrons) / well;
  const parameters = toEngineUnits(fields, {
    voltage_swing: SWING,
    well_capacity: well,
    fill_factor: draw(0.1, 1),
    pixel_size: draw(0.7, 15),
    dark_voltage: draw(0.1, 1e4),
    read_noise: millivolts(draw(0.8, 30)),
    prnu: draw(0.05, 4),
    dsnu: millivolts(draw(0.8, 30)),
    analog_gain: draw(0.6, 1.6),
    rows: 192,
    cols: 256,
  });
  expect(problems(parameters)).toEqual([]);
  return { label, order, bits, parameters };
}

/** Electrons per photon of a colour, halfway between two bands their mean. */
function responseAt(name: string, wavelength: number): number {
  const table = QUANTUM_EFFICIENCY[['red', 'green', 'blue'].indexOf(name)]!;
  const band = (wavelength - 400) / 10;
  return (table[Math.floor(band)]! + table[Math.ceil(band)]!) / 2;
}

// Issue 'The lab', shows it 1: the figures of 20 random legal sensors, within the standard errors
// that are stated.
test(`EMVA 1288 recovers what ${SENSORS} random sensors were made with`, async () => {
  const deviations: number[] = [];
  for (let index = 0; index < SENSORS; index += 1) {
    const sensor = sensorOf(index);
    const wavelength = 500 + 5 * index;
    const { channels } = await characteriseSensor(
      sensor,
      {
        light: monochromaticLight(wavelength),
        frames: 16,
        seeds: { temporal: 1000 * index, fixedPattern: index },
      },
      testHost(),
    );
    const well = sensor.parameters.well_capacity;
    for (const { name, measured, standardError } of channels) {
      // The true figures, from the parameters alone.
      const known = {
        systemGain: 2 ** sensor.bits / well / sensor.parameters.analog_gain,
        quantumEfficiency: responseAt(name, wavelength) * sensor.parameters.fill_factor,
        darkNoiseElectrons: (sensor.parameters.read_noise * well) / SWING,
        dsnuElectrons: (sensor.parameters.dsnu * well) / SWING,
        prnuPercent: 100 * sensor.parameters.prnu,
      };
      for (const [key, value] of Object.entries(known) as [keyof typeof known, number][]) {
        const deviation = (measured[key] - value) / standardError[key];
        expectHeld('emva', Math.abs(deviation), MOST_ERRORS);
        deviations.push(deviation);
      }
    }
  }
  recordPoints(
    'emva',
    Array.from({ length: 4 * MOST_ERRORS }, (_, k) => k / 2 - MOST_ERRORS).map((from) => ({
      from,
      to: from + 0.5,
      count: deviations.filter((value) => value >= from && value < from + 0.5).length,
    })),
  );
  // Errors that are stated too large would hide everything.
  const rms = Math.hypot(...deviations) / Math.sqrt(deviations.length);
  expect(rms).toBeGreaterThan(0.6);
  expect(rms).toBeLessThan(1.2);
});
