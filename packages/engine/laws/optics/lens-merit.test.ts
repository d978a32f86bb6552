/** Merits of lens studies and their derivatives (docs/lens-design.md). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import {
  raysAt,
  lensProblem,
  startValues,
  residualsAt,
  gradientOfSquare,
  squaredMerit,
  type LensProblem,
} from '../../src/lens-design/lens-problem.ts';
import { readLensStudy } from '../../src/lens-design/lens-study.ts';
import { pupilPoints } from '../../src/lens-design/pupil-points.ts';
import { pupilRay } from '../../src/lens-design/field-rays.ts';
import { optimiseLens } from '../../src/lens-design/optimise-lens.ts';
import { searchLenses } from '../../src/lens-design/multi-start.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { newRay } from '../../src/optics/ray-trace/ray.ts';
import { traceRay, tracedLens } from '../../src/optics/ray-trace/trace-ray.ts';
import { testHost } from '../test-host.ts';

const { focalLengthMm: _, imageDistance: __, ...cooke } = lensFiles['cooke-triplet'];
/** The triplet with everything that a lens may have: conics, aspheres, tilts, groups. */
const crooked = readLensFile({
  ...cooke,
  surfaces: cooke.surfaces.map((row, i) => ({
    ...row,
    ...(i === 5 && { thickness: 42.2 }),
    ...(i === 1 && { conic: -0.5, tilt: [0.2, -0.1, 5] }),
    ...(i === 4 && { conic: 0.3, aspheric: [1e-5, -1.5e-6, 2e-9] }),
    ...(i === 2 && { decentre: [0.02, -0.03, 0.04] }),
  })),
  groups: [
    { surfaces: [2, 3], tilt: [0.1, 0.2, 1], decentre: [0.02, 0.01, -0.03], pivot: 0.4 },
    { surfaces: [2, 5], tilt: [-0.1, 0.05, 0] },
  ],
  image: { tilt: [0.3, -0.2, 2], decentre: [0.01, 0.02, 0.03] },
});

const PATHS = [
  ...['surfaces[0].curvature', 'surfaces[2].radius', 'surfaces[0].thickness'],
  ...['surfaces[1].thickness', 'surfaces[0].index', 'surfaces[2].index', 'surfaces[1].conic'],
  ...['surfaces[4].conic', 'surfaces[4].aspheric[0]', 'surfaces[4].aspheric[1]'],
  ...['surfaces[4].aspheric[2]', 'surfaces[1].tilt[0]', 'surfaces[3].tilt[1]'],
  ...['surfaces[1].tilt[2]', 'surfaces[2].decentre[0]', 'surfaces[4].decentre[1]'],
  ...['surfaces[2].decentre[2]', 'groups[0].tilt[0]', 'groups[0].tilt[2]', 'groups[1].tilt[1]'],
  ...['groups[1].decentre[0]', 'groups[0].decentre[2]', 'image.tilt[0]', 'image.tilt[1]'],
  ...['image.decentre[1]', 'image.decentre[2]'],
].map((path) => `lens.${path}`);

const OPERANDS = [
  { figure: 'eflMm', target: 51, weight: 0.01 },
  { figure: 'bflMm', max: 40, weight: 0.01 },
  { figure: 'totalTrackMm', min: 70, weight: 0.01 },
  { figure: 'centreThicknessMm', surface: 0, target: 4, weight: 0.1 },
  { figure: 'edgeThicknessMm', surface: 4, min: 5, weight: 0.1 },
  { figure: 'diameterMm', surface: 1, max: 10, weight: 0.1 },
  { figure: 'distortionPercent', field: 1, target: 1, weight: 0.1 },
  { figure: 'chiefRayAngleDegrees', field: -1, target: 10, weight: 0.01 },
  { figure: 'relativeIllumination', field: 1, min: 0.99, weight: 1 },
  { figure: 'lateralColourMm', field: 1, target: 0.01, weight: 10 },
  { figure: 'imageHeightMm', field: 0.7, target: 12, weight: 0.1 },
  { figure: 'fNumber', max: 4, weight: 0.01 },
];

const documentOf = (keys: object): object => ({
  name: 'law',
  lens: crooked,
  aperture: { entrancePupilDiameterMm: 9 },
  fields: [0, 0.7, -1],
  pupil: { rings: 2, arms: 6 },
  vary: PATHS.map((path) => ({ path })),
  operands: OPERANDS,
  ...keys,
});

const problemOf = (keys: object): LensProblem => {
  const study = readLensStudy(documentOf(keys));
  return lensProblem(study, study.vary);
};

/** Steps of the differences: so small that their fourth order is exact to `DIFFERENCES`. */
const STEPS: readonly (readonly [RegExp, number])[] = [
  [/curvature/, 1e-6],
  [/radius|thickness|decentre/, 1e-3],
  [/tilt/, 1e-2],
  [/index/, 1e-5],
  [/conic/, 1e-3],
  [/aspheric\[0\]/, 1e-7],
  [/aspheric\[1\]/, 1e-9],
  [/aspheric\[2\]/, 1e-11],
];
const DIFFERENCES = 1e-6;
/**
 * Relative rounding of M², which sums some hundred squares; wavefronts are paths of 70 mm, counted
 * in waves.
 */
const ROUNDING = { spot: 1e-13, wavefront: 1e-11 };

const stepOf = (path: string): number => STEPS.find(([pattern]) => pattern.test(path))![1];

/** Derivative of M² by one number, from four values (fourth order). */
function difference(problem: LensProblem, values: Float64Array, at: number): number {
  const size = stepOf(problem.vary[at]!.path);
  const squaredAt = (steps: number): number =>
    squaredMerit(residualsAt(problem, values.with(at, values[at]! + steps * size), false)!);
  return (8 * (squaredAt(1) - squaredAt(-1)) - (squaredAt(2) - squaredAt(-2))) / (12 * size);
}

describe('a merit', () => {
  it.each([
    ['spots', {}],
    ['wavefronts', { merit: 'wavefront' }],
    ['rays aimed at the stop', { aim: 'stop' }],
    ['vignetting factors', { vignetting: 'factors' }],
    [
      'pickups and solves',
      {
        pickups: [{ path: 'lens.surfaces[5].conic', of: 'lens.surfaces[1].conic', scale: 2 }],
        solves: [
          { solve: 'focalLength', surface: 5, value: 49 },
          { solve: 'paraxialFocus', offset: -0.2 },
        ],
      },
    ],
    ['the best focus', { solves: [{ solve: 'bestFocus', offset: 0.1 }] }],
  ])('has the derivatives of its differences: %s', (_name, keys) => {
    const problem = problemOf(keys);
    const values = startValues(problem);
    const residuals = residualsAt(problem, values, true)!;
    const [gradient, squared] = [gradientOfSquare(residuals), squaredMerit(residuals)];
    for (const [at, { path }] of problem.vary.entries()) {
      const expected = difference(problem, values, at);
      const rounding = (ROUNDING[problem.document.merit] * squared) / stepOf(path);
      expect(Math.abs(gradient[at]! - expected), path).toBeLessThan(
        DIFFERENCES * Math.abs(expected) + rounding,
      );
    }
  });

  it('traces the rays of the lens as it is built otherwise', () => {
    const problem = problemOf({});
    const values = startValues(problem);
    const [plain, sloped] = [raysAt(problem, values), raysAt(problem, values, true)];
    const design = lensDesign(crooked);
    for (const field of [-1, 0.3, 1])
      for (const point of pupilPoints(2, 4)) {
        const [one, other] = [plain, sloped].map((rays) =>
          pupilRay(rays, rays.reference, field, point),
        );
        const angle = field * design.halfField;
        const ray = Object.assign(newRay(), {
          xMm: 4.5 * point.x,
          yMm: 4.5 * point.y,
          zMm: plain.paraxial.entrancePupilMm.value,
          M: Math.sin(angle),
          N: Math.cos(angle),
        });
        expect(traceRay(tracedLens(design, 587.5618), ray, false)).toBe(0);
        for (const { place, direction } of [one!, other!]) {
          expect(Math.hypot(place.values[0] - ray.xMm, place.values[1] - ray.yMm)).toBeLessThan(
            1e-11,
          );
          expect(
            Math.hypot(
              direction.values[0] - ray.L,
              direction.values[1] - ray.M,
              direction.values[2] - ray.N,
            ),
          ).toBeLessThan(1e-12);
        }
      }
  });

  it('aims its rays at points of the stop', () => {
    const problem = problemOf({ aim: 'stop' });
    const rays = raysAt(problem);
    const radius = 4.5 * rays.paraxial.stopMagnification.value;
    for (const field of [0, -1])
      for (const point of pupilPoints(2, 3)) {
        const { place } = pupilRay(rays, rays.reference, field, point, cooke.stopIndex);
        expect(
          Math.hypot(place.values[0] - radius * point.x, place.values[1] - radius * point.y),
        ).toBeLessThan(1e-9);
      }
  });

  it('of a lens that is turned over with its fields is the same', () => {
    fc.assert(
      fc.property(
        fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -0.3, max: 0.3, noNaN: true }))),
        ([a = 0, x = 0, y = 0]) => {
          // Turned by 180° about the axis: x, y and tilts about them change their signs.
          const squared = (sign: 1 | -1): number => {
            const file = {
              ...cooke,
              groups: [
                {
                  surfaces: [2, 3],
                  tilt: [sign * a, sign * y, 0],
                  decentre: [sign * x, sign * y, a],
                },
              ],
            };
            const problem = problemOf({
              lens: file,
              fields: [0, sign * 0.7],
              vary: [],
              operands: [],
              pupil: { rings: 3, arms: 6 },
            });
            return squaredMerit(residualsAt(problem, new Float64Array(0), false)!);
          };
          expect(Math.abs(squared(1) / squared(-1) - 1)).toBeLessThan(1e-10);
        },
      ),
      { numRuns: 10, seed: 35 },
    );
  });
});

describe('a lens study', () => {
  const study = readLensStudy({
    ...documentOf({ lens: cooke, operands: [{ figure: 'eflMm', target: 50 }] }),
    vary: [
      ...[0, 1, 2, 3, 4, 5].map((i) => ({
        path: `lens.surfaces[${i}].curvature`,
        from: -0.07,
        to: 0.07,
      })),
      { path: 'lens.surfaces[5].thickness', from: 30, to: 60 },
    ],
    algorithm: { name: 'multi-start', starts: 8 },
  });
  const watch = { stopped: () => false };

  it('with several starts is the same whichever part is computed first', async () => {
    const [one, other] = await Promise.all(
      (['forwards', 'backwards'] as const).map((order) =>
        optimiseLens(study, 20, testHost({ order }), watch),
      ),
    );
    expect(other).toEqual(one);
    expect(one!.best.merit).toBeLessThanOrEqual(one!.start.merit);
    expect(one!.lenses!.map(({ merit }) => merit)).toEqual(
      one!.lenses!.map(({ merit }) => merit).toSorted((a, b) => a - b),
    );
  });

  it('with several starts comes to the same lenses in parts', async () => {
    const { lenses, opened } = await optimiseLens(study, 20, testHost(), watch);
    const first = await optimiseLens(study, 20, testHost(), {
      ...watch,
      part: { from: 0, to: 5, known: [] },
    });
    const second = await optimiseLens(study, 20, testHost(), {
      ...watch,
      part: { from: 5, to: 8, known: first.lenses! },
    });
    expect(second.lenses).toEqual(lenses);
    expect(first.opened).toBeGreaterThan(0);
    expect(first.opened! + second.opened!).toBe(opened);
  });

  it('keeps its bounds', () => {
    const width = study.vary.length + 1;
    const out = new Float64Array(8 * width);
    searchLenses({ study, iterations: 30, from: 0, to: 8, out });
    const found = Array.from({ length: 8 }, (_, k) => out.slice(k * width, (k + 1) * width)).filter(
      ([merit]) => !Number.isNaN(merit),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const [, ...values] of found)
      for (const [i, { from, to }] of study.vary.entries()) {
        expect(values[i]).toBeGreaterThanOrEqual(from);
        expect(values[i]).toBeLessThanOrEqual(to);
      }
  });
});
