import { describe, expect, it } from 'vitest';
import { lensDesign, type LensDesign } from './lens-design.ts';
import type { SurfaceRow } from './lens-file.ts';
import { fieldFigures, firstOrderFigures } from './field-figures.ts';
import { describeFailure, newRay, type Ray } from './ray.ts';
import { traceRay, tracedLens } from './trace-ray.ts';
import { traceRays } from './trace-rays.ts';

/** Glass of index 1.5 at all wavelengths: n² − 1 = B·L²/(L² − 0). */
const glasses = { ideal: { B: [1.25, 0, 0], C: [0, 0, 0] } };
const lensOf = (surfaces: readonly SurfaceRow[], stopIndex = 0): LensDesign =>
  lensDesign({ name: 'test', surfaces, stopIndex, halfFieldDegrees: 5, glasses });
const EXACT = 1e-12;

/**
 * A plano-hyperbolic lens focuses parallel light to a point: back surface conic −n², focal length
 * R/(n − 1).
 */
const hyperbolic = (conic: number): LensDesign =>
  lensOf([
    { radius: null, thickness: 6, glass: 'ideal', semiDiameter: 10 },
    { radius: -20, thickness: 40, glass: null, semiDiameter: 12, conic },
  ]);

it('a plano-hyperbolic lens has no spherical aberration, a plano-spherical one has', () => {
  const sharp = fieldFigures(hyperbolic(-2.25), 550, 0);
  expect(sharp.rmsSpotUm).toBeLessThan(1e-9);
  expect(sharp.rmsWavefrontWaves).toBeLessThan(1e-9);
  expect(fieldFigures(hyperbolic(0), 550, 0).rmsSpotUm).toBeGreaterThan(100);
});

it('a sphere written as an even asphere traces alike', () => {
  const [R, semiDiameter] = [30, 3];
  // Series of the sphere's sag over the paraboloid: r⁴/(8R³) + r⁶/(16R⁵) + 5r⁸/(128R⁷) +
  // 7r¹⁰/(256R⁹).
  const asphere = [1 / (8 * R ** 3), 1 / (16 * R ** 5), 5 / (128 * R ** 7), 7 / (256 * R ** 9)];
  const [sphere, series] = [{}, { conic: -1, asphere }].map((shape) =>
    tracedLens(
      lensOf([
        { radius: R, thickness: 4, glass: 'ideal', semiDiameter, ...shape },
        { radius: -40, thickness: 30, glass: null, semiDiameter },
      ]),
      550,
    ),
  );
  for (const [x, y, M] of [
    [0, 2.5, 0],
    [1, -2, 0.1],
    [-2, 1, -0.15],
  ] as const) {
    const [one, other] = [sphere!, series!].map((lens) => {
      const ray = Object.assign(newRay(), {
        xMm: x,
        yMm: y - 5 * M,
        zMm: -5,
        M,
        N: Math.sqrt(1 - M * M),
      } satisfies Partial<Ray>);
      expect(traceRay(lens, ray)).toBe(0);
      return ray;
    });
    // The next term of the series, 21 r¹²/(1024 R¹¹), is 1e-12 mm.
    for (const key of ['xMm', 'yMm', 'L', 'M', 'N', 'opticalPathMm'] as const)
      expect(Math.abs(one![key] - other![key]), key).toBeLessThan(1e-10);
  }
});

it("a plane plate moves a ray sideways as Snell's law says, and keeps its direction", () => {
  const plate = lensOf([
    { radius: null, thickness: 10, glass: 'ideal', semiDiameter: 20 },
    { radius: null, thickness: 5, glass: null, semiDiameter: 20 },
    { radius: 50, thickness: 2, glass: 'ideal', semiDiameter: 20 },
    { radius: null, thickness: 60, glass: null, semiDiameter: 20 },
  ]);
  const traced = { ...tracedLens(plate, 550), count: 2, imagePlaneMm: 15 };
  const angle = 0.5;
  const ray = Object.assign(newRay(), { M: Math.sin(angle), N: Math.cos(angle) });
  expect(traceRay(traced, ray)).toBe(0);
  const inside = Math.asin(Math.sin(angle) / 1.5);
  expect(Math.abs(ray.yMm - 10 * Math.tan(inside) - 5 * Math.tan(angle))).toBeLessThan(EXACT);
  expect(Math.abs(ray.M - Math.sin(angle))).toBeLessThan(EXACT);
  expect(Math.abs(ray.opticalPathMm - 15 / Math.cos(inside) - 5 / Math.cos(angle))).toBeLessThan(
    EXACT,
  );
});

it('first order of a thin lens: 1/f = (n − 1)(1/R1 − 1/R2), stop and pupils on it', () => {
  const figures = firstOrderFigures(
    lensOf([
      { radius: 50, thickness: 1e-9, glass: 'ideal', semiDiameter: 5 },
      { radius: -50, thickness: 50, glass: null, semiDiameter: 6 },
    ]),
    550,
  );
  expect(figures.focalLengthMm).toBeCloseTo(50, 6);
  expect(figures.entrancePupilDiameterMm).toBeCloseTo(10, 6);
  expect(Math.abs(figures.entrancePupilMm)).toBeLessThan(1e-6);
});

describe('a failed ray says why', () => {
  const ball = lensOf([
    { radius: 5, thickness: 10, glass: 'ideal', semiDiameter: 4.9 },
    { radius: -5, thickness: 2.5, glass: null, semiDiameter: 3 },
  ]);
  const at = (y: number, M = 0): { readonly ok: boolean; readonly failure?: string } =>
    traceRays(ball, [{ x: 0, y, z: -10, L: 0, M, N: Math.sqrt(1 - M * M), wavelengthNm: 550 }])[0]!;
  it.each([
    [0.5, 0, undefined],
    [4.95, 0, 'is stopped by the clear aperture of surface 1'],
    [7, 0, 'misses surface 1'],
    [4.5, 0, undefined],
  ] as const)('at height %d', (y, M, failure) => {
    expect(at(y, M).failure).toBe(failure);
  });

  it('names total reflection', () => {
    const prism = tracedLens(
      lensOf([
        { radius: null, thickness: 2, glass: 'ideal', semiDiameter: 50 },
        { radius: null, thickness: 3, glass: null, semiDiameter: 50 },
        { radius: 50, thickness: 2, glass: 'ideal', semiDiameter: 20 },
        { radius: null, thickness: 90, glass: null, semiDiameter: 20 },
      ]),
      550,
    );
    // Begun inside the glass, beyond the critical angle of 41.8°.
    const inside = {
      ...prism,
      indicesBefore: prism.indicesBefore.map((value, i) => (i === 0 ? 1.5 : value)),
      indexRatios: prism.indexRatios.map((value, i) => (i === 0 ? 1 : value)),
    };
    const ray = Object.assign(newRay(), { M: Math.sin(0.8), N: Math.cos(0.8) });
    expect(describeFailure(traceRay(inside, ray), inside)).toBe(
      'is totally reflected at surface 2',
    );
  });
});
