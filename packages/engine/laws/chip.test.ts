import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { philox } from '../src/random/philox.ts';
import { loadReadOut } from '../src/sensors/read-out/read-out-pixels.ts';
import type { StepSettings } from '../src/sensors/read-out/order.ts';
import { chipStepsPlain } from '../src/sensors/read-out/read-out-plain.ts';
import {
  exposeChip,
  type ChipExposure,
  type ChipPicture,
} from '../src/sensors/chip/expose-chip.ts';
import { DEFECT_BITS } from '../src/sensors/chip/marked-pixels.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { readSensorFile } from '../src/sensors/read-sensor-file.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import type { SensorPlan } from '../src/sensors/pixel.ts';
import { mean, variance } from './run.ts';
import { testHost } from './test-host.ts';
import { meanTolerance, varianceTolerance } from './tolerances.ts';

/** Standard errors that a statistic may be off; the reference's own limit. */
const ERRORS = 4.5;
const SIZE = { rows: 256, columns: 256 };
const PIXELS = SIZE.rows * SIZE.columns;

/** A sensor without noise of its own but shot noise, fine codes, and a black level. */
const QUIET = {
  pattern: 'mono',
  bits: 16,
  blackLevel: 2000,
  readNoiseElectrons: 0,
  dsnuElectrons: 0,
  darkCurrent: { electronsPerSecond: 0 },
  sensorParams: { well_capacity: 20000, voltage_swing: 1, prnu: 0 },
};

async function sensorOf(fields: object): Promise<SensorPlan> {
  const { sensor } = await readSensorFile(JSON.stringify({ ...QUIET, ...fields }), 'own');
  return sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters));
}

/** A picture of even light, in electrons of the exposure. */
async function expose(
  sensor: SensorPlan,
  electrons: number,
  changes: Partial<ChipExposure> = {},
  host = testHost(),
): Promise<ChipPicture> {
  const size = changes.size ?? SIZE;
  return exposeChip(
    {
      sensor,
      size,
      light: new Float32Array(size.rows * size.columns).fill(electrons),
      lightUnit: 'electrons',
      exposureSeconds: 0.01,
      noise: true,
      seeds: { temporal: 3, fixedPattern: 4 },
      ...changes,
    },
    false,
    host,
  );
}

/** Electrons of codes above black. */
const electronsOf = (codes: Uint16Array, { parameters }: SensorPlan): Float64Array =>
  Float64Array.from(codes, (code) => ((code - 2000) * parameters.well_capacity) / 65536);

/** Correlation of neighbours along the rows. */
function neighbourCorrelation(values: Float64Array): number {
  const middle = mean(values);
  let [along, all] = [0, 0];
  for (let i = 1; i < values.length; i += 1) {
    along += (values[i]! - middle) * (values[i - 1]! - middle);
    all += (values[i]! - middle) ** 2;
  }
  return along / all;
}

const EVERYTHING = {
  pattern: 'rggb',
  bits: 12,
  blackLevel: 64,
  readNoiseElectrons: 3,
  dsnuElectrons: 2,
  sensorParams: { well_capacity: 9000, voltage_swing: 1 },
  captures: [
    { name: 'high' },
    { name: 'low', sharesChargeWith: 'high', well_capacity: 90000 },
    { name: 'small', startLines: 0, sensitivity: 0.01, well_capacity: 20000 },
    { name: 'short', exposureRatio: 0.001 },
  ],
  merge: { rule: 'blend' },
  companding: {
    bits: 12,
    knees: [
      [0, 0],
      [1024, 1024],
      [65535, 4095],
    ],
  },
  shutter: { kind: 'rolling', lineSeconds: 1e-5, direction: 'up', linesTogether: 2 },
  crosstalk: {
    optical: {
      red: [
        [0, 0.02, 0],
        [0.02, 0.92, 0.02],
        [0, 0.02, 0],
      ],
    },
    electrical: [
      [0, 0.01, 0],
      [0.01, 0.95, 0.02],
      [0, 0.01, 0],
    ],
  },
  darkCurrent: { electronsPerSecond: 500, nonUniformityPercent: 60 },
  defects: {
    hot: { perMillion: 5000, electronsPerSecond: 1e5 },
    dead: { perMillion: 5000 },
    stuck: { perMillion: 5000, code: 7 },
    columns: { perMillion: 20000, code: 9 },
  },
  rowNoiseElectrons: 2,
  columnNoiseElectrons: 2,
  rowOffsetElectrons: 2,
  columnOffsetElectrons: 2,
  randomTelegraph: { perMillion: 10000, electrons: 20 },
  opticalBlackRows: 3,
  blackDriftElectrons: 5,
  nonLinearity: [-0.04, 0.01],
};

describe('the same bits', () => {
  test('of the kernel and of its plain twin, step by step', async () => {
    const { steps, path } = await loadReadOut(testHost());
    expect(path).toBe('SIMD');
    const pixels = 65536 + 4003;
    const words = new Uint32Array(4);
    const random = (i: number): number => {
      philox([i, 0, 0, 0], [9, 9], words);
      return words[0]! / 2 ** 32;
    };
    const means = Float32Array.from(
      { length: pixels },
      (_, i) => 60 * random(i) ** 3 * (1 + (i % 97)),
    );
    const rates = Float32Array.from({ length: pixels }, (_, i) => 100 * random(i + pixels));
    const settings: StepSettings = {
      electronsPerUnit: 1,
      darkElectrons: 0.3,
      darkSeconds: 0.2,
      wellCapacity: 3000,
      conversionGain: 1 / 3000,
      second: -0.04,
      third: 0.02,
      readNoise: 1e-3,
      prnu: 0.01,
      dsnu: 2e-3,
      offset: 0.01,
      gain: 1.1,
      swing: 1,
      levels: 4096,
      noise: true,
      temporalStream: 17,
      temporalSeed: 5,
      responseStream: 2,
      darkStream: 18,
      fixedPatternSeed: 6,
    };
    const charges = [steps, chipStepsPlain].map((some) =>
      [undefined, rates].map((dark) => {
        const out = new Float32Array(pixels);
        some.charge(settings, means, dark, 16, out);
        return out;
      }),
    );
    expect(charges[0]).toEqual(charges[1]);
    const read = [steps, chipStepsPlain].map((some) =>
      [settings, { ...settings, second: 0, third: 0, darkStream: 2 }].map((each) => {
        const raw = new Uint16Array(pixels);
        const volts = new Float32Array(pixels);
        const full = new Uint8Array(Math.ceil(pixels / 8));
        some.convert(each, charges[0]![0]!, { joining: rates }, 16, { raw, volts, full });
        return { raw, volts, full };
      }),
    );
    expect(read[0]).toEqual(read[1]);
    const drawn = [steps, chipStepsPlain].map((some) => {
      const [first, second] = [new Uint32Array(pixels), new Uint32Array(pixels)];
      some.words(3, 8, 24, first, second);
      return { first, second };
    });
    expect(drawn[0]).toEqual(drawn[1]);
  });

  test('in any order of the parts, with and without the kernel', async () => {
    const sensor = await sensorOf(EVERYTHING);
    const size = { rows: 130, columns: 301 };
    const light = Float32Array.from(
      { length: size.rows * size.columns },
      (_, i) => ((i * 7919) % 100003) * 2,
    );
    const [forwards, backwards, plain] = await Promise.all([
      expose(sensor, 0, { size, light }),
      expose(sensor, 0, { size, light }, testHost({ order: 'backwards' })),
      expose(sensor, 0, { size, light }, testHost({ path: 'plain' })),
    ]);
    const facts = ({ raw, full, linear, marks, opticalBlack, captures }: ChipPicture) => ({
      raw,
      full,
      linear,
      marks,
      opticalBlack,
      captures: captures.map((capture) => [capture.raw, capture.electrons()]),
    });
    expect(facts(forwards)).toEqual(facts(backwards));
    expect(facts(forwards)).toEqual(facts(plain));
    expect(new Set(forwards.raw).size).toBeGreaterThan(500);
  });
});

describe('crosstalk', () => {
  const share = 0.02;
  const kernel = [
    [0, share, 0],
    [share, 1 - 4 * share, share],
    [0, share, 0],
  ];

  test('of light leaves noise white and an even field even', async () => {
    const sensor = await sensorOf({ crosstalk: { optical: kernel } });
    const { raw, captures } = await expose(sensor, 5000);
    for (const electrons of captures[0]!.electrons())
      expect(Math.abs(electrons / 5000 - 1)).toBeLessThan(1e-6);
    const values = electronsOf(raw, sensor);
    expect(Math.abs(mean(values) - 5000)).toBeLessThan(meanTolerance(Math.sqrt(5000), PIXELS));
    expect(Math.abs(variance(values) / 5000 - 1)).toBeLessThan(varianceTolerance(PIXELS));
    expect(Math.abs(neighbourCorrelation(values))).toBeLessThan(ERRORS / Math.sqrt(PIXELS));
  });

  test('of electrons smooths their noise by the sum of the squares', async () => {
    const sensor = await sensorOf({ crosstalk: { electrical: kernel } });
    const values = electronsOf((await expose(sensor, 5000)).raw, sensor);
    const sum = 4 * share ** 2 + (1 - 4 * share) ** 2;
    expect(sum).toBeCloseTo(0.848, 6);
    expect(Math.abs(mean(values) - 5000)).toBeLessThan(meanTolerance(Math.sqrt(5000), PIXELS));
    expect(Math.abs(variance(values) / 5000 / sum - 1)).toBeLessThan(varianceTolerance(PIXELS));
    const correlation = (2 * share * (1 - 4 * share)) / sum;
    expect(Math.abs(neighbourCorrelation(values) - correlation)).toBeLessThan(
      (1.2 * ERRORS) / Math.sqrt(PIXELS),
    );
  });
});

describe('pixels that differ', () => {
  test('the dark deviates by the log-normal dark current and DSNU', async () => {
    const relative = 0.5;
    const sensor = await sensorOf({
      dsnuElectrons: 20,
      darkCurrent: { electronsPerSecond: 1000, nonUniformityPercent: 100 * relative },
    });
    // Shot noise of the dark current comes on top, which is known.
    for (const seconds of [0.1, 1]) {
      const dark = 1000 * seconds;
      const values = electronsOf(
        (await expose(sensor, 0, { exposureSeconds: seconds })).raw,
        sensor,
      );
      const fixed = 20 ** 2 + (relative * dark) ** 2;
      const expected = fixed + dark;
      // Kurtosis of a log-normal number: w⁴ + 2w³ + 3w² − 3, w = 1 + p².
      const w = 1 + relative ** 2;
      const kurtosis = w ** 4 + 2 * w ** 3 + 3 * w ** 2 - 3;
      expect(Math.abs(variance(values) / expected - 1)).toBeLessThan(
        ERRORS * Math.sqrt((kurtosis - 1) / PIXELS),
      );
      expect(Math.abs(mean(values) - dark)).toBeLessThan(
        meanTolerance(Math.sqrt(expected), PIXELS),
      );
    }
  });

  const counts = (marks: Uint8Array): number[] => {
    const found = [0, 0, 0, 0, 0];
    for (const mark of marks) found[mark & DEFECT_BITS]! += 1;
    return found;
  };

  test('defects are as dense as the file has them, and each pixel has one', async () => {
    const sensor = await sensorOf({
      defects: {
        hot: { perMillion: 3000, electronsPerSecond: 1e4 },
        dead: { perMillion: 2000 },
        stuck: { perMillion: 1000, code: 321 },
      },
    });
    const { marks, raw } = await expose(sensor, 4000);
    const found = counts(marks!);
    for (const [code, share] of [
      [1, 0.003],
      [2, 0.002],
      [3, 0.001],
    ] as const)
      expect(Math.abs(found[code]! - share * PIXELS)).toBeLessThan(
        ERRORS * Math.sqrt(share * (1 - share) * PIXELS),
      );
    for (const [pixel, mark] of marks!.entries()) {
      if (mark === 3) expect(raw[pixel]).toBe(321);
      if (mark === 2) expect(raw[pixel]).toBe(2000);
    }
  });

  test('bad columns are whole', async () => {
    const sensor = await sensorOf({ defects: { columns: { perMillion: 50000, code: 5 } } });
    const { marks, raw, badColumns } = await expose(sensor, 4000);
    expect(badColumns!.reduce((sum, bad) => sum + bad, 0)).toBeGreaterThan(2);
    for (const [pixel, mark] of marks!.entries()) {
      const isBad = badColumns![pixel % SIZE.columns] === 1;
      expect(mark).toBe(isBad ? 4 : 0);
      if (isBad) expect(raw[pixel]).toBe(5);
    }
  });

  test('hot pixels are exponential, and twice as hot per doubling and per time', async () => {
    const hotAt = async (sensorCelsius: number, exposureSeconds: number) => {
      const sensor = await sensorOf({
        darkCurrent: { electronsPerSecond: 0, atCelsius: 20, doublingKelvin: 6, sensorCelsius },
        defects: { hot: { perMillion: 50000, electronsPerSecond: 1000 } },
      });
      const { marks, raw } = await expose(sensor, 0, { exposureSeconds });
      const values = electronsOf(raw, sensor).filter((_, pixel) => marks![pixel] === 1);
      return { marks, values };
    };
    const once = await hotAt(20, 1);
    const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);
    const { length } = once.values;
    // Of an exponential number: mean 1, deviation 1, median ln 2 with an error of 1/√n.
    expect(Math.abs(mean(once.values) / 1000 - 1)).toBeLessThan(ERRORS / Math.sqrt(length));
    const median = once.values.toSorted()[Math.floor(length / 2)]!;
    expect(Math.abs(median / 1000 - Math.LN2)).toBeLessThan(ERRORS / Math.sqrt(length) + 0.01);
    for (const twice of [await hotAt(26, 1), await hotAt(20, 2)]) {
      expect(twice.marks).toEqual(once.marks);
      const electrons = sum(once.values);
      expect(Math.abs(sum(twice.values) / electrons - 2)).toBeLessThan(
        (ERRORS * Math.sqrt(9 * electrons)) / electrons,
      );
    }
  });

  test('jumping pixels are half a step up or down by even odds, anew in each frame', async () => {
    const sensor = await sensorOf({ randomTelegraph: { perMillion: 1e5, electrons: 200 } });
    const [one, other] = await Promise.all(
      [3, 4].map(async (temporal) =>
        electronsOf(
          (await expose(sensor, 0, { seeds: { temporal, fixedPattern: 4 } })).raw,
          sensor,
        ),
      ),
    );
    const jumping = Array.from(one!, (value, pixel) => (Math.abs(value) > 50 ? pixel : -1)).filter(
      (pixel) => pixel >= 0,
    );
    expect(Math.abs(jumping.length - 0.1 * PIXELS)).toBeLessThan(ERRORS * Math.sqrt(0.09 * PIXELS));
    for (const pixel of jumping) {
      expect(Math.abs(Math.abs(one![pixel]!) - 100)).toBeLessThan(1);
      expect(Math.abs(Math.abs(other![pixel]!) - 100)).toBeLessThan(1);
    }
    const share = (odd: (pixel: number) => boolean): number =>
      jumping.reduce((sum, pixel) => sum + Number(odd(pixel)), 0) / jumping.length;
    const error = ERRORS / 2 / Math.sqrt(jumping.length);
    expect(Math.abs(share((pixel) => one![pixel]! > 0) - 0.5)).toBeLessThan(error);
    expect(Math.abs(share((pixel) => one![pixel]! > 0 === other![pixel]! > 0) - 0.5)).toBeLessThan(
      error,
    );
  });
});

describe('rows and columns', () => {
  const lineMeans = (values: Float64Array, along: 'rows' | 'columns'): Float64Array =>
    Float64Array.from({ length: 256 }, (_, line) => {
      let sum = 0;
      for (let at = 0; at < 256; at += 1)
        sum += values[along === 'rows' ? line * 256 + at : at * 256 + line]!;
      return sum / 256;
    });

  test.each([
    ['rowNoiseElectrons', 'rows', false],
    ['columnNoiseElectrons', 'columns', false],
    ['rowOffsetElectrons', 'rows', true],
    ['columnOffsetElectrons', 'columns', true],
  ] as const)('%s', async (field, along, isFixed) => {
    const sensor = await sensorOf({ [field]: 30 });
    const [one, other] = await Promise.all(
      [3, 4].map(async (temporal) =>
        electronsOf(
          (await expose(sensor, 0, { seeds: { temporal, fixedPattern: 4 } })).raw,
          sensor,
        ),
      ),
    );
    const means = lineMeans(one!, along);
    const relative = ERRORS * Math.sqrt(1 / (2 * 255));
    expect(Math.abs(Math.sqrt(variance(means)) / 30 - 1)).toBeLessThan(relative);
    const across = lineMeans(one!, along === 'rows' ? 'columns' : 'rows');
    expect(Math.sqrt(variance(across))).toBeLessThan(0.5);
    const change = lineMeans(other!, along).map((value, line) => value - means[line]!);
    const deviation = Math.sqrt(variance(change));
    if (isFixed) expect(deviation).toBe(0);
    else expect(Math.abs(deviation / (30 * Math.SQRT2) - 1)).toBeLessThan(relative);
  });

  test('the drift of the black level is that of the rows without light', async () => {
    const drift = 40;
    const sensor = await sensorOf({
      blackDriftElectrons: drift,
      opticalBlackRows: 16,
      readNoiseElectrons: 10,
    });
    const size = { rows: 32, columns: 256 };
    const frames = 400;
    const [before, after] = [new Float64Array(frames), new Float64Array(frames)];
    for (let frame = 0; frame < frames; frame += 1) {
      const seeds = { temporal: frame, fixedPattern: 4 };
      const { raw, opticalBlack } = await expose(sensor, 0, { size, seeds });
      before[frame] = mean(electronsOf(raw, sensor));
      after[frame] = before[frame]! - mean(electronsOf(opticalBlack!, sensor));
    }
    const relative = ERRORS * Math.sqrt(1 / (2 * (frames - 1)));
    expect(Math.abs(Math.sqrt(variance(before)) / drift - 1)).toBeLessThan(relative);
    // Read noise of both means is left.
    const left = Math.sqrt(100 / (32 * 256) + 100 / (16 * 256));
    expect(Math.abs(Math.sqrt(variance(after)) / left - 1)).toBeLessThan(relative);
  });
});

test('noise grows with the slope of a response that is no line', async () => {
  const [a2, a3] = [-0.2, 0.05];
  const sensor = await sensorOf({ nonLinearity: [a2, a3] });
  const u = 0.35;
  const values = electronsOf((await expose(sensor, u * 20000)).raw, sensor);
  const slope = 1 + 2 * a2 * u + 3 * a3 * u ** 2;
  const expected = u * 20000 * slope ** 2;
  expect(Math.abs(variance(values) / expected - 1)).toBeLessThan(varianceTolerance(PIXELS));
  const response = 20000 * (u + a2 * u ** 2 + a3 * u ** 3);
  expect(Math.abs(mean(values) - response)).toBeLessThan(
    meanTolerance(Math.sqrt(expected), PIXELS) + 0.2,
  );
});

describe('captures', () => {
  interface Golden {
    readonly hdr: readonly {
      readonly name: string;
      readonly atKnee: readonly {
        readonly electrons: number;
        readonly mean: number;
        readonly variance: number;
      }[];
    }[];
  }
  const golden = JSON.parse(
    readFileSync(new URL('../references/sensor-depth/cases.json', import.meta.url), 'utf8'),
  ) as Golden;

  test.each(golden.hdr[0]!.atKnee)('merged mean and variance at $electrons', async (knee) => {
    const sensor = await sensorOf({
      bits: 12,
      blackLevel: 64,
      readNoiseElectrons: 2.5,
      sensorParams: { ...QUIET.sensorParams, well_capacity: 9000 },
      captures: [{ name: 'long' }, { name: 'short', exposureRatio: 1 / 16 }],
    });
    const { merged } = await expose(sensor, knee.electrons);
    const values = Float64Array.from(merged!);
    expect(Math.abs(mean(values) - knee.mean)).toBeLessThan(
      meanTolerance(Math.sqrt(knee.variance), PIXELS),
    );
    expect(Math.abs(variance(values) / knee.variance - 1)).toBeLessThan(
      varianceTolerance(PIXELS) + 0.01,
    );
  });

  test('a charge that is read twice has one shot noise, a photodiode of its own another', async () => {
    const sensor = await sensorOf({
      captures: [
        { name: 'high' },
        { name: 'low', sharesChargeWith: 'high', well_capacity: 40000 },
        { name: 'small', startLines: 0, sensitivity: 0.25 },
        { name: 'short', exposureRatio: 0.1 },
      ],
    });
    const { captures } = await expose(sensor, 4000);
    const [high, low, small, short] = captures.map(({ raw, figures }) =>
      Float64Array.from(raw, (code) => (code - 2000) * figures.pixel.electronsPerCode),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    // Codes of the second well are half an electron apart.
    for (const [pixel, electrons] of high.entries())
      expect(Math.abs(low[pixel]! - electrons)).toBeLessThan(0.7);
    const correlation = (other: Float64Array): number => {
      const [a, b] = [mean(high), mean(other)];
      const product = high.map((value, pixel) => (value - a) * (other[pixel]! - b));
      return mean(product) / Math.sqrt(variance(high) * variance(other));
    };
    for (const [values, share] of [
      [small, 0.25],
      [short, 0.1],
    ] as const) {
      expect(Math.abs(mean(values) - share * 4000)).toBeLessThan(
        meanTolerance(Math.sqrt(share * 4000), PIXELS),
      );
      expect(Math.abs(correlation(values))).toBeLessThan(ERRORS / Math.sqrt(PIXELS));
    }
  });

  test('linear codes and companding keep what the merge gave within their step', async () => {
    const sensor = await sensorOf({ ...EVERYTHING, defects: undefined });
    const { merged, linear } = await expose(sensor, 20000);
    const { full } = linear!;
    for (const [pixel, value] of linear!.electrons.entries()) {
      const truth = Math.min(Math.max(merged![pixel]!, 0), full);
      // Steps of (65535 − 1024)/(4095 − 1024) linear codes above the first knee.
      expect(Math.abs(value - truth)).toBeLessThan((0.51 * 21.007 + 0.5) * (full / 65535));
    }
  });
});

test('frames keep the fixed pattern, and their difference has twice the temporal variance', async () => {
  const sensor = await sensorOf({ dsnuElectrons: 40, rowNoiseElectrons: 0.001 });
  const frames = 16;
  const take = async (from: number): Promise<Float64Array[]> =>
    Promise.all(
      Array.from({ length: frames }, async (_, i) =>
        electronsOf(
          (await expose(sensor, 900, { seeds: { temporal: from + i, fixedPattern: 4 } })).raw,
          sensor,
        ),
      ),
    );
  const [first, second] = [await take(0), await take(100)];
  const meanOfFrames = (some: Float64Array[]): Float64Array =>
    some[0]!.map((_, pixel) => some.reduce((sum, frame) => sum + frame[pixel]!, 0) / frames);
  const difference = first[0]!.map((value, pixel) => value - first[1]![pixel]!);
  expect(Math.abs(variance(difference) / 1800 - 1)).toBeLessThan(varianceTolerance(PIXELS));
  const [a, b] = [meanOfFrames(first), meanOfFrames(second)];
  const [middleA, middleB] = [mean(a), mean(b)];
  const product = a.map((value, pixel) => (value - middleA) * (b[pixel]! - middleB));
  const correlation = mean(product) / Math.sqrt(variance(a) * variance(b));
  const expected = 1600 / (1600 + 900 / frames);
  expect(Math.abs(correlation - expected)).toBeLessThan(
    (ERRORS * (1 - expected ** 2)) / Math.sqrt(PIXELS) + 1e-4,
  );
});
