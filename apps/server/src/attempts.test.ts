import { describe, expect, it } from 'vitest';
import { atMost, growingDelay } from './attempts.ts';

const NOW = 1_000_000;
/** Times so many seconds ago, newest first. */
const ago = (...seconds: readonly number[]): readonly number[] =>
  seconds.map((second) => NOW - second * 1000);

describe('atMost', () => {
  it.each([
    [[], 0],
    [ago(1), 0],
    [ago(1, 2), 58_000],
    [ago(59, 59), 1000],
    [ago(1, 60), 0],
    [ago(1, 2, 3), 58_000],
  ])('2 a minute after %j: waits %i ms', (times, wait) => {
    expect(atMost(2, 60_000)(times, NOW)).toBe(wait);
  });
});

describe('growingDelay', () => {
  const wait = growingDelay(3, 900_000, 10_000);

  it.each([
    [[], 0],
    [ago(0, 0), 0],
    [ago(0, 0, 0), 10_000],
    [ago(4, 5, 6), 6000],
    [ago(10, 11, 12), 0],
    [ago(0, 0, 0, 0), 20_000],
    [ago(0, 0, 0, 0, 0), 40_000],
    [ago(0, 0, 900), 0],
    [ago(...Array.from({ length: 50 }, () => 0)), 900_000],
  ])('after failures %j: waits %i ms', (times, expected) => {
    expect(wait(times, NOW)).toBe(expected);
  });

  it('does not end the wait when the clock is set back', () => {
    expect(wait(ago(-60, -60, -60), NOW)).toBeGreaterThan(0);
  });
});
