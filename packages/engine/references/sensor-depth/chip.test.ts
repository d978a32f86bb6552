import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testHost } from '../../laws/test-host.ts';
import type { FlickerPlan } from '../../src/illuminants/flicker.ts';
import { sharedFloat32 } from '../../src/images/shared-array.ts';
import { capturesOf, mergeOf } from '../../src/sensors/chip/captures.ts';
import type { CrosstalkKernel, Microlens, Shutter } from '../../src/sensors/chip/chip.ts';
import { companded, expanded } from '../../src/sensors/chip/companding.ts';
import { gatherWeights, mixPixelsPlain } from '../../src/sensors/chip/crosstalk.ts';
import { exposeChip } from '../../src/sensors/chip/expose-chip.ts';
import { highDynamicRange, mergedElectrons, mergingOf } from '../../src/sensors/chip/merge.ts';
import { microlensShare, microlensShares } from '../../src/sensors/chip/microlens.ts';
import { idealLens } from '../../src/optics/ideal-lens.ts';
import { frameTiming, rowSeconds, rowWindow } from '../../src/sensors/chip/windows.ts';
import { mosaicOf } from '../../src/sensors/colour-filters.ts';
import { pixelOf, type SensorPlan } from '../../src/sensors/pixel.ts';
import { readSensorFile } from '../../src/sensors/read-sensor-file.ts';
import { sensorOfFile } from '../../src/sensors/sensor-file.ts';
import { toEngineUnits } from '../../src/field-descriptor.ts';
import { sensorFields } from '../../src/sensors/bayer/descriptor.ts';

/**
 * Windows, captures, merging, companding, crosstalk and response against an independent numpy model
 * (cases.json; docs/reference/sensor-depth.md says what each field means).
 */
interface Cases {
  readonly time: readonly {
    readonly rows: number;
    readonly exposureSeconds: number;
    readonly shutter: Partial<Shutter> & Pick<Shutter, 'kind' | 'lineSeconds'>;
    readonly flicker: Partial<FlickerPlan> | null;
    readonly beginSeconds: readonly number[];
    readonly endSeconds: readonly number[];
    readonly waitSeconds: readonly number[];
    readonly stillSeconds: readonly number[];
    readonly lightStep: number;
    readonly stepFactors: readonly number[];
    readonly movingSeconds: readonly number[];
  }[];
  readonly edges: readonly {
    readonly pixelsPerSecond: number;
    readonly exposureSeconds: number;
    readonly lineSeconds: number;
    readonly rows: number;
    readonly cols: number;
    readonly x0: number;
    readonly lightStep: number;
    readonly steps: number;
    readonly edgeColumn: readonly number[];
    readonly skewPixelsPerRow: number;
    readonly row7: readonly number[];
  }[];
  readonly hdr: readonly HdrCase[];
  readonly merges: {
    readonly electrons: readonly (readonly (readonly number[])[])[];
    readonly captures: readonly HdrCapture[];
  } & Readonly<Record<'pick' | 'blend' | 'variance', readonly (readonly number[])[]>>;
  readonly companding: {
    readonly knees: readonly (readonly [number, number])[];
    readonly linear: readonly number[];
    readonly codes: readonly number[];
    readonly expanded: readonly number[];
  };
  readonly microlens: Microlens & {
    readonly heightMm: readonly number[];
    readonly share: readonly number[];
    readonly onAxisByFNumber: Readonly<Record<string, number>>;
  };
  readonly crosstalk: {
    readonly kernels: Readonly<Record<'red' | 'green' | 'blue', CrosstalkKernel>>;
  } & Readonly<Record<'in' | 'out' | 'flatIn' | 'flatOut', readonly (readonly number[])[]>>;
  readonly nonLinearity: readonly {
    readonly a2: number;
    readonly a3: number;
    readonly u: readonly number[];
    readonly response: readonly number[];
  }[];
}
interface HdrCapture {
  readonly well: number;
  readonly converter: number;
  readonly read: number;
  readonly lsb: number;
  readonly exposureRatio: number;
  readonly sensitivity: number;
}
interface HdrCase {
  readonly name: string;
  readonly captures: readonly HdrCapture[];
  readonly bits: number;
  readonly blackLevel: number;
  readonly knee: number;
  readonly knees: readonly {
    readonly signalElectrons: number;
    readonly snrBeforeDb: number;
    readonly snrAfterDb: number;
    readonly dipDb: number;
  }[];
  readonly referenceSaturationElectrons: number;
  readonly dynamicRangeDb: number;
  readonly levels: readonly {
    readonly electrons: number;
    readonly capture: number;
    readonly sd: number;
  }[];
}

const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as Cases;

/** Single precision of the picture; the golden's own tolerance. */
const PICTURE = 2e-6;
/** The model has ten digits in its file. */
const DIGITS = 1e-9;
/** A share of a pixel; the golden's own tolerance. */
const SKEW = 1e-3;

/** A sensor from the text of a file, with the defaults of a recipe. */
async function sensorOf(file: object): Promise<SensorPlan> {
  const { sensor } = await readSensorFile(JSON.stringify({ name: 'own', ...file }), 'own.json');
  return sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters));
}

const relative = (value: number, truth: number): number =>
  value === truth ? 0 : Math.abs(value / truth - 1);

describe('windows and flicker', () => {
  test.each(cases.time)('$shutter $flicker', async (golden) => {
    const { rows, exposureSeconds, shutter } = golden;
    const sensor = await sensorOf({ shutter });
    const timing = frameTiming(sensor, rows, exposureSeconds);
    const flicker = golden.flicker
      ? ({ depth: 1, phaseDegrees: 0, ...golden.flicker } as FlickerPlan)
      : undefined;
    const still = rowSeconds(timing, 0, { flicker, beginSeconds: 0 });
    const moving = new Float64Array(rows);
    for (const [cell, factor] of golden.stepFactors.entries()) {
      const span = { from: cell * golden.lightStep, to: (cell + 1) * golden.lightStep };
      const weights = rowSeconds(timing, 0, { flicker, beginSeconds: 0, cell: span });
      for (const [row, weight] of weights.entries()) moving[row]! += weight * factor;
    }
    for (let row = 0; row < rows; row += 1) {
      const window = rowWindow(timing, 0, row);
      expect(Math.abs(window.beginSeconds - golden.beginSeconds[row]!)).toBeLessThan(DIGITS);
      expect(Math.abs(window.endSeconds - golden.endSeconds[row]!)).toBeLessThan(DIGITS);
      expect(Math.abs(window.waitSeconds - golden.waitSeconds[row]!)).toBeLessThan(DIGITS);
      expect(relative(still[row]!, golden.stillSeconds[row]!)).toBeLessThan(DIGITS);
      expect(relative(moving[row]!, golden.movingSeconds[row]!)).toBeLessThan(DIGITS);
    }
  });

  test.each(cases.edges)('an edge at $pixelsPerSecond px/s', async (golden) => {
    const { rows, cols: columns, x0, pixelsPerSecond, lightStep } = golden;
    const { lineSeconds, exposureSeconds } = golden;
    const sensor = await sensorOf({
      shutter: { kind: 'rolling', lineSeconds },
      sensorParams: { fill_factor: 1 },
    });
    const light = (cell: number): Float32Array => {
      const edge = x0 + pixelsPerSecond * (cell + 0.5) * lightStep;
      const row = Float32Array.from(
        { length: columns },
        (_, column) => 0.1 + 0.9 * Math.min(Math.max(edge - column, 0), 1),
      );
      const plane = sharedFloat32(rows * columns);
      for (let r = 0; r < rows; r += 1) plane.set(row, r * columns);
      return plane;
    };
    const { captures } = await exposeChip(
      {
        sensor,
        size: { rows, columns },
        light: { seconds: lightStep, count: golden.steps, light },
        exposureSeconds,
        noise: false,
        seeds: { temporal: 1, fixedPattern: 2 },
      },
      false,
      testHost(),
    );
    const full = pixelOf(sensor).area * exposureSeconds;
    const shares = captures[0]!.electrons().map((electrons) => electrons / full);
    for (const [column, share] of golden.row7.entries())
      expect(relative(shares[7 * columns + column]!, share)).toBeLessThan(PICTURE);
    const edges = Array.from({ length: rows }, (_, row) =>
      shares
        .subarray(row * columns, (row + 1) * columns)
        .reduce((sum, share) => sum + (share - 0.1) / 0.9, 0),
    );
    for (const [row, edge] of edges.entries()) {
      expect(Math.abs(edge - golden.edgeColumn[row]!)).toBeLessThan(SKEW);
      if (row > 0)
        expect(Math.abs(edge - edges[row - 1]! - golden.skewPixelsPerRow)).toBeLessThan(SKEW);
    }
  });
});

/** The sensor of a golden case. */
const hdrSensor = ({ captures, bits, blackLevel, knee, name }: HdrCase): Promise<SensorPlan> =>
  sensorOf({
    bits,
    blackLevel,
    sensorParams: { voltage_swing: 1 },
    merge: { knee },
    captures: captures.map(({ well, read, exposureRatio, sensitivity }, k) => ({
      name: `c${k}`,
      well_capacity: well,
      readNoiseElectrons: read,
      ...(k > 0 && { exposureRatio, sensitivity }),
      ...(k > 0 && sensitivity < 1 && { startLines: 0 }),
      ...(k > 0 && name.startsWith('dual') && { sharesChargeWith: 'c0' }),
    })),
  });

describe.each(cases.hdr)('captures of $name', (golden) => {
  test('saturation, range and knees', async () => {
    const sensor = await hdrSensor(golden);
    const captures = capturesOf(sensor);
    for (const [k, { pixel }] of captures.entries()) {
      expect(relative(pixel.saturation, golden.captures[k]!.converter)).toBeLessThan(DIGITS);
      expect(relative(pixel.electronsPerCode, golden.captures[k]!.lsb)).toBeLessThan(DIGITS);
      expect(relative(pixel.readNoise, golden.captures[k]!.read)).toBeLessThan(DIGITS);
    }
    const range = highDynamicRange(captures, mergeOf(sensor));
    expect(
      relative(range.referenceSaturationElectrons, golden.referenceSaturationElectrons),
    ).toBeLessThan(DIGITS);
    expect(relative(range.dynamicRangeDb, golden.dynamicRangeDb)).toBeLessThan(DIGITS);
    expect(range.knees).toHaveLength(golden.knees.length);
    for (const [k, knee] of range.knees.entries())
      for (const key of ['signalElectrons', 'snrBeforeDb', 'snrAfterDb'] as const)
        expect(relative(knee[key], golden.knees[k]![key])).toBeLessThan(DIGITS);
    for (const [k, knee] of range.knees.entries())
      expect(Math.abs(knee.dipDb - golden.knees[k]!.dipDb)).toBeLessThan(1e-7);
  });

  test('the capture that pick takes at each level', async () => {
    const sensor = await hdrSensor(golden);
    const merging = mergingOf(capturesOf(sensor), mergeOf(sensor));
    for (const { electrons, capture } of golden.levels) {
      const read = merging.scales.map((scale, k) =>
        Math.min(electrons * scale, golden.captures[k]!.converter),
      );
      // Only the capture that is taken gives this value, once the others are marked.
      const marked = read.map((value, k) => (k === capture ? value + 0.25 : value));
      expect(mergedElectrons(merging, marked)).toBeCloseTo(
        (read[capture]! + 0.25) / merging.scales[capture]!,
        6,
      );
    }
  });
});

test.each(['pick', 'blend', 'variance'] as const)('merging by %s', async (rule) => {
  const { merges } = cases;
  const golden = { ...cases.hdr[0]!, captures: merges.captures };
  const sensor = await hdrSensor(golden);
  const merging = mergingOf(capturesOf(sensor), { ...mergeOf(sensor), rule, blend: 0.1 });
  for (const [row, line] of merges[rule].entries())
    for (const [column, truth] of line.entries()) {
      const electrons = merges.electrons.map((plane) => plane[row]![column]!);
      expect(Math.abs(mergedElectrons(merging, electrons) - truth)).toBeLessThan(
        1e-6 * Math.max(1, Math.abs(truth)),
      );
    }
});

test('companding and back', () => {
  const { knees, linear, codes, expanded: back } = cases.companding;
  const curve = { bits: 12, knees };
  expect(linear.map((code) => companded(curve, code))).toEqual(codes);
  for (const [at, code] of codes.entries())
    expect(relative(expanded(curve, code) + 1, back[at]! + 1)).toBeLessThan(DIGITS);
});

test.each([
  ['in', 'out'],
  ['flatIn', 'flatOut'],
] as const)('crosstalk of light, borders included: %s', (from, to) => {
  const { kernels, [from]: input, [to]: output } = cases.crosstalk;
  const { layout } = mosaicOf({ order: 'rggb' });
  const weights = gatherWeights([kernels.red, kernels.green, kernels.blue], layout);
  const [rows, columns] = [input.length, input[0]!.length];
  const pixels = { rows, columns, layout };
  const range = { from: 0, to: rows * columns, limit: Infinity };
  const mixed = new Float32Array(rows * columns);
  mixPixelsPlain(Float32Array.from(input.flat()), pixels, weights, range, mixed);
  for (const [at, truth] of output.flat().entries())
    expect(relative(mixed[at]!, truth)).toBeLessThan(PICTURE);
});

test.each(cases.nonLinearity)('response of $a2, $a3', async ({ a2, a3, u, response }) => {
  const well = 60000;
  const sensor = await sensorOf({
    bits: 16,
    nonLinearity: [a2, a3],
    sensorParams: { well_capacity: well, voltage_swing: 1, dark_voltage: 0 },
  });
  const light = Float32Array.from(u, (share) => share * well);
  const { volts } = await exposeChip(
    {
      sensor,
      size: { rows: 1, columns: u.length },
      light,
      lightUnit: 'electrons',
      exposureSeconds: 0.01,
      noise: false,
      seeds: { temporal: 1, fixedPattern: 2 },
    },
    true,
    testHost(),
  );
  for (const [at, truth] of response.entries())
    expect(relative(volts![at]!, truth)).toBeLessThan(PICTURE);
});

describe('microlenses', () => {
  const { microlens } = cases;
  const own = {
    heightMicrometres: microlens.heightMicrometres,
    apertureMicrometres: microlens.apertureMicrometres,
    chiefRay: microlens.chiefRay,
  };
  /** The golden's own tolerance; shares have ten digits in its file. */
  const SHARE = 1e-6;

  test('behind the ideal lens, by image height', () => {
    for (const [at, height] of microlens.heightMm.entries())
      expect(Math.abs(microlensShare(own, idealLens, height) - microlens.share[at]!)).toBeLessThan(
        SHARE,
      );
  });

  test('on the axis, by f-number', () => {
    for (const [fNumber, share] of Object.entries(microlens.onAxisByFNumber)) {
      const lens = { fNumber: Number(fNumber), chiefRaySlope: () => 0 };
      expect(Math.abs(microlensShare(own, lens, 0) - share)).toBeLessThan(SHARE);
    }
  });

  test('partly covered, against a count of points of the pupil', () => {
    const lens = { fNumber: 1.8, chiefRaySlope: () => 0.35 };
    const straight = { ...own, chiefRay: { heightMm: [0, 1], degrees: [0, 0] } };
    const radius = own.heightMicrometres / (2 * lens.fNumber);
    const off = own.heightMicrometres * 0.35;
    const steps = 2000;
    let [inside, all] = [0, 0];
    for (let i = 0; i < steps; i += 1)
      for (let j = 0; j < steps; j += 1) {
        const [x, y] = [i, j].map((step) => ((2 * step + 1) / steps - 1) * radius) as [
          number,
          number,
        ];
        if (x ** 2 + y ** 2 > radius ** 2) continue;
        all += 1;
        if ((x + off) ** 2 + y ** 2 <= own.apertureMicrometres ** 2) inside += 1;
      }
    expect(inside / all).toBeLessThan(0.9);
    // Points of a grid: a share of a thousandth lies on the outlines.
    expect(Math.abs(microlensShare(straight, lens, 0.5) - inside / all)).toBeLessThan(1e-3);
  });

  test('every pixel has the share of its place', () => {
    const grid = { rows: 200, columns: 300, pitch: 2e-5, offset: [40, -30] as const };
    const fast = { ...idealLens, fNumber: 1.3 };
    const shares = microlensShares(own, fast, grid);
    for (const [row, column] of [
      [0, 0],
      [17, 250],
      [199, 299],
      [130, 110],
    ] as const) {
      const [x, y] = [column + 0.5 - 150 + 40, row + 0.5 - 100 - 30];
      const exact = microlensShare(own, fast, Math.hypot(x, y) * 0.02);
      expect(Math.abs(shares[row * 300 + column]! - exact)).toBeLessThan(1e-5);
    }
  });
});
