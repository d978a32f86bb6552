import { expect, test } from 'vitest';
import { leastSquares } from './linear-algebra.ts';
import { nonNegative } from './non-negative.ts';

/** Numbers of -1 to 1 without pattern. */
const mixed = (seed: number) => (i: number) => (((i + 1) * seed * 7919) % 2003) / 1001.5 - 1;
const table = (rows: number, columns: number, seed: number): number[][] =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, k) => mixed(seed)(i * columns + k)),
  );

test('without a bound that counts it is plain least squares', () => {
  const rows = table(9, 4, 3);
  const truth = [0.5, 2, 0.1, 1];
  const values = rows.map((row) => row.reduce((sum, factor, k) => sum + factor * truth[k]!, 0));
  for (const [k, value] of nonNegative(rows, values).entries())
    expect(value).toBeCloseTo(truth[k]!, 12);
});

test.each([3, 5, 11, 17, 29])('nothing better lies within the bounds (%i)', (seed) => {
  const rows = table(12, 5, seed);
  const values = Array.from({ length: 12 }, (_, i) => mixed(seed + 1)(i));
  const found = nonNegative(rows, values);
  const left = rows.map(
    (row, i) => values[i]! - row.reduce((sum, factor, k) => sum + factor * found[k]!, 0),
  );
  // The conditions of Karush, Kuhn and Tucker are necessary and sufficient.
  for (const [k, value] of found.entries()) {
    const gradient = rows.reduce((sum, row, i) => sum + row[k]! * left[i]!, 0);
    expect(value).toBeGreaterThanOrEqual(0);
    if (value > 0) expect(Math.abs(gradient)).toBeLessThan(1e-12);
    else expect(gradient).toBeLessThan(1e-12);
  }
  expect(leastSquares(rows, values).some((value) => value < 0)).toBe(
    found.some((value) => value === 0),
  );
});
