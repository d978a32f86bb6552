/** Lenses by the responses to edges on their pictures (docs/measured-lenses.md#curves). */
import { expect, test } from 'vitest';
import { measuredDesign, opticsOf } from '../../src/optics/measured/measured-design.ts';
import { measuredPupil } from '../../src/optics/measured/measured-pupil.ts';
import { curveWavefront } from '../../src/optics/measured/measured-wavefront.ts';
import { measuredReport } from '../../src/optics/measured/measured-report.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { opticalTransfer } from '../../src/optics/point-spread/modulation-transfer.ts';
import { sinc } from '../../src/quantities/sinc.ts';

const tables = {
  ...{ kind: 'measured', name: 'Edges', focalLengthMm: 8.2, fNumber: 2.8, imageCircleMm: 6 },
  illumination: { at: [0, 3], share: [1, 0.7] },
};
const PIXEL_UM = 2.2;
const FREQUENCIES = [0.05, 0.15, 0.3, 0.5];
/** Across the pupil: enough for 2e-3. */
const SAMPLES = 40;
/** White of three colours, as the reference has it. */
const WHITE = [
  [487, 1 / 6],
  [560, 2 / 3],
  [633, 1 / 6],
] as const;
const wavefront = [0, 1.5, 3].map((height) => {
  const share = height / 3;
  const terms = [0, 0, 0, -0.05, 0.15 * share ** 2, 0, 0, -0.18 * share, -0.07];
  return { height, terms };
});
const design = measuredDesign(
  readMeasuredLens({
    ...tables,
    blur: {
      zernike: { ordering: 'fringe', unit: 'micrometres', wavelengthNm: 550, fields: wavefront },
    },
  }),
);

/** What a picture of the lens would show at a place, pixels from the middle. */
function edgeAt(x: number, y: number, direction: 'horizontal' | 'vertical') {
  const heightMm = 1e-3 * PIXEL_UM * Math.hypot(x, y);
  const angle = Math.atan(heightMm / opticsOf(design).focalLengthMm);
  // Between the frequency, along rows or columns, and the field.
  const field = heightMm === 0 ? Math.PI / 2 : Math.atan2(y, x);
  const towards = Math.abs(field - (direction === 'horizontal' ? 0 : Math.PI / 2));
  const values = FREQUENCIES.map((cycles) => {
    const sum = WHITE.map(([nm, weight]) => {
      const [value] = opticalTransfer(
        measuredPupil(design, nm, angle),
        [cycles / (1e-3 * PIXEL_UM)],
        towards,
        SAMPLES,
      );
      return [weight * value![0], weight * value![1]] as const;
    });
    const [real, imaginary] = [0, 1].map((i) => sum.reduce((all, part) => all + part[i]!, 0));
    return Math.hypot(real!, imaginary!) * sinc(cycles);
  });
  return { x, y, direction, frequencies: FREQUENCIES, values };
}

/** Law of the golden for curves; measured: .003. */
const RETURNED = 0.015;

/** The same between the heights of the edges, in one colour; measured: .022. */
const BETWEEN = 0.04;

test('edges at six places give back the lens, in directions that are neither along nor across', () => {
  const places = [
    [0, 0],
    [800, 0],
    [0, 600],
    [640, 480],
    [-960, -720],
    [500, -900],
  ] as const;
  const sfr = places.flatMap(([x, y]) => [edgeAt(x, y, 'horizontal'), edgeAt(x, y, 'vertical')]);
  const file = readMeasuredLens({ ...tables, blur: { sfr, pixelMicrometres: PIXEL_UM } });
  const { measured } = measuredReport(measuredDesign(file), {
    wavelengths: [550],
    fields: [0],
    frequencies: [],
  });
  expect(measured.worst).toBeLessThan(RETURNED);
  expect(measured.curves).toHaveLength(sfr.length);
  const asked = {
    wavelengths: [550],
    fields: [0, 0.45, 0.98],
    shifts: [0],
    frequencies: [60, 150],
  };
  const [own, other] = [design, measuredDesign(file)].map(
    (one) => measuredReport(one, asked).throughFocus!,
  );
  for (const [i, row] of own!.entries())
    for (const key of ['tangential', 'sagittal'] as const)
      for (const [k, value] of row[key].entries())
        expect(Math.abs(other![i]![key][k]! - value)).toBeLessThan(BETWEEN);
});

test('heights of edges are counted from the axis of a calibration', () => {
  const edge = edgeAt(400, 0, 'horizontal');
  const file = readMeasuredLens({
    ...{ kind: 'measured', name: 'Aside', fNumber: 2.8 },
    distortion: {
      ...{ model: 'plumb_bob', fx: 3700, fy: 3700, cx: 1099.5, cy: 449.5 },
      ...{ coefficients: [0, 0, 0, 0, 0], imageSize: [2000, 1000], pixelMicrometres: PIXEL_UM },
    },
    // The axis is 100 pixels right of the middle and 50 above it.
    blur: {
      pixelMicrometres: PIXEL_UM,
      sfr: [
        { ...edgeAt(0, 0, 'horizontal'), x: 100, y: -50 },
        { ...edge, x: 500, y: -50 },
      ],
    },
  });
  const { heightsMm } = opticsOf(measuredDesign(file)).wavefront;
  expect(heightsMm[0]).toBe(0);
  expect(heightsMm[1]).toBeCloseTo(400 * 1e-3 * PIXEL_UM, 9);
});

test('fitted coma does not move the centroid of the light off the map', () => {
  const fit = {
    nodes: [
      { heightMm: 0, terms: [0, 0, 0, 0, 0, 0, 0], coreUm2: [0, 0] as const },
      { heightMm: 3, terms: [0.1, 0.1, -0.2, -0.05, 0.02, 0.06, 0], coreUm2: [0, 0] as const },
    ],
    isSideKnown: false,
  };
  const file = readMeasuredLens({
    ...{ kind: 'measured', name: 'Coma', focalLengthMm: 8.2, fNumber: 2.8, imageCircleMm: 6 },
    blur: {
      mtf: { curves: [{ height: 3, frequencies: [50], tangential: [0.5], sagittal: [0.5] }] },
    },
  });
  const asMeasured = { scale: 1, stop: 1, defocusMm: 0, shiftMm: 0, isAdjusted: false };
  const coma = { kind: 'measured', file, fit, ...asMeasured } as const;
  const { centroidMm } = measuredPupil(coma, 550, opticsOf(coma).halfField);
  expect(curveWavefront(fit).at(3, 550)[6]).not.toBe(0);
  expect(opticsOf(coma).wavefront.at(3, 550)).toEqual(curveWavefront(fit).at(3, 550));
  // Without the tilt coma moves it by .95 µm.
  expect(Math.abs(centroidMm)).toBeLessThan(2e-5);
});
