import { expect, it } from 'vitest';
import { differenceInWords, score } from './score-results.ts';

it('says a difference as first minus second, and no difference in words', () => {
  expect(score(0.4123)).toBe('.412');
  expect(differenceInWords({ value: -0.053, interval: [-0.08, -0.02] })).toBe(
    '+.053 (.020 to .080)',
  );
  expect(differenceInWords({ value: 0.01, interval: [-0.02, 0.04] })).toBe('−.010, no difference');
  expect(differenceInWords({ value: 0, interval: [0, 0] })).toBe('.000, no difference');
  expect(differenceInWords({ value: null, interval: null })).toBe('—');
});
