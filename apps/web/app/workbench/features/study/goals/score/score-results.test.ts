import { expect, it } from 'vitest';
import { differenceInWords, exposureInWords, score } from './score-results.ts';

it('says a difference as first minus second, and no difference in words', () => {
  expect(score(0.4123)).toBe('.412');
  expect(differenceInWords({ value: -0.053, interval: [-0.08, -0.02] })).toBe(
    '+.053 (.020 to .080)',
  );
  expect(differenceInWords({ value: 0.01, interval: [-0.02, 0.04] })).toBe('−.010, no difference');
  expect(differenceInWords({ value: 0, interval: [0, 0] })).toBe('.000, no difference');
  expect(differenceInWords({ value: null, interval: null })).toBe('—');
});

it('says an exposure with its distance from the meter', () => {
  expect(exposureInWords({ seconds: 0.02, stopsFromMeter: -8.07 })).toBe(
    '.02 s, 8.1 stops under the meter',
  );
  expect(exposureInWords({ seconds: 0.00333333, stopsFromMeter: 0 })).toBe('.00333 s, metered');
  expect(exposureInWords({ seconds: 1, stopsFromMeter: null })).toBe('1 s');
  expect(exposureInWords(null)).toBe('');
});
