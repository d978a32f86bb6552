import { readSweepDocument, type SweepDocument } from '@lumenloom/contract';
import { describe, expect, test } from 'vitest';
import { POINTS } from './list.ts';

const pointsOf = (document: SweepDocument) => POINTS[document.mode](document);

function documentOf(changes: object): SweepDocument {
  const read = readSweepDocument({
    name: 'test',
    recipe: {},
    measure: ['totalMs'],
    ...changes,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}
const two = [
  { path: 'a', values: ['x', 'y'] },
  { path: 'b', from: 1, to: 2, steps: 3 },
];

describe('points', () => {
  test('of a grid: the last entry changes fastest', () => {
    expect(pointsOf(documentOf({ vary: two }))).toEqual([
      ['x', 1],
      ['x', 1.5],
      ['x', 2],
      ['y', 1],
      ['y', 1.5],
      ['y', 2],
    ]);
  });
  test('of no entry: one, the recipe itself', () => {
    expect(pointsOf(documentOf({ vary: [] }))).toEqual([[]]);
  });
  test('of a zip: side by side', () => {
    const vary = [two[1], { path: 'c', values: [7, 8, 9] }];
    expect(pointsOf(documentOf({ vary, mode: 'zip' }))).toEqual([
      [1, 7],
      [1.5, 8],
      [2, 9],
    ]);
  });
  test('on a log scale have equal ratios and end where they should', () => {
    const vary = [{ path: 'a', from: 1, to: 1000, steps: 4, scale: 'log' }];
    expect(pointsOf(documentOf({ vary }))).toEqual([[1], [10], [100], [1000]]);
  });
  test('in decimal steps are decimal numbers', () => {
    const vary = [{ path: 'a', from: 0, to: 0.3, steps: 4 }];
    expect(pointsOf(documentOf({ vary }))).toEqual([[0], [0.1], [0.2], [0.3]]);
  });
});

describe('drawn points', () => {
  const drawn = (mode: string, samples: number, changes: object = {}) =>
    pointsOf(
      documentOf({
        mode,
        samples,
        vary: [
          { path: 'u', distribution: 'uniform', from: 10, to: 20 },
          { path: 'n', distribution: 'normal', mean: 5, standardDeviation: 2 },
          { path: 'l', values: ['p', 'q', 'r', 's'] },
        ],
        ...changes,
      }),
    );
  const column = (points: readonly (readonly unknown[])[], at: number) =>
    points.map((point) => point[at] as number);
  const momentsOf = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean, deviation: Math.sqrt(variance) };
  };

  test('are the same for the same document, and others for another', () => {
    expect(drawn('random', 50)).toEqual(drawn('random', 50));
    expect(drawn('random', 50, { recipe: { seed: 1 } })).not.toEqual(drawn('random', 50));
    expect(drawn('random', 50, { name: 'another name', keep: 'pictures' })).toEqual(
      drawn('random', 50),
    );
  });
  test.each(['random', 'latin-hypercube'])(
    'have the moments of their distributions: %s',
    (mode) => {
      const count = 4000;
      const points = drawn(mode, count);
      const uniform = momentsOf(column(points, 0));
      const normal = momentsOf(column(points, 1));
      // Five standard errors of independent draws.
      const spare = 5 / Math.sqrt(count);
      expect(Math.abs(uniform.mean - 15) / 2.887).toBeLessThan(spare);
      expect(Math.abs(uniform.deviation / 2.887 - 1)).toBeLessThan(spare);
      expect(Math.abs(normal.mean - 5) / 2).toBeLessThan(spare);
      expect(Math.abs(normal.deviation / 2 - 1)).toBeLessThan(spare);
      expect(points.filter(([, , letter]) => letter === 'q').length / count).toBeCloseTo(0.25, 1);
    },
  );
  test('of a Latin hypercube lie one in each stratum, in an order of their own per field', () => {
    const points = drawn('latin-hypercube', 100);
    const strata = column(points, 0).map((value) => Math.floor((value - 10) * 10));
    expect(strata.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect(points.filter(([, , letter]) => letter === 'p')).toHaveLength(25);
    const ranks = (values: readonly number[]) =>
      values.map((value) => values.filter((other) => other < value).length);
    expect(ranks(column(points, 0))).not.toEqual(ranks(column(points, 1)));
  });
});
