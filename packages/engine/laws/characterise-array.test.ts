import { expect, test } from 'vitest';
import { rowContrast } from '../src/illuminants/flicker.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { characteriseArray, type ArrayPlan } from '../src/pipeline/characterise-array.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { readSensorFile } from '../src/sensors/read-sensor-file.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import { testHost } from './test-host.ts';

/** Standard errors that a figure may be off; seeds are fixed. */
const ERRORS = 4.5;
const PLAN: ArrayPlan = {
  frames: 16,
  seeds: { temporal: 11, fixedPattern: 12 },
  light: new Float64Array(31).fill(1),
};

/** The figures of a sensor of 128 x 128 pixels, by their keys. */
async function figuresOf(fields: object, plan: Partial<ArrayPlan> = {}) {
  const file = JSON.stringify({
    pattern: 'rggb',
    bits: 14,
    blackLevel: 400,
    readNoiseElectrons: 2,
    dsnuElectrons: 2,
    sensorParams: { rows: 128, cols: 128, well_capacity: 9000, voltage_swing: 1, prnu: 0.01 },
    ...fields,
  });
  const { sensor } = await readSensorFile(file, 'own');
  const read = sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters));
  const figures = await characteriseArray(read, { ...PLAN, ...plan }, testHost());
  return new Map(figures.map((figure) => [figure.key, figure]));
}

/** Each figure lies within its stated error of what the sensor was made with. */
function expectTrue(figures: Awaited<ReturnType<typeof figuresOf>>): void {
  for (const { key, measured, standardError, true: expected } of figures.values()) {
    expect(standardError, key).toBeGreaterThan(0);
    expect(Math.abs(measured! - expected), `${key}: ${measured} for ${expected}`).toBeLessThan(
      ERRORS * standardError!,
    );
  }
}

test('parts of the noise, dark non-uniformity and telegraph pixels, with defects in between', async () => {
  const figures = await figuresOf({
    darkCurrent: { electronsPerSecond: 100, nonUniformityPercent: 40 },
    defects: {
      hot: { perMillion: 500, electronsPerSecond: 1e5 },
      stuck: { perMillion: 500, code: 9000 },
      columns: { perMillion: 10000, code: 0 },
    },
    rowNoiseElectrons: 1.5,
    columnNoiseElectrons: 0.7,
    rowOffsetElectrons: 1,
    columnOffsetElectrons: 2,
    randomTelegraph: { perMillion: 10000, electrons: 40 },
  });
  expectTrue(figures);
  const pixelNoise = Math.sqrt(4 + 1 + (9000 / 2 ** 14) ** 2 / 12 + 4);
  const expected = [1.5, 0.7, pixelNoise, 1, 2, Math.hypot(2, 0.4), 40, 10000, 40];
  [...figures.values()].forEach((figure, at) => expect(figure.true).toBeCloseTo(expected[at]!, 1));
  // What is small is seen as small, and what is there is told from nothing.
  expect(figures.get('rowNoiseElectrons')!.standardError).toBeLessThan(0.1);
});

test('a sensor with lines has no other parts; one without a chip has no figures', async () => {
  const figures = await figuresOf({ shutter: { kind: 'rolling', lineSeconds: 1e-5 } });
  for (const part of ['row', 'column'])
    for (const kind of ['Noise', 'Offset']) {
      const { measured, true: expected } = figures.get(
        `${part}${kind}${kind === 'Offset' ? 's' : ''}Electrons`.replace('Offsets', 'Offset'),
      )!;
      expect([expected, measured! < 0.3]).toEqual([0, true]);
    }
  expect((await figuresOf({})).size).toBe(0);
});

test('parasitic light: the growth of even light with the wait', async () => {
  const figures = await figuresOf({
    shutter: { kind: 'global', lineSeconds: 1e-5, parasiticLightSensitivity: 2.5e-4 },
  });
  const { measured, standardError } = figures.get('parasiticLightSensitivity')!;
  expect(Math.abs(measured! - 2.5e-4)).toBeLessThan(ERRORS * standardError!);
  expect(standardError).toBeLessThan(0.05 * 2.5e-4);
});

test.each(['down', 'up'] as const)(
  'a rolling shutter that reads %s: skew, and bands of flicker',
  async (direction) => {
    const lineSeconds = 2e-4;
    const flicker = { kind: 'sine', hertz: 100, depth: 0.3, phaseDegrees: 20 } as const;
    const figures = await figuresOf(
      { shutter: { kind: 'rolling', lineSeconds, direction } },
      { flicker },
    );
    expectTrue(figures);
    // A quarter of the columns in the time of all rows.
    expect(figures.get('skewPixelsPerRow')!.true).toBeCloseTo(
      direction === 'down' ? 0.25 : -0.25,
      9,
    );
    expect(figures.get('flickerContrast')!.true).toBeCloseTo(rowContrast(flicker, 1 / 400), 6);
  },
);

test('crosstalk: where the light of lit pixels arrives, by their colour', async () => {
  const figures = await figuresOf({
    crosstalk: {
      optical: {
        red: [
          [0, 0.02, 0],
          [0.05, 0.86, 0.03],
          [0, 0.04, 0],
        ],
      },
      electrical: [
        [0, 0.01, 0],
        [0.01, 0.96, 0.01],
        [0, 0.01, 0],
      ],
    },
  });
  expectTrue(figures);
  expect(figures.get('crosstalk.red.left')!.true).toBeCloseTo(100 * (0.05 * 0.96 + 0.86 * 0.01), 9);
  expect(figures.get('crosstalk.green.above')!.true).toBeCloseTo(1, 9);
});

test('microlenses: the share of the light in the middle and in a corner', async () => {
  const figures = await figuresOf(
    {
      microlens: {
        heightMicrometres: 3,
        apertureMicrometres: 1.1,
        chiefRay: { heightMm: [0, 2], degrees: [0, 5] },
      },
    },
    { lens: { fNumber: 1.2, chiefRaySlope: (height) => height / 0.001 } },
  );
  expectTrue(figures);
  // The pupil's image is larger than the photodiode: (R/rho)^2.
  expect(figures.get('microlensAxisPercent')!.true).toBeCloseTo(100 * (1.1 / 1.25) ** 2, 0);
  expect(figures.get('microlensCornerPercent')!.true).toBeLessThan(75);
});
