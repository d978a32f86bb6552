/** What kinds of surfaces, mirrors, moves and apertures have in common (docs/lens-design.md). */
import { describe, expect, it, test } from 'vitest';
import golden from '../../references/optics/surfaces/figures.json' with { type: 'json' };
import { modulationTransferCurves, lensReport } from '../../src/optics/lens-report.ts';
import { GLASSES, refractiveIndex } from '../../src/optics/glass/refractive-index.ts';
import { LENS_FRAME, movedFrame } from '../../src/optics/ray-trace/axis-moves.ts';
import { lensDesign, type LensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import type { Triple } from '../../src/optics/ray-trace/placement.ts';
import { scaledActions } from '../../src/optics/ray-trace/surface-parts.ts';
import { numbersOf } from '../../src/optics/ray-trace/surfaces/shape-numbers.ts';
import type { ShapeRow } from '../../src/optics/ray-trace/surfaces/shape-row.ts';
import { kindOf } from '../../src/optics/ray-trace/surfaces/shape.ts';
import { traceRays, type TracedRay } from '../../src/optics/ray-trace/trace-rays.ts';

const PLACES = [
  [0, 0],
  [1.3, 0],
  [0, -2.1],
  [1.7, 1.1],
  [-2.2, 0.4],
] as const;
const sagOf = (row: ShapeRow, x: number, y: number): number => {
  const numbers = numbersOf(row);
  return kindOf(numbers).sag(numbers, x, y);
};
/** Six operations of rounding, and what the expansion of a Q series adds. */
const [SAME, EXPANDED] = [12, 11];

describe('two names of one surface', () => {
  const conic = { radius: 21, conic: -0.4 } as const;
  it.each([
    [
      'a toroid with equal radii and a sphere',
      { radius: 21, shape: { kind: 'toroid', radiusX: 21, coefficients: [] } },
      { radius: 21 },
      SAME,
    ],
    [
      'a biconic with equal radii and a conic',
      { ...conic, shape: { kind: 'biconic', radiusX: 21, conicX: -0.4 } },
      conic,
      SAME,
    ],
    [
      'Qcon and its powers of r',
      // P₀ = 1 and P₁ = 6u² − 5.
      { ...conic, shape: { kind: 'qcon', normRadius: 4, coefficients: [0.02, -0.01] } },
      { ...conic, aspheric: [0, (0.02 + 0.05) / 4 ** 4, -0.06 / 4 ** 6] },
      EXPANDED,
    ],
    [
      'Z4 and Z9 of the fringe numbering, and their powers of r',
      {
        ...conic,
        shape: {
          kind: 'zernike',
          numbering: 'fringe',
          normRadius: 4,
          coefficients: [0.01, 0, 0, 0.03, 0, 0, 0, 0, 0.02],
        },
      },
      // 2u² − 1 and 6u⁴ − 6u² + 1, without their piston.
      { ...conic, aspheric: [(2 * 0.03 - 6 * 0.02) / 16, (6 * 0.02) / 256] },
      SAME,
    ],
    [
      'terms of x and y, and powers of r',
      {
        ...conic,
        shape: {
          kind: 'xy',
          normRadius: 2,
          terms: [
            [2, 0, 0.04],
            [0, 2, 0.04],
          ],
        },
      },
      { ...conic, aspheric: [0.01] },
      SAME,
    ],
  ] as const)('%s', (_, one, other, digits) => {
    const piston = sagOf(one, 0, 0);
    for (const [x, y] of PLACES)
      expect(sagOf(one, x, y) - piston).toBeCloseTo(sagOf(other, x, y), digits);
  });
});

const D = 587.5618;
const lensOf = (surfaces: readonly object[], keys: object = {}): LensDesign =>
  lensDesign(readLensFile({ name: 'Lens', stopIndex: 0, halfFieldDegrees: 1, ...keys, surfaces }));
const parallel = (x: number, y: number, z: number, M = 0): Parameters<typeof traceRays>[1][0] => ({
  x,
  y,
  z,
  L: 0,
  M,
  N: Math.sqrt(1 - M * M),
  wavelengthNm: D,
});
const traced = (design: LensDesign, ray: Parameters<typeof traceRays>[1][0]): TracedRay =>
  traceRays(design, [ray])[0]!;

const FOCAL_MM = 100;
/** A paraboloid that images what is far away on its axis. */
const parabola = (fNumber: number, apertures: readonly object[] = []): LensDesign =>
  lensOf([
    {
      radius: -2 * FOCAL_MM,
      conic: -1,
      thickness: -FOCAL_MM,
      glass: null,
      mirror: true,
      semiDiameter: 2 * FOCAL_MM * Math.tan(Math.asin(1 / (2 * fNumber)) / 2),
      ...(apertures.length > 0 && { apertures }),
    },
  ]);

test('a paraboloid images its axis in one point', () => {
  for (const [x, y] of PLACES) {
    const ray = traced(parabola(4), parallel(4 * x, 4 * y, -150));
    expect(Math.hypot(ray.x!, ray.y!)).toBeLessThan(1e-10);
  }
});

/** Rounding of the cells at the edges of a pupil of 256 samples. */
const TRANSFER = 0.002;

test.each(golden.annulus.map((one) => [one.lpPerMm, one] as const))(
  'a central obscuration has the transfer of a ring, at %s lp/mm',
  (_, { workingFNumber, obscuration, nm, lpPerMm, mtf }) => {
    const rim = 2 * FOCAL_MM * Math.tan(Math.asin(1 / (2 * workingFNumber)) / 2);
    const sine = obscuration / (2 * workingFNumber);
    const dark = 2 * FOCAL_MM * Math.tan(Math.asin(sine) / 2);
    const design = parabola(workingFNumber, [{ kind: 'circle', radius: dark, obscures: true }]);
    expect(dark).toBeLessThan(rim);
    const { tangential, sagittal } = modulationTransferCurves(design, nm, 0, [lpPerMm]);
    expect(Math.abs(tangential[0]! - mtf)).toBeLessThan(TRANSFER);
    expect(Math.abs(sagittal[0]! - mtf)).toBeLessThan(TRANSFER);
    // The dark middle is missing in the light, and so in the f-number of the fields.
    const { fields, firstOrder } = lensReport(design, [nm], [0]);
    expect(firstOrder[0]!.workingFNumber).toBeCloseTo(workingFNumber, 3);
    expect(fields[0]!.workingFNumber).toBeCloseTo(
      workingFNumber / Math.sqrt(1 - obscuration ** 2),
      2,
    );
  },
);

test('an ideal lens images parallel light in one point, with one path', () => {
  const design = lensOf([
    { radius: null, thickness: 50, glass: null, semiDiameter: 9, thin: { focalLengthMm: 50 } },
  ]);
  for (const [x, y] of PLACES) {
    const ray = traced(design, parallel(2 * x, 2 * y, -10, 0.1));
    expect(ray.x).toBeCloseTo(0, 12);
    expect(ray.y).toBeCloseTo((50 * 0.1) / Math.sqrt(1 - 0.01), 12);
  }
  const { fields } = lensReport(design, [D], [0, 1]);
  for (const { rmsSpotUm, wavefrontRmsWaves } of fields) {
    expect(rmsSpotUm).toBeLessThan(1e-9);
    expect(wavefrontRmsWaves).toBeLessThan(1e-9);
  }
});

test('a prism at its least deviation turns the light by what its angle and index say', () => {
  const apex = 50;
  const index = refractiveIndex(GLASSES['N-BK7']!, D);
  const half = (apex * Math.PI) / 360;
  const inside = Math.asin(index * Math.sin(half));
  const turn = ((inside - half) * 180) / Math.PI;
  // The axis enters at the angle of least deviation and leaves in the middle of the image.
  const design = lensOf([
    {
      radius: null,
      thickness: 6,
      glass: 'N-BK7',
      semiDiameter: 30,
      before: [{ tilt: [(-inside * 180) / Math.PI, 0, 0] }],
      after: { tilt: [apex / 2, 0, 0] },
    },
    {
      radius: null,
      thickness: 1,
      glass: null,
      semiDiameter: 30,
      before: [{ tilt: [apex / 2, 0, 0] }],
      after: { tilt: [(-inside * 180) / Math.PI, 0, 0] },
    },
    { radius: 80, thickness: 3, glass: 'N-BK7', semiDiameter: 30 },
    { radius: null, thickness: 100, glass: null, semiDiameter: 30 },
  ]);
  const ray = traced(design, parallel(0, 0, -20));
  expect(Math.hypot(ray.x!, ray.y!)).toBeLessThan(1e-9);
  expect((Math.asin(Math.abs(ray.M!)) * 180) / Math.PI).toBeCloseTo(2 * turn, 9);
});

test('a grating turns light by its equation', () => {
  const linesPerMicrometre = 0.3;
  const design = lensOf([
    {
      radius: null,
      thickness: 30,
      glass: null,
      semiDiameter: 9,
      phase: { kind: 'grating', order: -2, linesPerMicrometre },
    },
    { radius: null, thickness: 50, glass: null, semiDiameter: 60, thin: { focalLengthMm: 50 } },
  ]);
  const { y } = traced(design, parallel(0, 0, -5, 0.2));
  const sine = 0.2 - 2 * D * 1e-3 * linesPerMicrometre;
  // Behind the ideal lens a direction is a place.
  expect(y).toBeCloseTo((50 * sine) / Math.sqrt(1 - sine * sine), 10);
});

test('a move of order 1 with its signs turned undoes a move of order 0', () => {
  const [decentre, tilt]: [Triple, Triple] = [
    [0.3, -1.2, 2],
    [12, -31, 47],
  ];
  const back = (values: Triple): Triple => [-values[0], -values[1], -values[2]];
  const there = movedFrame(LENS_FRAME, { decentre, tilt }, 1);
  const again = movedFrame(there, { decentre: back(decentre), tilt: back(tilt), order: 1 }, 1);
  for (const [at, value] of LENS_FRAME.turn.entries())
    expect(again.turn[at]).toBeCloseTo(value, 14);
  for (const value of again.vertexMm) expect(value).toBeCloseTo(0, 13);
});

test('angles of rays stay where a lens of any kind grows', () => {
  const surfaces = [
    {
      radius: 40,
      thickness: 3,
      glass: 'N-BK7',
      semiDiameter: 8,
      shape: { kind: 'qbfs', normRadius: 9, coefficients: [-0.05, 0.02] },
      before: [{ tilt: [2, 0, 0], decentre: [0.1, 0.2, 0], thickness: 1 }],
    },
    {
      radius: -70,
      thickness: 5,
      glass: null,
      semiDiameter: 9,
      phase: { kind: 'radial', order: 1, normRadius: 10, coefficients: [-300, 20] },
      apertures: [{ kind: 'ellipse', halfX: 8, halfY: 7, x: 0.5 }],
    },
    { radius: null, thickness: 40, glass: null, semiDiameter: 9, thin: { focalLengthMm: 90 } },
  ];
  const design = lensOf(surfaces);
  const scale = 2.5;
  const larger = lensOf(surfaces, { focalLengthMm: scale * design.focalLengthMm });
  const [one, other] = [
    traced(design, parallel(1, 2, -5, 0.03)),
    traced(larger, parallel(scale, 2 * scale, -5 * scale, 0.03)),
  ];
  for (const axis of ['L', 'M', 'N'] as const) expect(other[axis]).toBeCloseTo(one[axis]!, 12);
  for (const axis of ['x', 'y', 'oplMm'] as const)
    expect(other[axis]! / scale).toBeCloseTo(one[axis]!, 10);
  expect(scaledActions({ mirror: true }, scale)).toEqual({ mirror: true });
});
