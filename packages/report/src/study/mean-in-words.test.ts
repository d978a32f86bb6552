import { expect, it } from 'vitest';
import { meanInWords, withinError } from './study-report.tsx';

it.each([
  [30.1234, 0.0312, '30.123 ± 0.031'],
  [-0.5, 0.25, '−0.50 ± 0.25'],
  [10034, 123, '10030 ± 120'],
  [71.44, 12, '71 ± 12'],
])('%s with the error %s', (mean, standardError, words) =>
  expect(meanInWords({ mean, standardError })).toBe(words),
);

it('rounds a difference to the digits of its error', () =>
  expect(withinError(0.01234, 0.051)).toBe('0.012'));
