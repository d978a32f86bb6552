import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

test('every bin holds as many codes', () => {
  // Codes 2 to 9: eight codes in at most four bins of two.
  expect(histogramOf([2, 3, 3, 4, 9], 4, 1)).toEqual({
    from: 1.5,
    width: 2,
    counts: Uint32Array.of(3, 1, 0, 1),
  });
});
test('fractions of a code, as means of frames have', () => {
  expect(histogramOf([1.25, 1.5, 1.5, 2], 10, 0.25)).toEqual({
    from: 1.125,
    width: 0.25,
    counts: Uint32Array.of(1, 2, 0, 1),
  });
});
test('equal values fill one bin', () => {
  expect(histogramOf([3, 3, 3], 10, 1)).toEqual({
    from: 2.5,
    width: 1,
    counts: Uint32Array.of(3),
  });
});
