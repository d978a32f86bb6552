/** Pictures of lenses by what was measured of them (docs/measured-lenses.md). */
import { describe, expect, test } from 'vitest';
import { autofocusMeasured } from '../../src/optics/focus/autofocus.ts';
import type { FocusSettings } from '../../src/optics/focus/focus-settings.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import { measuredLens } from '../../src/optics/measured/measured-lens.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { thinLens } from '../../src/optics/thin-lens.ts';
import { BANDS, WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import type { Table } from '../../src/text/json-fields.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand } from './lens-scenes.ts';

const PITCH = 3e-6;
const GREEN = oneBand(WAVELENGTHS.indexOf(550));
const ALL = new Float64Array(BANDS).fill(1);
const HFOV = (20 * Math.PI) / 180;
const host = testHost();
const watch = { stopped: () => false, progress: () => undefined };

/** Cells without symmetry in any direction. */
const scene = litPattern({
  kind: 'cells',
  rows: 48,
  columns: 64,
  planes: [Float32Array.from({ length: 48 * 64 }, (_, i) => ((i * 7919) % 101) / 100)],
});
const middle: PixelGrid = { rows: 48, columns: 64, pitch: PITCH };
const corner: PixelGrid = { ...middle, offset: [150, 110] };

/** The picture over the light of the axis. */
async function picture(lens: Lens, grid: PixelGrid, response = GREEN): Promise<Float32Array> {
  const task = { lit: scene, hfov: HFOV };
  const formed = await lens.formImage(task, { grid, receptors: uniform(response) }, host, watch);
  return formed.map((value) => value / lens.irradiancePerRadiance);
}

/** Largest difference of two pictures, as a share of the largest value. */
function differenceOf(one: Float32Array, other: Float32Array): number {
  const most = other.reduce((a, b) => Math.max(a, b));
  expect(most).toBeGreaterThan(0);
  return one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - other[i]!)), 0) / most;
}

/** The ideal lens as somebody might measure it: rectilinear, evenly lit, telecentric. */
const ideal: Table = {
  kind: 'measured',
  name: 'Ideal',
  focalLengthMm: 8.2,
  fNumber: 4,
  imageCircleMm: 6,
  illumination: { at: [0, 3], share: [1, 1] },
  chiefRay: { at: [0, 3], degrees: [0, 0] },
  exitPupilMm: 8.2,
};
const measured = (change: Table = {}, focus?: FocusSettings): Lens =>
  measuredLens(readMeasuredLens({ ...ideal, ...change }), focus);

/** The same pupils on maps that are tables in the one case and formulas in the other. */
const SAME = 2e-3;
/** The defocus of the ideal lens is a parabola (measured: 2.1e-3). */
const PARAXIAL = 4e-3;

describe.each([
  ['in the middle', middle],
  ['in a corner', corner],
] as const)('%s', (_, grid) => {
  test('a measured ideal lens forms the picture of the ideal lens', async () => {
    const own = await picture(measured(), grid, ALL);
    const thin = await picture(thinLens({ fNumber: 4 }), grid, ALL);
    expect(differenceOf(own, thin)).toBeLessThan(SAME);
  });

  test.each<[string, FocusSettings, number]>([
    ['in focus nearby', { objectDistance: 0.5, focusDistance: 0.5 }, SAME],
    ['out of focus', { objectDistance: 0.5, focusDistance: 1 }, PARAXIAL],
    ['stopped down', { fNumber: 8 }, SAME],
  ])('%s it does too', async (__, focus, tolerance) => {
    const own = await picture(measured({}, focus), grid);
    const thin = await picture(thinLens({ fNumber: 4, ...focus }), grid);
    expect(differenceOf(own, thin)).toBeLessThan(tolerance);
  });

  test('a sensor off the axis sees what lies there', async () => {
    const centre = [30 * PITCH * 1e3, -20 * PITCH * 1e3];
    const [right, down] = grid.offset ?? [0, 0];
    const there = { ...grid, offset: [right - 30, down + 20] as const };
    expect(
      differenceOf(await picture(measured({ centre }), grid), await picture(measured(), there)),
    ).toBeLessThan(1e-6);
  });
});

const calibration = {
  model: 'plumb_bob',
  fx: 1000,
  fy: 1000,
  cx: 319.5,
  cy: 239.5,
  coefficients: [-0.2, 0.05, 0, 0, 0],
  imageSize: [640, 480],
  pixelMicrometres: 8.2,
};
const { focalLengthMm: _, imageCircleMm: __, ...others } = ideal;
const calibrated = (change: Table = {}): Lens =>
  measuredLens(readMeasuredLens({ ...others, distortion: { ...calibration, ...change } }));

test('a calibration that is hardly not round forms the picture of the round one', async () => {
  const round = await picture(calibrated(), corner);
  const uneven = await picture(calibrated({ fy: 1000 * (1 + 1e-9) }), corner);
  expect(differenceOf(uneven, round)).toBeLessThan(SAME);
});

test('the middle of a calibration lies where its axis is', async () => {
  const lens = calibrated({ cx: 339.5, fy: 1004, coefficients: [-0.2, 0.05, 0.001, -0.002, 0] });
  expect(lens.imagePoint!(0, [0, 1])[0] / 8.2e-6).toBeCloseTo(20, 9);
  const round = await picture(calibrated(), corner);
  expect(differenceOf(await picture(lens, corner), round)).toBeGreaterThan(0.05);
});

test('white is as bright as the light of the table, whatever the wavefront', async () => {
  const fields = [0, 3].map((height) => ({
    height,
    terms: [0, 0, 0, 0.1, 0.2, 0, 0, 0.15, -0.1, 0, 0.05],
  }));
  const lens = measured({
    illumination: { at: [0, 3], share: [1, 0.6] },
    chiefRay: { at: [0, 3], degrees: [0, 15] },
    blur: { zernike: { ordering: 'fringe', wavelengthNm: 550, fields } },
  });
  const white = litPattern({
    kind: 'cells',
    rows: 1,
    columns: 1,
    planes: [Float32Array.of(1)],
  });
  const grid = { rows: 8, columns: 8, pitch: PITCH, offset: [300, 0] as const };
  const at = async (where: PixelGrid): Promise<number> => {
    const formed = await lens.formImage(
      { lit: white, hfov: HFOV },
      { grid: where, receptors: uniform(GREEN) },
      host,
      watch,
    );
    return formed[4 * 8 + 4]!;
  };
  const height = 300.5 * PITCH * 1e3;
  const share = (await at(grid)) / (await at({ ...grid, offset: [0, 0] }));
  const light = 1 - (0.4 * height) / 3;
  // A straight table falls on the axis too.
  const onAxis = 1 - (0.4 * Math.SQRT1_2 * PITCH * 1e3) / 3;
  expect(share).toBeCloseTo(light / onAxis, 3);
});

test.each([
  [Infinity, 4],
  [0.5, 4],
  [Infinity, 5.6],
])(
  'the autofocus takes the defocus of the wavefront away, at %f m and f/%f',
  (distance, fNumber) => {
    const termUm = 0.1;
    const file = readMeasuredLens({
      ...ideal,
      blur: {
        zernike: {
          ...{ ordering: 'fringe', unit: 'micrometres', wavelengthNm: 550 },
          fields: [{ height: 0, terms: [0, 0, 0, termUm] }],
        },
      },
    });
    const weights = GREEN;
    const target = { distance, angle: 0, linePairsPerMm: 60, weights };
    const { focusShift, autofocused } = autofocusMeasured(
      file,
      { fNumber, focusShift: 2e-6 },
      target,
    );
    // A sensor moved by dz changes the term by -dz a²/4 over the open pupil of semi-axis a.
    const openF = 4 * (distance === Infinity ? 1 : 1 + 8.2 / (1000 * distance - 8.2));
    const wanted = 4 * termUm * (2 * openF) ** 2;
    expect(Math.abs(focusShift! * 1e6 - 2 - wanted)).toBeLessThan(PARABOLA_UM);
    const limit = autofocusMeasured(readMeasuredLens(ideal), { fNumber }, target).autofocused!;
    expect(autofocused!.modulation).toBeCloseTo(limit.modulation, 3);
  },
);

/** The path of a moved sensor is a parabola near the axis (measured: .12). */
const PARABOLA_UM = 0.3;
