import { describe, expect, test } from 'vitest';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { exposeChip } from '../src/sensors/chip/expose-chip.ts';
import {
  addedNames,
  atOutput,
  deviationOf,
  noiseBudget,
  varianceOf,
  wholeVariance,
  type NoiseBudget,
} from '../src/sensors/noise-budget.ts';
import { pixelOf, type SensorPlan } from '../src/sensors/pixel.ts';
import { readSensorFile } from '../src/sensors/read-sensor-file.ts';
import { designSensor } from '../src/sensors/sensor-design.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

/** The noise budget is the noise of frames, and the figures add what they name. */

const FRAMES = 200;
const SIZE = { rows: 48, columns: 64 };
const PIXELS = SIZE.rows * SIZE.columns;
/** Standard errors that a variance may be off; the seeds are fixed. */
const ERRORS = 3;

/** A sensor without any noise but rounding of a third of an electron. */
const QUIET = {
  pattern: 'mono',
  bits: 16,
  blackLevel: 4000,
  readNoiseElectrons: 0,
  dsnuElectrons: 0,
  darkCurrent: { electronsPerSecond: 0 },
  sensorParams: { well_capacity: 20_000, voltage_swing: 1, prnu: 0 },
};

async function sensorOf(fields: object): Promise<SensorPlan> {
  const { sensor } = await readSensorFile(JSON.stringify({ ...QUIET, ...fields }), 'own');
  return sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters));
}

/** The variance of all pixels in all frames, electrons². */
async function measured(
  sensor: SensorPlan,
  signal: number,
  exposureSeconds: number,
): Promise<number> {
  const light = new Float32Array(PIXELS).fill(signal);
  const host = testHost();
  const { electronsPerCode } = pixelOf(sensor);
  let [sum, squares] = [0, 0];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const { raw } = await exposeChip(
      {
        sensor,
        size: SIZE,
        light,
        lightUnit: 'electrons',
        exposureSeconds,
        noise: true,
        seeds: { temporal: 50 + frame, fixedPattern: 7 },
      },
      false,
      host,
    );
    for (const code of raw) {
      sum += code;
      squares += code ** 2;
    }
  }
  const count = PIXELS * FRAMES;
  return (squares / count - (sum / count) ** 2) * electronsPerCode ** 2;
}

/** How many numbers each term of the noise has, and their kurtosis, which is 3 of normal ones. */
const SAMPLES: Readonly<Record<string, readonly [count: number, kurtosis: number]>> = {
  shot: [PIXELS * FRAMES, 3],
  'shot noise of the dark current': [PIXELS * FRAMES, 3],
  read: [PIXELS * FRAMES, 3],
  rounding: [PIXELS * FRAMES, 3],
  PRNU: [PIXELS, 3],
  DSNU: [PIXELS, 3],
  // Of a log-normal number of relative deviation .5: w⁴ + 2w³ + 3w² − 3, w = 1.25.
  'non-uniform dark current': [PIXELS, 8],
  rows: [SIZE.rows * FRAMES, 3],
  columns: [SIZE.columns * FRAMES, 3],
  'row offsets': [SIZE.rows, 3],
  'column offsets': [SIZE.columns, 3],
  'black drift': [FRAMES, 3],
  // A pixel in 50 differs by one number.
  'telegraph pixels': [PIXELS, 50],
  // A pixel in 50 differs by an exponential number, whose fourth moment is 6 squares of its second.
  defects: [PIXELS, 300],
};

/** The variance that finite frames have on average, and its standard error. */
function expectedOf(budget: NoiseBudget): { readonly variance: number; readonly error: number } {
  const parts = budget.map(({ name, variance }) => {
    const [count, kurtosis] = SAMPLES[name]!;
    return [variance * (1 - 1 / count), variance * Math.sqrt((kurtosis - 1) / count)] as const;
  });
  return {
    variance: parts.reduce((sum, [variance]) => sum + variance, 0),
    error: Math.hypot(...parts.map(([, error]) => error)),
  };
}

const PARTS = {
  shot: [{}, 900],
  'shot and dark shot': [{ darkCurrent: { electronsPerSecond: 500 } }, 200],
  'dark current alone': [
    { darkCurrent: { electronsPerSecond: 4000, nonUniformityPercent: 50 } },
    0,
  ],
  'a curved response': [{ nonLinearity: [-0.3, 0.05] }, 8000],
  'a curved response and PRNU': [
    { nonLinearity: [-0.3, 0.05], sensorParams: { ...QUIET.sensorParams, prnu: 6 } },
    8000,
  ],
  read: [{ readNoiseElectrons: 9 }, 0],
  PRNU: [{ sensorParams: { ...QUIET.sensorParams, prnu: 6 } }, 5000],
  DSNU: [{ dsnuElectrons: 9 }, 0],
  rows: [{ rowNoiseElectrons: 12 }, 0],
  columns: [{ columnNoiseElectrons: 12 }, 0],
  'row offsets': [{ rowOffsetElectrons: 12 }, 0],
  'column offsets': [{ columnOffsetElectrons: 12 }, 0],
  'black drift': [{ blackDriftElectrons: 12 }, 0],
  telegraph: [{ randomTelegraph: { perMillion: 20_000, electrons: 90 } }, 0],
  rounding: [{ bits: 8, blackLevel: 60, readNoiseElectrons: 90 }, 0],
  'hot pixels': [{ defects: { hot: { perMillion: 20_000, electronsPerSecond: 800 } } }, 0],
  'hot pixels up to saturation': [
    { defects: { hot: { perMillion: 20_000, electronsPerSecond: 20_000 } } },
    0,
  ],
  'dead pixels': [{ defects: { dead: { perMillion: 20_000 } } }, 900],
  'stuck pixels and columns': [
    {
      defects: {
        stuck: { perMillion: 10_000, code: 9000 },
        columns: { perMillion: 20_000, code: 3500 },
      },
    },
    900,
  ],
} as const;

/** Everything at once. */
const TOGETHER = {
  nonLinearity: [-0.1, 0.02],
  readNoiseElectrons: 9,
  dsnuElectrons: 9,
  sensorParams: { ...QUIET.sensorParams, prnu: 1 },
  darkCurrent: { electronsPerSecond: 60, nonUniformityPercent: 50 },
  rowNoiseElectrons: 12,
  columnNoiseElectrons: 12,
  blackDriftElectrons: 6,
  rowOffsetElectrons: 12,
  columnOffsetElectrons: 12,
  randomTelegraph: { perMillion: 20_000, electrons: 90 },
  defects: { hot: { perMillion: 20_000, electronsPerSecond: 800 } },
};

describe('the budget is the variance of 200 frames', () => {
  test.each([...Object.entries(PARTS), ['all together', [TOGETHER, 900]] as const])(
    '%s',
    async (_, [fields, signal]) => {
      const sensor = await sensorOf(fields);
      const exposureSeconds = 1;
      const budget = noiseBudget(sensor, { signal, exposureSeconds });
      const dark = pixelOf(sensor).darkCurrent * exposureSeconds;
      const { variance, error } = expectedOf(atOutput(budget, sensor, signal + dark));
      const found = await measured(sensor, signal, exposureSeconds);
      expect(Math.abs(found - variance) / error).toBeLessThan(ERRORS);
    },
  );
});

describe('the figures', () => {
  const figures = async (fields: object) => {
    const sensor = await sensorOf({ readNoiseElectrons: 3, dsnuElectrons: 2, ...fields });
    return (await run(planOf({}, { sensor, exposureSeconds: 0.01 }))).report.sensor!;
  };

  test('without further terms are those of the closed form, to the bit', () => {
    const { sensor } = planOf();
    const { readNoise, dsnu, electronsPerCode } = pixelOf(sensor!);
    const { prnu } = sensor!.parameters;
    for (const signal of [3, 170.25, 4321.5]) {
      const budget = noiseBudget(sensor!, { signal, exposureSeconds: 0.03 });
      expect(varianceOf(budget, 'snr')).toBe(
        signal + readNoise ** 2 + dsnu ** 2 + (prnu * signal) ** 2,
      );
      expect(deviationOf(budget, 'dynamicRange')).toBe(
        Math.hypot(readNoise, electronsPerCode / Math.sqrt(12)),
      );
      expect(varianceOf(budget, 'reading')).toBe(readNoise ** 2 + electronsPerCode ** 2 / 12);
      expect(addedNames(budget, 'snr')).toEqual(['shot', 'read', 'DSNU', 'PRNU']);
    }
  });

  test.each([
    ['rowNoiseElectrons', 'isInDynamicRange'],
    ['columnNoiseElectrons', 'isInDynamicRange'],
    ['rowOffsetElectrons', 'isInSnr'],
    ['columnOffsetElectrons', 'isInSnr'],
  ] as const)('fall with %s of 0, 5 and 50 electrons', async (key, range) => {
    const [none, some, many] = await Promise.all(
      [0, 5, 50].map((value) => figures({ [key]: value })),
    );
    expect(some!.snrAtGrey18).toBeLessThan(none!.snrAtGrey18!);
    expect(many!.snrAtGrey18).toBeLessThan(some!.snrAtGrey18!);
    const steps = [none, some, many].map((one) => one!.dynamicRangeDb);
    if (range === 'isInDynamicRange') expect(steps.toSorted((a, b) => b - a)).toEqual(steps);
    expect(new Set(steps).size).toBe(range === 'isInDynamicRange' ? 3 : 1);
    // Shot, read, DSNU, PRNU and what the report names besides.
    const signal = 0.18 * many!.electronsAtWhite[0]!;
    const variance = signal + 3 ** 2 + 2 ** 2 + 50 ** 2;
    expect(many!.snrAtGrey18).toBeCloseTo(10 * Math.log10(signal ** 2 / variance), 6);
  });

  test('lines name what a figure adds, and what it leaves out of more than 1 %', async () => {
    const sensor = await sensorOf({
      readNoiseElectrons: 3,
      rowNoiseElectrons: 5,
      blackDriftElectrons: 20,
      rowOffsetElectrons: 7,
    });
    const { log } = await run(planOf({}, { sensor, exposureSeconds: 1e-4 }));
    expect(log).toContainEqual(
      expect.stringMatching(
        /^SNR in white \(shot, read, DSNU, PRNU, rows, row offsets\): .* dB at 18 % grey\. Left out: black drift\.$/,
      ),
    );
    expect(log).toContainEqual(
      expect.stringMatching(
        /^Range: dynamic range .* dB \(saturation over read noise, rounding and rows\)\. Left out: row offsets and black drift\.$/,
      ),
    );
    expect(wholeVariance(noiseBudget(sensor, { signal: 0, exposureSeconds: 0 }))).toBeGreaterThan(
      400,
    );
  });

  test('of a sensor without a picture fall too', async () => {
    const designed = async (fields: object) =>
      designSensor({
        sensor: await sensorOf({ readNoiseElectrons: 3, ...fields }),
        energy: new Float64Array(31).fill(1),
        fNumber: 2,
        exposureSeconds: 0.01,
        reflectance: 0.18,
        lux: [20],
        dieMm: undefined,
      });
    const [none, rows, dead] = await Promise.all(
      [{}, { rowNoiseElectrons: 50 }, { defects: { dead: { perMillion: 2000 } } }].map(designed),
    );
    for (const [one, hasRange] of [
      [rows!, true],
      [dead!, false],
    ] as const) {
      expect(one.levels[0]!.snrDb[0]).toBeLessThan(none!.levels[0]!.snrDb[0]!);
      expect(one.dynamicRangeDb < none!.dynamicRangeDb).toBe(hasRange);
      expect(one.snr10Lux).toBeGreaterThan(none!.snr10Lux!);
    }
  });

  test('the verdict counts rows', async () => {
    const verdictOf = async (rowNoiseElectrons: number): Promise<string> => {
      const sensor = await sensorOf({ readNoiseElectrons: 3, rowNoiseElectrons });
      const { log } = await run(planOf({}, { sensor, exposureSeconds: 0.01 }));
      return log.find((line) => line.startsWith('In short: '))!;
    };
    expect(await verdictOf(0)).not.toBe(await verdictOf(50));
  });
});
