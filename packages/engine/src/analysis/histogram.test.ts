import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

test('counts every value once, the largest in the last bin', () => {
  expect(histogramOf([0, 0.9, 1, 2.5, 4], 4)).toEqual({
    from: 0,
    width: 1,
    counts: Uint32Array.of(2, 1, 1, 1),
  });
});
test('equal values share one bin', () => {
  expect(histogramOf([3, 3, 3], 10)).toEqual({ from: 3, width: 1, counts: Uint32Array.of(3) });
});
