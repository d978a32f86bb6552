import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { lensDesign } from '../lens-design.ts';
import type { Table } from '../../../text/json-fields.ts';
import { newRay } from '../ray.ts';
import { traceRay, tracedLens } from '../trace-ray.ts';
import { inOrder, mapNumbers, numbersOf, type ShapeNumbers } from './shape-numbers.ts';
import {
  NORM_RADIUS,
  shapeValue,
  withShapeValue,
  type OwnRow,
  type PowerTerm,
  type ShapeRow,
} from './shape-row.ts';
import { SURFACE_KINDS, kindOfRow, readShape, scaledShape } from './shape.ts';
import { newDerivatives, type SurfaceKind } from './surface-kind.ts';
import { surfaceOf } from './surface-of.ts';
import { RADIUS } from './shape-number.ts';

const folder = new URL('.', import.meta.url);

test.each(
  readdirSync(folder).filter(
    (name) =>
      /^(?!surface-of|.*\.test)/.test(name) &&
      readFileSync(new URL(name, folder), 'utf8').includes('= surfaceOf({'),
  ),
)('surfaces/%s has its line in list.ts', (name) => {
  expect(readFileSync(new URL('list.ts', folder), 'utf8')).toContain(`from './${name}';`);
});

/** A saddle: not round, and without an own start for rays. */
const saddle = surfaceOf({
  name: 'saddle',
  numbers: [RADIUS],
  reach: () => Infinity,
  sag: ({ curvature: c }, x, y) => (c / 2) * (y * y - x * x + x * y),
  slopes: ({ curvature: c }, x, y, at) => {
    at.x = (c / 2) * (y - 2 * x);
    at.y = (c / 2) * (2 * y + x);
  },
  curvatureY: ({ curvature }) => curvature,
  curvatureX: ({ curvature }) => -curvature,
  derivatives: ({ curvature: c }, x, y, to) => {
    [to.x, to.y] = [(c / 2) * (y - 2 * x), (c / 2) * (2 * y + x)];
    [to.xx, to.xy, to.yy] = [-c, c / 2, c];
    to.sagBy[0] = (y * y - x * x + x * y) / 2;
    [to.xBy[0], to.yBy[0]] = [y / 2 - x, y + x / 2];
  },
});

const SEMI_DIAMETER = 3;
/** The terms of a surface whose file names their powers. */
const TERMS: readonly PowerTerm[] = [
  [1, 0, 0],
  [2, 0, 0],
  [1, 2, 0],
  [0, 4, 0],
];
/** A kind's own numbers, all 0, at a radius within which the surface is looked at. */
const ownOf = ({ own }: SurfaceKind): OwnRow => ({
  ...own!,
  ...(own![NORM_RADIUS] !== undefined && { [NORM_RADIUS]: 5 }),
  ...(own!['terms'] && { terms: TERMS }),
});
/** A surface of a kind of which no number is 0. */
const rowOf = (kind: SurfaceKind): ShapeRow =>
  kind.columns.reduce<ShapeRow>(
    (row, { varied, bounds }) => withShapeValue(row, varied, 0.2 * bounds(0, SEMI_DIAMETER)[1]),
    { radius: null, ...(kind.own && { shape: ownOf(kind) }) },
  );

const [X, Y, STEP] = [0.9, -1.4, 1e-5];
/** Central differences err by the third derivative times the square of the step. */
const DIGITS = 7;
const slopeOf = (at: (step: number) => number): number => (at(STEP) - at(-STEP)) / (2 * STEP);

describe.each([...SURFACE_KINDS, saddle].map((kind) => [kind.name, kind] as const))(
  '%s',
  (_, kind) => {
    const row = rowOf(kind);
    const numbers = numbersOf(row);
    const there = newDerivatives();
    kind.derivatives(numbers, X, Y, there);
    /** The numbers with one of them changed. */
    const changed = (place: number, by: number): ShapeNumbers => {
      let next = 0;
      return mapNumbers(numbers, (value) => value + (next++ === place ? by : 0));
    };
    const slopesAt = (at: ShapeNumbers, x: number, y: number) => {
      const slopes = { x: 0, y: 0 };
      kind.slopes(at, x, y, slopes);
      return slopes;
    };

    it('has slopes and derivatives that are those of its sag', () => {
      const { x, y } = slopesAt(numbers, X, Y);
      expect(x).toBeCloseTo(
        slopeOf((step) => kind.sag(numbers, X + step, Y)),
        DIGITS,
      );
      expect(y).toBeCloseTo(
        slopeOf((step) => kind.sag(numbers, X, Y + step)),
        DIGITS,
      );
      expect([there.x, there.y]).toEqual([expect.closeTo(x, 14), expect.closeTo(y, 14)]);
      expect(there.xx).toBeCloseTo(
        slopeOf((d) => slopesAt(numbers, X + d, Y).x),
        DIGITS,
      );
      expect(there.xy).toBeCloseTo(
        slopeOf((d) => slopesAt(numbers, X, Y + d).x),
        DIGITS,
      );
      expect(there.yy).toBeCloseTo(
        slopeOf((d) => slopesAt(numbers, X, Y + d).y),
        DIGITS,
      );
    });

    it('has derivatives by each of its numbers', () => {
      if (kind.name === 'plane') return;
      for (const place of inOrder(numbers).keys()) {
        // High powers of a length are changed by less.
        const share = 1 / Math.max(1, Math.abs(there.sagBy[place]!));
        const by = (at: (numbers: ShapeNumbers) => number): number =>
          slopeOf((step) => at(changed(place, step * share))) / share;
        const isSame = (one: number, other: number): void => {
          const size = Math.max(1, Math.abs(other));
          expect(one / size).toBeCloseTo(other / size, 5);
        };
        isSame(
          there.sagBy[place]!,
          by((at) => kindSag(kind, at)),
        );
        isSame(
          there.xBy[place]!,
          by((at) => slopesAt(at, X, Y).x),
        );
        isSame(
          there.yBy[place]!,
          by((at) => slopesAt(at, X, Y).y),
        );
      }
    });

    it('has the curvature of its vertex, which is linear in its numbers', () => {
      const near = 1e-4;
      // Without what is linear: a tip, or a tilt of the vertex.
      const bend = (at: (distance: number) => number): number =>
        (at(2 * near) - 2 * at(near) + at(0)) / near ** 2;
      expect(kind.curvatureY(numbers)).toBeCloseTo(
        bend((y) => kind.sag(numbers, 0, y)),
        4,
      );
      expect(kind.curvatureX(numbers)).toBeCloseTo(
        bend((x) => kind.sag(numbers, x, 0)),
        4,
      );
      const doubled = mapNumbers(numbers, (value) => 2 * value);
      expect(kind.curvatureY(doubled)).toBeCloseTo(2 * kind.curvatureY(numbers), 14);
    });

    it.each([1, -1] as const)('is met on its surface, way %s', (way) => {
      const [L, M] = [0.1, -0.2];
      const N = way * Math.sqrt(1 - L * L - M * M);
      const t = kind.meet(numbers, { xMm: 0.5, yMm: -0.8, zMm: -way * 4, L, M, N }, way);
      const [x, y, z] = [0.5 + t * L, -0.8 + t * M, -way * 4 + t * N];
      expect(z).toBeCloseTo(kind.sag(numbers, x, y), 12);
      const normal = { x: 0, y: 0, z: 0 };
      kind.normal(numbers, x, y, z, normal);
      const slopes = slopesAt(numbers, x, y);
      expect(normal.x / normal.z).toBeCloseTo(-slopes.x, 12);
      expect(normal.y / normal.z).toBeCloseTo(-slopes.y, 12);
      expect(Math.hypot(normal.x, normal.y, normal.z)).toBeCloseTo(1, 14);
    });

    it('is the same surface at another size', () => {
      const larger = kind.scaled(row, 2.5);
      expect(kind.sag(numbersOf(larger), 2.5 * X, 2.5 * Y)).toBeCloseTo(
        2.5 * kind.sag(numbers, X, Y),
        13,
      );
      for (const { varied } of kind.columns.filter(({ varied: one }) => shapeValue(row, one)))
        expect(shapeValue(larger, varied)).toBeCloseTo(
          shapeValue(row, varied)! * kind.factor(varied, 2.5),
          13,
        );
    });
  },
);

const kindSag = (kind: SurfaceKind, numbers: ShapeNumbers): number => kind.sag(numbers, X, Y);

test.each(SURFACE_KINDS.map((kind) => [kind.name, kind] as const))(
  'a lens file reads and keeps a %s',
  (_, kind) => {
    const row = rowOf(kind);
    const read = readShape(JSON.parse(JSON.stringify(row)) as Table, 'surfaces[0]', 'Surface 1');
    expect(read).toEqual(row);
    if (kind.name !== 'plane') expect(kindOfRow(read)).toBe(kind);
    expect(scaledShape(read, 1)).toEqual(row);
  },
);

test('rays meet spheres in the loop of the trace as by the record', () => {
  const radius = -6;
  const sphere = kindOfRow({ radius });
  const lens = tracedLens(
    lensDesign({
      name: 'Ball',
      stopIndex: 0,
      halfFieldDegrees: 1,
      surfaces: [
        { radius: 5, thickness: 0.5, glass: 'N-BK7', semiDiameter: 4 },
        { radius, thickness: 9, glass: null, semiDiameter: 4 },
      ],
    }),
    550,
  );
  const only = { ...lens, count: 1, imagePlaneMm: 0, spheres: lens.spheres.slice(1) };
  let met = 0;
  for (let at = 0; at < 200; at += 1) {
    const [x, y, M] = [8 * Math.sin(at), 4 * Math.cos(3 * at), 0.4 * Math.sin(7 * at)];
    const place = { xMm: x, yMm: y, zMm: -7, L: 0, M, N: Math.sqrt(1 - M * M) };
    const ray = Object.assign(newRay(), place);
    const failure = traceRay(only, ray, false);
    const t = sphere.meet(numbersOf({ radius }), place, 1);
    expect(failure % 4 === 1).toBe(Number.isNaN(t));
    if (Number.isNaN(t)) continue;
    met += 1;
    expect([ray.stopXMm, ray.stopYMm]).toEqual([x, y + t * M]);
  }
  expect(met).toBeGreaterThan(50);
  expect(met).toBeLessThan(200);
});
