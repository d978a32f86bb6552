import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentile } from './percentile.ts';

/** The definition itself: sort, then interpolate. */
function bySorting(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low + (position - below) * (high - low);
}

describe('percentile', () => {
  test.each([
    [0, 1],
    [0.25, 1.75],
    [0.5, 2.5],
    [1 / 3, 2],
    [1, 4],
  ])('share %f of 3, 1, 4, 2 is %f', (share, expected) => {
    expect(percentile(Float32Array.of(3, 1, 4, 2), share)).toBeCloseTo(expected, 12);
  });
  test('of one value is that value, of none is not a number', () => {
    expect(percentile(Float32Array.of(7), 0.995)).toBe(7);
    expect(percentile(new Float32Array(0), 0.5)).toBeNaN();
  });
  test('is what sorting gives, for any values with any repeats', () => {
    const values = fc.oneof(
      fc.float32Array({ minLength: 1, maxLength: 300, noNaN: true, noDefaultInfinity: true }),
      fc
        .array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 300 })
        .map((list) => Float32Array.from(list)),
    );
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const before = list.slice();
        expect(percentile(list, share)).toBe(bySorting(list, share));
        expect(list).toEqual(before);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
  test.each(['ascending', 'descending', 'constant'] as const)(
    'of 100000 %s values, quickly',
    (order) => {
      const values = Float32Array.from({ length: 100_000 }, (_, i) =>
        order === 'ascending' ? i : order === 'descending' ? -i : 5,
      );
      expect(percentile(values, 0.995)).toBe(bySorting(values, 0.995));
    },
  );
});
