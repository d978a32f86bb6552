import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jacobiEigen } from './linear-algebra.ts';

it('vectors and values make the matrix again, and vectors are orthonormal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 144, maxLength: 144 }),
      (n, numbers) => {
        const matrix = Array.from({ length: n }, (_, row) =>
          Float64Array.from(
            { length: n },
            (_unused, column) => numbers[12 * Math.min(row, column) + Math.max(row, column)]!,
          ),
        );
        const { values, vectors } = jacobiEigen(matrix);
        for (let row = 0; row < n; row += 1)
          for (let column = 0; column < n; column += 1) {
            let [again, product] = [0, 0];
            for (let at = 0; at < n; at += 1) {
              again += vectors[row]![at]! * values[at]! * vectors[column]![at]!;
              product += vectors[at]![row]! * vectors[at]![column]!;
            }
            expect(again).toBeCloseTo(matrix[row]![column]!, 12);
            expect(product).toBeCloseTo(row === column ? 1 : 0, 12);
          }
      },
    ),
    { numRuns: 40 },
  );
});
