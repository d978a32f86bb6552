import { expect, test } from 'vitest';
import { visualNoiseOf } from './visual-noise.ts';

test('one colour has no noise, not even rounding', () => {
  const [rows, columns] = [64, 72];
  const linear = Float64Array.from(
    { length: 3 * rows * columns },
    (_, i) => [0.21, 0.18, 0.2][i % 3]!,
  );
  const { meanL, ...spreads } = visualNoiseOf({ rows, columns, linear }, 41);
  expect(spreads).toEqual({ visualNoise: 0, sigmaL: 0, sigmaU: 0, sigmaV: 0 });
  expect(meanL).toBeGreaterThan(40);
});
