import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsSampler, type Cells } from './cells.ts';

/** Sums of a few values of up to 1 in single precision. */
const SINGLE = 1e-6;

const pattern = (
  rows: number,
  columns: number,
  ...planes: readonly (readonly number[])[]
): Cells => ({
  kind: 'cells',
  rows,
  columns,
  planes: planes.map((plane) => Float32Array.from(plane)),
});
const sample = (
  cells: Cells,
  xEdges: readonly number[],
  top: number,
  bottom: number,
): Float32Array[] => {
  const out = cells.planes.map(() => new Float32Array(xEdges.length - 1));
  cellsSampler(cells, Float64Array.from(xEdges))(top, bottom, out);
  return out;
};

/** Mean over one rectangle, cell by cell: the definition. */
function byOverlaps(
  { rows, columns, planes }: Cells,
  plane: number,
  { left, right, top, bottom }: Record<'left' | 'right' | 'top' | 'bottom', number>,
): number {
  let sum = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const width = Math.max(
        0,
        Math.min(right, (column + 1) / columns) - Math.max(left, column / columns),
      );
      const height = Math.max(0, Math.min(bottom, (row + 1) / rows) - Math.max(top, row / rows));
      sum += planes[plane]![row * columns + column]! * width * height;
    }
  }
  return sum / ((right - left) * (bottom - top));
}

const someCells: fc.Arbitrary<Cells> = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([rows, columns, planes]) =>
    fc
      .array(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), {
          minLength: rows * columns,
          maxLength: rows * columns,
        }),
        { minLength: planes, maxLength: planes },
      )
      .map((values) => pattern(rows, columns, ...values)),
  );
/** Ascending places from 0 to 1, no two closer than 1e-4, often on the borders of cells. */
const partition = fc
  .array(
    fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc
        .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 2, max: 9 }))
        .map(([a, b]) => Math.min(a, b) / Math.max(a, b)),
    ),
    { maxLength: 8 },
  )
  .map((places) =>
    [0, ...places, 1]
      .sort((a, b) => a - b)
      .filter((place, i, all) => i === 0 || place - all[i - 1]! > 1e-4),
  )
  .filter((places) => places.at(-1) === 1);

describe('area averages of cells', () => {
  const quarters = pattern(2, 2, [1, 0, 0, 0.5]);
  test('a rectangle inside one cell is that cell', () => {
    expect(sample(quarters, [0.1, 0.2, 0.4], 0.1, 0.3)[0]).toEqual(Float32Array.of(1, 1));
  });
  test('a rectangle over all cells is their mean', () => {
    expect(sample(quarters, [0, 1], 0, 1)[0]).toEqual(Float32Array.of(0.375));
  });
  test('shares of cells count by area', () => {
    expect(sample(quarters, [0.25, 0.75], 0.25, 1)[0]![0]).toBeCloseTo(
      (0.25 * 0.25 * 1 + 0.25 * 0.5 * 0.5) / (0.5 * 0.75),
      6,
    );
  });
  test('one to one gives the cells back, even where a third is no binary number', () => {
    const cells = pattern(
      3,
      7,
      Array.from({ length: 21 }, (_, i) => i),
    );
    const edges = Array.from({ length: 8 }, (_, i) => i / 7);
    for (const row of [0, 1, 2]) {
      const [out] = sample(cells, edges, row / 3, (row + 1) / 3);
      out!.forEach((value, column) => {
        expect(Math.abs(value - (row * 7 + column))).toBeLessThan(21 * SINGLE);
      });
    }
  });
  test('any rectangles are the overlaps, cell by cell', () => {
    fc.assert(
      fc.property(someCells, partition, partition, (cells, xEdges, yEdges) => {
        for (let row = 0; row + 1 < yEdges.length; row += 1) {
          const out = sample(cells, xEdges, yEdges[row]!, yEdges[row + 1]!);
          out.forEach((means, plane) =>
            means.forEach((value, i) => {
              expect(
                Math.abs(
                  value -
                    byOverlaps(cells, plane, {
                      left: xEdges[i]!,
                      right: xEdges[i + 1]!,
                      top: yEdges[row]!,
                      bottom: yEdges[row + 1]!,
                    }),
                ),
              ).toBeLessThan(SINGLE);
            }),
          );
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });
  test('any partition holds the whole: nothing is lost or gained', () => {
    fc.assert(
      fc.property(someCells, partition, partition, (cells, xEdges, yEdges) => {
        const sums = cells.planes.map(() => 0);
        for (let row = 0; row + 1 < yEdges.length; row += 1) {
          sample(cells, xEdges, yEdges[row]!, yEdges[row + 1]!).forEach((means, plane) =>
            means.forEach((value, i) => {
              sums[plane]! +=
                value * (xEdges[i + 1]! - xEdges[i]!) * (yEdges[row + 1]! - yEdges[row]!);
            }),
          );
        }
        sample(cells, [0, 1], 0, 1).forEach(([whole], plane) => {
          expect(Math.abs(sums[plane]! - whole!)).toBeLessThan(SINGLE);
        });
      }),
      { numRuns: 200, seed: 12 },
    );
  });
});
