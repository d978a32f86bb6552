import { expect, test } from 'vitest';
import { shapeOf } from '../../src/optics/ray-trace/surfaces/shape.ts';
import { numbersOf } from '../../src/optics/ray-trace/surfaces/shape-numbers.ts';
import type { OwnRow, ShapeRow } from '../../src/optics/ray-trace/surfaces/shape-row.ts';
import golden from './surfaces/shapes.json' with { type: 'json' };

/** Six operations of rounding, see `note` of the file. */
const DIGITS = 12.5;

interface GoldenSurface {
  readonly c: number;
  readonly k?: number;
  readonly A?: readonly number[];
  readonly shape?: Readonly<Record<string, unknown>>;
}

const radiusOf = (curvature: unknown): number | null =>
  curvature === 0 ? null : 1 / Number(curvature);

/** The surface as a lens file has it. */
function rowOf({ c, k = 0, A = [], shape }: GoldenSurface): ShapeRow {
  const { cx, cr, kx, ...own } = shape ?? {};
  const bend = cx ?? cr;
  return {
    radius: radiusOf(c),
    conic: k,
    aspheric: A,
    ...(shape && {
      shape: {
        ...own,
        ...(bend !== undefined && { radiusX: radiusOf(bend) }),
        ...(kx !== undefined && { conicX: kx }),
      } as unknown as OwnRow,
    }),
  };
}

test.each(golden.cases.map((one) => [one.name, one] as const))(
  '%s has the sag and the slopes of an independent program',
  (_, { surface, points }) => {
    const { kind, numbers } = shapeOf(numbersOf(rowOf(surface)));
    const slopes = { x: 0, y: 0 };
    for (const [x, y, sag, alongX, alongY] of points as [
      number,
      number,
      number,
      number,
      number,
    ][]) {
      expect(kind.sag(numbers, x, y)).toBeCloseTo(sag, DIGITS);
      kind.slopes(numbers, x, y, slopes);
      expect(slopes.x).toBeCloseTo(alongX, DIGITS);
      expect(slopes.y).toBeCloseTo(alongY, DIGITS);
    }
  },
);
