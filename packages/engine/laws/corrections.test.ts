/** Laws of what stands between sensor and ISP (docs/reference/isp.md#corrections). */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LensShadingPlan } from '../src/corrections/lens-shading.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { illuminants } from '../src/illuminants/list.ts';
import { loadLens } from '../src/optics/load-lens.ts';
import { correctedMosaic } from '../src/pipeline/corrections-stage.ts';
import { formLight } from '../src/pipeline/form-light.ts';
import { ispRules } from '../src/isps/fast-open-isp/plan.ts';
import { cameraOf } from '../src/pipeline/isp-stage.ts';
import { lightSceneStage } from '../src/pipeline/light-scene-stage.ts';
import type { SensedPlan } from '../src/pipeline/sensor-stage.ts';
import { mosaicOf } from '../src/sensors/colour-filters.ts';
import { UNWATCHED } from '../src/stage.ts';
import { planOf, run, runWatched } from './run.ts';
import { testHost } from './test-host.ts';

/** Deviation of a pixel of an even field from the mean of its colour. */
const EVEN = 0.003;
/**
 * What noise adds where 16 frames are measured: 4.5 standard errors of a node, the mean of 39
 * pixels of each colour with 4500 electrons, PRNU .22 % and DSNU .17 %.
 */
const FLAT_NOISE = 0.0034;
/** The lowest light, over the axis, of a lens whose corners are dark. */
const DARK_CORNER = 0.82;

const shading: LensShadingPlan = { from: 'truth', strength: 1, grid: [33, 25], most: 8 };
const isp = { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) };

describe('an even field, through the Double-Gauss where nothing else is said,', () => {
  const even = (lensShading: LensShadingPlan | undefined): SensedPlan => {
    const plan = planOf(
      {
        scene: 'uniformField',
        sceneParameters: { hfov: 40 },
        sensorParameters: { rows: 300, cols: 400, pixel_size: 7 },
      },
      {
        optics: 'double-gauss',
        toneMap: { operator: 'linear', key: 0.18, bits: 16 },
        ...(lensShading && { lensShading }),
      },
    );
    return { ...plan, sensor: plan.sensor! };
  };
  const host = testHost();
  /** The light of the even field, which has no lens shading yet. */
  const formed = async () => {
    const plan = even(undefined);
    const { result: lit, toForm } = await lightSceneStage(plan, host);
    const lens = await loadLens(plan.optics);
    const { light } = (await formLight({ plan, lit, lens }, toForm, host, UNWATCHED)).result;
    return { lit, lens, light, full: light.reduce((most, value) => Math.max(most, value), 0) };
  };
  let field: Awaited<ReturnType<typeof formed>>;
  beforeAll(async () => {
    field = await formed();
  });
  /** Smallest and largest tone over the mean of the four pixels in the middle, by colour. */
  const spread = async (lensShading: LensShadingPlan | undefined, margin = 0) => {
    const { lit, lens, light, full } = field;
    const plan = even(lensShading);
    const { tones } = await correctedMosaic(
      { plan, lit, lens },
      { raw: new Uint16Array(light.length), linear: { electrons: light, full } },
      undefined,
      host,
      UNWATCHED,
    );
    let [least, most] = [Infinity, 0];
    const { rows, columns } = plan.grid;
    for (let row = margin; row < rows - margin; row += 1)
      for (let column = margin; column < columns - margin; column += 1) {
        const middle = (rows / 2 + (row & 1)) * columns + columns / 2 + (column & 1);
        const share = tones!.values[row * columns + column]! / tones!.values[middle]!;
        least = Math.min(least, share);
        most = Math.max(most, share);
      }
    return { least, most };
  };

  test('through the ideal lens is even behind microlenses that lose light in the corners', async () => {
    const chiefRay = { heightMm: [0, 2], degrees: [0, 4] };
    const microlens = { heightMicrometres: 4, apertureMicrometres: 0.9, chiefRay };
    const behind = (plan: SensedPlan): SensedPlan => ({
      ...plan,
      optics: undefined,
      sensor: { ...plan.sensor, chip: { microlens } },
    });
    const { grid } = even(undefined);
    const unshaded = { ...behind(even(undefined)), noise: false, exposureSeconds: 1e-3 };
    const { electrons } = (await runWatched(unshaded)).arrays;
    const middle = (grid.rows / 2) * grid.columns + grid.columns / 2;
    expect(electrons.data[0]! / electrons.data[middle]!).toBeLessThan(0.85);
    const plan = behind(even(shading));
    const { result: lit } = await lightSceneStage(plan, host);
    const lens = await loadLens(plan.optics);
    const light = Float32Array.from(electrons.data);
    const { tones } = await correctedMosaic(
      { plan, lit, lens },
      { raw: new Uint16Array(light.length), linear: { electrons: light, full: light[middle]! } },
      undefined,
      host,
      UNWATCHED,
    );
    let worst = 0;
    for (let row = 0, at = 0; row < grid.rows; row += 1)
      for (let column = 0; column < grid.columns; column += 1, at += 1) {
        const same = (grid.rows / 2 + (row & 1)) * grid.columns + grid.columns / 2 + (column & 1);
        worst = Math.max(worst, Math.abs(tones!.values[at]! / tones!.values[same]! - 1));
      }
    expect(worst).toBeLessThan(EVEN);
  });

  test('is dark in its corners, and even after lens shading', async () => {
    const dark = await spread(undefined);
    expect(dark.least).toBeLessThan(DARK_CORNER);
    // At the border a cell of `flat` lies on one side of its node: the gain belongs to its middle.
    for (const [from, margin, allowed] of [
      ['truth', 0, EVEN],
      ['flat', 13, EVEN + FLAT_NOISE],
    ] as const) {
      const { least, most } = await spread({ ...shading, from }, margin);
      expect(1 - least, from).toBeLessThan(allowed);
      expect(most - 1, from).toBeLessThan(allowed);
    }
  });

  test('half the strength leaves the square root of the shading', async () => {
    const dark = await spread(undefined);
    const { least } = await spread({ ...shading, strength: 0.5 });
    expect(Math.abs(least / Math.sqrt(dark.least) - 1)).toBeLessThan(EVEN);
  });
});

const small = { sensorParameters: { rows: 96, cols: 128 } };

test.each(['greyWorld', 'whitePatch', 'greyEdge', 'truth'] as const)(
  'the picture by %s has the bits of the picture with the found numbers typed in',
  async (whiteBalance) => {
    const plan = planOf(small, { isp, exposureSeconds: 0.02 });
    const found = await run({ ...plan, whiteBalance });
    const { red, blue, from } = found.report.isp!.whiteBalance!;
    expect(from).toBe(whiteBalance);
    const { parameters } = isp;
    const green = (parameters.awbGr + parameters.awbGb) / 2;
    const typed = {
      ...parameters,
      awbR: Math.round(green * red!),
      awbB: Math.round(green * blue!),
    };
    const wanted = await run({ ...plan, isp: { ...isp, parameters: typed } });
    expect(found.image).toEqual(wanted.image);
    expect(found.raw).toEqual(wanted.raw);
    expect(found.image).not.toEqual((await run(plan)).image);
  },
);

test('a picture with too little to look at keeps the gains of AWB', async () => {
  const plan = planOf(small, { isp, exposureSeconds: 1e-6 });
  const { report, image, log } = await run({ ...plan, whiteBalance: 'greyWorld' });
  expect(report.isp!.whiteBalance).toMatchObject({ from: 'fixed', cells: 0 });
  expect(log.join('\n')).toContain('The rule greyWorld found no gains: 0 cells');
  expect(image).toEqual((await run(plan)).image);
});

test('the matrix by calibration suits the light at both ends, and between them elsewhere', async () => {
  const matrixUnder = async (
    light: 'illuminantA' | 'd50' | 'd65',
    rule: 'light' | 'calibration',
  ) => {
    const plan = planOf(small, {
      isp,
      whiteBalance: 'truth',
      colourMatrix: rule,
      illuminant: {
        label: light,
        energy: Float64Array.from(illuminants[light].energy),
        absolute: false,
      },
    });
    const host = testHost();
    const { result: lit } = await lightSceneStage(plan, host);
    const shot = { plan: { ...plan, sensor: plan.sensor! }, lit, lens: await loadLens(undefined) };
    const rules = await ispRules(cameraOf(shot), isp.parameters, host);
    const empty = { codes: new Uint16Array(), rows: 0, columns: 0, bits: 10, black: 0, layout: [] };
    const { parameters, colourMatrix } = rules.settle({
      ...empty,
      layout: mosaicOf(plan.sensor!).layout,
    });
    return { values: parameters.ccmValues, colourMatrix };
  };
  for (const [light, weight] of [
    ['illuminantA', 0],
    ['d65', 1],
  ] as const) {
    const mixed = await matrixUnder(light, 'calibration');
    const { values } = await matrixUnder(light, 'light');
    expect(mixed.colourMatrix!.weight).toBeCloseTo(weight, 9);
    const sums = mixed.values.map((row) => row.reduce((sum, factor) => sum + factor, 0));
    expect(new Set(sums).size).toBe(1);
    // Rounding leaves the rows of a light with sums that differ by 1 of 1024.
    for (const [r, row] of values.entries())
      for (const [c, factor] of row.entries())
        expect(Math.abs(factor - mixed.values[r]![c]!)).toBeLessThanOrEqual(2);
  }
  const { weight, kelvin } = (await matrixUnder('d50', 'calibration')).colourMatrix!;
  expect(weight).toBeGreaterThan(0.5);
  expect(weight).toBeLessThan(1);
  expect(kelvin).toBeCloseTo(1 / (weight! / 6504 + (1 - weight!) / 2856), 6);
});

test('corrections give the same bits in any order of parts', async () => {
  const plan = planOf(small, {
    isp: { ...isp, parameters: { ...isp.parameters, blcR: 4 } },
    optics: 'double-gauss',
    toneMap: { operator: 'reinhard', key: 0.18, bits: 12 },
    lensShading: { ...shading, from: 'flat' },
    whiteBalance: 'greyEdge',
    colourMatrix: 'light',
  });
  const one = await run(plan, testHost());
  const other = await run(plan, testHost({ order: 'backwards' }));
  expect(other.image).toEqual(one.image);
  expect(one.log.join('\n')).toContain('BLC subtracts');
  expect(one.report.isp).toMatchObject({
    toneMap: { operator: 'reinhard', bits: 12 },
    lensShading: { from: 'flat' },
    colourMatrix: { from: 'light' },
  });
});

test('without an ISP the picture is the tones in sRGB', async () => {
  const plan = planOf(small, { exposureSeconds: 0.02 });
  const { image } = await run({ ...plan, toneMap: { operator: 'linear', key: 0.18, bits: 12 } });
  const { raw } = await run(plan);
  expect(image.channels).toBe(1);
  const brighter = image.data.filter((value, i) => value > (255 * raw![i]!) / 1023);
  expect(brighter.length).toBeGreaterThan(image.data.length / 2);
});
