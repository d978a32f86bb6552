import { describe, expect, it } from 'vitest';
import { waitFor } from './attempts.ts';

const NOW = 1_000_000;
/** Times so many seconds ago, newest first. */
const ago = (...seconds: readonly number[]): readonly number[] =>
  seconds.map((second) => NOW - second * 1000);

describe('waitFor', () => {
  it.each([
    [[], 0],
    [ago(1), 0],
    [ago(1, 2), 58_000],
    [ago(59, 59), 1000],
    [ago(1, 60), 0],
    [ago(1, 2, 3), 58_000],
  ])('2 a minute after %j: waits %i ms', (times, wait) => {
    expect(waitFor([{ most: 2, windowMs: 60_000 }], times, NOW)).toBe(wait);
  });

  it('keeps the strictest of several limits', () => {
    const limits = [
      { most: 1, windowMs: 60_000 },
      { most: 3, windowMs: 3_600_000 },
    ];
    expect(waitFor(limits, ago(10), NOW)).toBe(50_000);
    expect(waitFor(limits, ago(10, 20, 30), NOW)).toBe(3_570_000);
    expect(waitFor(limits, ago(70, 80), NOW)).toBe(0);
  });
});
