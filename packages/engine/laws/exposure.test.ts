import { describe, expect, test } from 'vitest';
import type { SimulationPlan } from '../src/pipeline/plan.ts';
import { meterExposure, type ExposurePlan, type ShownColour } from '../src/sensors/exposure.ts';
import { mosaicOf } from '../src/sensors/colour-filters.ts';
import { planOf, run, runWatched } from './run.ts';

const filters = mosaicOf({ order: 'grbg' });
const { layout } = filters;
const grid = { rows: 40, columns: 40, pitch: 2.2e-6 };
const everywhere = { left: 0, top: 0, right: 40, bottom: 40 };
const sensorWith = (parameters: Readonly<Record<string, number>> = {}) =>
  planOf({ sensorParameters: { rows: 40, cols: 40, pixel_size: 2.2, ...parameters } }).sensor!;
const AREA = 2.2e-6 ** 2 * 0.45;

/**
 * A mosaic in which every 2 x 2 cell collects these electrons per second in red, green and blue.
 */
function mosaic(
  cell: (row: number, column: number) => readonly [number, number, number],
): Float32Array {
  return Float32Array.from({ length: 1600 }, (_, pixel) => {
    const [row, column] = [Math.floor(pixel / 40), pixel % 40];
    return cell(row >> 1, column >> 1)[layout[row & 1]![column & 1]!]! / AREA;
  });
}

describe('without an ISP: the brightest channel at 95 %', () => {
  // Worked by hand from references/radiometry/analytic_uniform_electrons.json: D65, 100 cd/m², f/4,
  // 10 ms give green 208.6916517 electrons (the reference sensor's green is the measured one), so
  // 95 % of 9000 is reached in 0.95 * 9000 / 20869.16517 s = 0.409695 s.
  test('a white wall of 100 cd/m² under D65: 0.409695 s', async () => {
    const { report } = await run(
      planOf(
        {
          scene: 'slantedEdge',
          sceneParameters: { darkLevel: 1, hfov: 60 },
          sensorParameters: { pixel_size: 2.2 },
        },
        { luminance: { of: 'white', value: 100 } },
      ),
    );
    expect(report.sensor!.exposureSeconds).toBe(0.409695);
    expect(report.sensor!.electronsAtWhite[1]).toBeCloseTo(8550, 0);
  });
  test('analog gain 2 needs twice the voltage, so the well limits: e = 0.95 well', () => {
    const light = mosaic(() => [100, 1000, 100]);
    expect(
      meterExposure(
        light,
        { grid, mosaic: filters, footprint: everywhere },
        sensorWith({ analog_gain: 2 }),
      ).seconds,
    ).toBeCloseTo((0.95 * 9000) / 1000, 4);
  });
  test('analog offset leaves less room: (e cg + 0.2)/1 = 0.95 swing', () => {
    const light = mosaic(() => [100, 1000, 100]);
    const expected = (0.95 * 1.15 - 0.2) / (1.15 / 9000) / 1000;
    expect(
      meterExposure(
        light,
        { grid, mosaic: filters, footprint: everywhere },
        sensorWith({ analog_offset: 0.2 }),
      ).seconds,
    ).toBeCloseTo(expected, 4);
  });
  test('only cells inside the scene are metered', () => {
    const light = mosaic((row, column) =>
      row < 2 || column < 2 ? [9000, 9000, 9000] : [300, 900, 300],
    );
    expect(
      meterExposure(
        light,
        { grid, mosaic: filters, footprint: { left: 4, top: 4, right: 40, bottom: 40 } },
        sensorWith(),
      ).seconds,
    ).toBeCloseTo(9.5, 6);
  });
  test('a scene smaller than 64 cells: all lit cells are metered', () => {
    const light = mosaic((row, column) =>
      row === 3 && column === 3 ? [300, 900, 300] : [0, 0, 0],
    );
    expect(
      meterExposure(
        light,
        { grid, mosaic: filters, footprint: { left: 5, top: 5, right: 9, bottom: 9 } },
        sensorWith(),
      ).seconds,
    ).toBeCloseTo(9.5, 6);
  });
  test('darkness: 1/60 s and nothing to meter', () => {
    expect(
      meterExposure(
        new Float32Array(1600),
        { grid, mosaic: filters, footprint: everywhere },
        sensorWith(),
      ),
    ).toEqual({
      seconds: 0.0166667,
      reason: 'nothing to meter',
    });
  });
  test('never longer than 10 s, and it says so', () => {
    const { seconds, reason } = meterExposure(
      mosaic(() => [1, 3, 1]),
      { grid, mosaic: filters, footprint: everywhere },
      sensorWith(),
    );
    expect(seconds).toBe(10);
    expect(reason).toContain('2.85e+3 s');
  });
});

describe('through an ISP: what is shown is exposed', () => {
  // The ISP's default gains are (1400, 1200, 5000)/1024. Its default matrix, 2000/1024, exchanges
  // red and blue, and the result is shown as BGR, so shown red comes from raw red.
  const GAINS = [1400, 1200, 5000].map((gain) => (gain / 1024) * (2000 / 1024)) as [
    number,
    number,
    number,
  ];
  const shown: ShownColour = [
    [GAINS[0], 0, 0],
    [0, GAINS[1], 0],
    [0, 0, GAINS[2]],
  ];
  const perElectron = 1 / 9000;

  // Worked by hand: every cell alike, so more than 15 % exceed 0.7 hi: a chart. Shown blue is the
  // largest, 90 e/s * (1/9000) * 4.8828125 * 1.953125 = 0.0953674 per second; 0.92/0.0953674 =
  // 9.64690 s.
  test('a chart: the largest shown channel at 92 %', () => {
    const { seconds, reason } = meterExposure(
      mosaic(() => [300, 300, 90]),
      { grid, mosaic: filters, footprint: everywhere },
      sensorWith(),
      shown,
    );
    expect(seconds).toBeCloseTo(0.92 / (90 * perElectron * GAINS[2]), 4);
    expect(seconds).toBeCloseTo(9.6469, 4);
    expect(reason).toContain('chart');
  });
  // Worked by hand: neutral cells whose shown luma is 1 in 4 of 400 cells and 0.1 in the others, of
  // full scale per second. 99.5th percentile: rank 0.995 * 399 = 397.005, among the four: hi = 1.
  // Lit: all; bright: 1 %. Geometric mean 0.1^(396/400) = 0.102329, boost = clamp(0.34/0.102329) =
  // 1.4: t = 0.97 * 1.4 = 1.358 s. Raw green of the brightest is then 1.358/2.2888 = 0.593 of full
  // scale.
  test('a photographic scene: highlights at 97 %, raised by at most 1.4', () => {
    const neutral = (luma: number): [number, number, number] =>
      GAINS.map((gain) => luma / gain / perElectron) as [number, number, number];
    const light = mosaic((row, column) => neutral(row === 5 && column < 4 ? 1 : 0.1));
    const { seconds, reason } = meterExposure(
      light,
      { grid, mosaic: filters, footprint: everywhere },
      sensorWith(),
      shown,
    );
    expect(seconds).toBeCloseTo(1.358, 4);
    expect(reason).toContain('photographic');
  });
  test('never beyond the sensor: raw stays at or below 95 %', () => {
    const dim: ShownColour = [
      [0.01, 0, 0],
      [0, 0.01, 0],
      [0, 0, 0.01],
    ];
    const light = mosaic(() => [300, 3000, 300]);
    expect(
      meterExposure(light, { grid, mosaic: filters, footprint: everywhere }, sensorWith(), dim)
        .seconds,
    ).toBeCloseTo((0.95 * 9000) / 3000, 5);
  });
});

test('the reported exposure, taken back, gives the same picture; the log has its first three digits', async () => {
  const metered = await runWatched(planOf());
  const { exposureSeconds } = metered.report.sensor!;
  const printed = Number(/Exposure: (\S+) ms/.exec(metered.log.join('\n'))![1]);
  expect(printed).toBe(Number((exposureSeconds * 1e3).toPrecision(3)));
  const again = await runWatched(planOf({}, { exposureSeconds }));
  expect(again.arrays.raw.data).toEqual(metered.arrays.raw.data);
});

describe('the exposure of a recipe', () => {
  const auto = { mode: 'auto', longestSeconds: undefined, compensationStops: 0 } as const;
  const sensed = async (exposure?: ExposurePlan, rest: Partial<SimulationPlan> = {}) =>
    (await run(planOf({}, { ...(exposure && { exposure }), ...rest }))).report.sensor!;

  test('fixed: electrons are proportional to the seconds', async () => {
    // Well below saturation, without noise: the mean of the codes says the same.
    const shots = await Promise.all(
      [0.001, 0.002, 0.004].map((seconds) =>
        runWatched(planOf({}, { exposure: { mode: 'fixed', seconds }, noise: false })),
      ),
    );
    const total = (at: number): number =>
      Array.from(shots[at]!.arrays.electrons.data).reduce((sum, value) => sum + value, 0);
    const white = (at: number): number => shots[at]!.report.sensor!.electronsAtWhite[1]!;
    expect(total(1) / total(0)).toBeCloseTo(2, 5);
    expect(total(2) / total(0)).toBeCloseTo(4, 5);
    expect(white(2) / white(0)).toBeCloseTo(4, 9);
    expect(shots.map(({ report }) => report.sensor!.exposureSeconds)).toEqual([
      0.001, 0.002, 0.004,
    ]);
  });
  test('fixed: the bits of the same exposure from outside the recipe', async () => {
    const own = await runWatched(planOf({}, { exposure: { mode: 'fixed', seconds: 0.01 } }));
    const outside = await runWatched(planOf({}, { exposureSeconds: 0.01 }));
    expect(own.arrays.raw.data).toEqual(outside.arrays.raw.data);
  });
  test('compensation: a stop doubles the seconds', async () => {
    const { exposureSeconds, meter } = await sensed();
    for (const stops of [-3, -1, 1, 2.5]) {
      const compensated = await sensed({ ...auto, compensationStops: stops });
      // The meter rounds to six digits.
      expect(compensated.exposureSeconds / exposureSeconds / 2 ** stops).toBeCloseTo(1, 5);
      expect(compensated.stopsFromMeter).toBeCloseTo(stops, 4);
      expect(compensated.meter).toEqual(meter);
    }
  });
  test('longest: limits what was compensated, and nothing shorter', async () => {
    const { exposureSeconds } = await sensed();
    const clipped = await sensed({ ...auto, longestSeconds: exposureSeconds / 32 });
    expect(clipped.exposureSeconds / exposureSeconds).toBeCloseTo(1 / 32, 5);
    expect(clipped.stopsFromMeter).toBeCloseTo(-5, 4);
    expect(clipped.exposureReason).toMatch(/^the scene would need .* s; the longest exposure is/);
    const both = { ...auto, compensationStops: 1, longestSeconds: 1.5 * exposureSeconds };
    expect((await sensed(both)).exposureSeconds / exposureSeconds).toBeCloseTo(1.5, 5);
    const loose = await sensed({ ...auto, longestSeconds: 2 * exposureSeconds });
    expect(loose.exposureSeconds).toBe(exposureSeconds);
    expect(loose.stopsFromMeter).toBe(0);
  });
  test("longest: in place of the meter's 10 s, never beyond the sensor's own", async () => {
    const dark = { luminance: { of: 'scene mean', value: 1e-2 } } as const;
    expect((await sensed(undefined, dark)).exposureSeconds).toBe(10);
    const longer = await sensed({ ...auto, longestSeconds: 1000 }, dark);
    expect(longer.exposureSeconds).toBeGreaterThan(10);
    expect(longer.stopsFromMeter).toBeCloseTo(Math.log2(longer.exposureSeconds / 10), 9);
    const sensor = { ...planOf().sensor!, longestExposureSeconds: 2 };
    const held = await sensed({ ...auto, longestSeconds: 1000 }, { ...dark, sensor });
    expect(held.exposureSeconds).toBe(2);
  });
  test('the log says seconds, and stops from the meter', async () => {
    const { exposureSeconds } = await sensed();
    const lines = async (exposure: ExposurePlan) =>
      (await runWatched(planOf({}, { exposure }))).log.filter((line) =>
        /^(Exposure|Meter):/.test(line),
      );
    const [first, meter, ...others] = await lines({ mode: 'fixed', seconds: exposureSeconds / 8 });
    expect(first).toMatch(/^Exposure: \S+ [mµ]?s, 3 stops below the meter \(as given\)\.$/);
    expect(meter).toMatch(/^Meter: it would choose \S+ [mµ]?s \([^;]*\)\.$/);
    expect(others).toEqual([]);
    expect((await lines({ ...auto, compensationStops: 1.5 }))[0]).toMatch(
      /, 1\.5 stops above the meter \(.*; compensated by \+1\.5 stops\)\.$/,
    );
    expect((await lines({ ...auto, longestSeconds: 10 }))[0]).toMatch(/, as metered \(/);
  });
});
