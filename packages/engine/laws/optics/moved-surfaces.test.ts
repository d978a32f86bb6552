/** Surfaces that are tilted or decentred (docs/lens-design.md#moved-surfaces). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile, type LensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { traceRays, type GivenRay, type TracedRay } from '../../src/optics/ray-trace/trace-rays.ts';

/** Rounding of coordinates of tens of millimetres through a few surfaces. */
const ROUNDING_MM = 1e-12;

/** At its own size. */
const { focalLengthMm: _, ...triplet } = lensFiles['cooke-triplet'];
const nm = 587.5618;

const traced = (file: object, rays: readonly GivenRay[]): readonly TracedRay[] =>
  traceRays(lensDesign(readLensFile(file)), rays);

const ray = (x: number, y: number, L: number, M: number): GivenRay => ({
  x,
  y,
  z: -5,
  L,
  M,
  N: Math.sqrt(1 - L * L - M * M),
  wavelengthNm: nm,
});
const rays = fc
  .tuple(...[2, 2, 0.1, 0.1].map((most) => fc.double({ min: -most, max: most, noNaN: true })))
  .map(([x = 0, y = 0, L = 0, M = 0]) => ray(x, y, L, M));
const angle = fc.double({ min: -2, max: 2, noNaN: true });
const shift = fc.double({ min: -0.2, max: 0.2, noNaN: true });
const triple = (one: fc.Arbitrary<number>) => fc.tuple(one, one, one);

/** A lens with keys of one surface replaced. */
const withSurface = (file: LensFile, at: number, keys: object): object => ({
  ...file,
  surfaces: file.surfaces.map((row, i) => (i === at ? { ...row, ...keys } : row)),
});

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Rz(c) Ry(b) Rx(a) of a vector, one turn after the other. */
function turned([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] {
  const about = (degrees: number, p: number, q: number): readonly [number, number] => [
    Math.cos(radians(degrees)) * p - Math.sin(radians(degrees)) * q,
    Math.sin(radians(degrees)) * p + Math.cos(radians(degrees)) * q,
  ];
  const [y1, z1] = about(a!, y!, z!);
  const [z2, x2] = about(b!, z1, x!);
  const [x3, y3] = about(c!, x2, y1);
  return [x3, y3, z2];
}

function expectSame(one: readonly TracedRay[], other: readonly TracedRay[], limit: number): void {
  for (const [i, { x, y, L, M, N, oplMm, ok }] of one.entries()) {
    const theirs = other[i]!;
    expect([ok, theirs.ok]).toEqual([true, true]);
    expect(Math.abs(x! - theirs.x!)).toBeLessThan(limit);
    expect(Math.abs(y! - theirs.y!)).toBeLessThan(limit);
    expect(Math.abs(oplMm! - theirs.oplMm!)).toBeLessThan(limit);
    expect(Math.hypot(L! - theirs.L!, M! - theirs.M!, N! - theirs.N!)).toBeLessThan(limit);
  }
}

describe('moved surfaces', () => {
  it('a sphere tilted about its vertex is the sphere decentred by the way of its centre', () => {
    fc.assert(
      fc.property(fc.nat(5), triple(angle), fc.array(rays, { minLength: 3 }), (at, tilt, some) => {
        const { radius } = triplet.surfaces[at]!;
        const [x, y, z] = turned(tilt, [0, 0, radius!]);
        const decentre = [x, y, z! - radius!];
        // The aperture moves with the vertex, which stands elsewhere on the same sphere.
        const open = { semiDiameter: Math.min(0.99 * Math.abs(radius!), 40) };
        expectSame(
          traced(withSurface(triplet, at, { ...open, tilt }), some),
          traced(withSurface(triplet, at, { ...open, decentre }), some),
          ROUNDING_MM,
        );
      }),
      { numRuns: 30, seed: 35 },
    );
  });

  it('a lens moved as one body with its sensor images the rays as if they were moved back', () => {
    const moves = fc.record({
      tilt: triple(angle),
      decentre: triple(shift),
      pivot: fc.double({ min: -5, max: 20, noNaN: true }),
    });
    fc.assert(
      fc.property(moves, fc.array(rays, { minLength: 3 }), ({ tilt, decentre, pivot }, some) => {
        const imageMm =
          triplet.surfaces.slice(0, -1).reduce((sum, row) => sum + row.thickness, 0) +
          (triplet.imageDistance ?? triplet.surfaces.at(-1)!.thickness);
        const fromPivot = turned(tilt, [0, 0, imageMm - pivot]);
        const body = {
          ...triplet,
          groups: [{ surfaces: [0, triplet.surfaces.length - 1], tilt, decentre, pivot }],
          image: {
            tilt,
            decentre: [0, 1, 2].map(
              (k) => fromPivot[k]! + decentre[k]! - (k === 2 ? imageMm - pivot : 0),
            ),
          },
        };
        const forth = some.map(({ x, y, z, L, M, N }) => {
          const place = turned(tilt, [x, y, z - pivot]);
          const [l, m, n] = turned(tilt, [L, M, N]);
          return {
            x: place[0]! + decentre[0],
            y: place[1]! + decentre[1],
            z: place[2]! + decentre[2] + pivot,
            L: l!,
            M: m!,
            N: n!,
            wavelengthNm: nm,
          };
        });
        const straight = traced(triplet, some).map((one) => {
          const [L, M, N] = turned(tilt, [one.L!, one.M!, one.N!]);
          return { ...one, L: L!, M: M!, N: N! };
        });
        expectSame(traced(body, forth), straight, ROUNDING_MM);
      }),
      { numRuns: 30, seed: 35 },
    );
  });

  it('a tilted plate shifts a ray by t sin a (1 − cos a/√(n² − sin² a))', () => {
    const [thickness, index, back] = [4, 1.6, 20];
    // A weak lens behind the plate: a file without power is no lens. It is met in its middle.
    const plate = (tilt: readonly number[]) => ({
      name: 'plate',
      stopIndex: 0,
      halfFieldDegrees: 1,
      glasses: { plate: { B: [index ** 2 - 1], C: [0] } },
      groups: [{ surfaces: [0, 1], tilt }],
      surfaces: [
        { radius: null, thickness, glass: 'plate', semiDiameter: 10 },
        { radius: null, thickness: 10, glass: null, semiDiameter: 10 },
        { radius: 1e9, thickness: 1, glass: 'plate', semiDiameter: 10 },
        { radius: null, thickness: back, glass: null, semiDiameter: 10 },
      ],
    });
    for (const a of [0.5, 5, 20]) {
      const [{ x, y }] = traced(plate([a, 0, 0]), [ray(0, 0, 0, 0)]) as [TracedRay];
      const sine = Math.sin(radians(a));
      const expected =
        thickness * sine * (1 - Math.cos(radians(a)) / Math.sqrt(index ** 2 - sine ** 2));
      expect(Math.abs(x!)).toBeLessThan(ROUNDING_MM);
      // The weak lens bends by less than 1e-7 mm over the rest of the way.
      expect(Math.abs(Math.abs(y!) - expected)).toBeLessThan(1e-7);
    }
  });

  it('a lens whose moves are all zero is the lens without them, to the bit', () => {
    const zero = { tilt: [0, 0, 0], decentre: [0, 0, 0] };
    const still = {
      ...withSurface(triplet, 2, zero),
      image: zero,
      groups: [{ surfaces: [0, 1], ...zero, pivot: 3 }],
    };
    expect(JSON.stringify(lensDesign(readLensFile(still)))).toBe(
      JSON.stringify(lensDesign(triplet)),
    );
  });
});
