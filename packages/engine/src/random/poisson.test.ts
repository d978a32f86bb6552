import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { philox } from './philox.ts';
import { POISSON_LIMIT, poissonOf } from './poisson.ts';

const MEANS = [0.01, 0.5, 3, 12, 24.9] as const;
const LAST_WORD = 2 ** 32 - 1;

/** exp(−mean)·meanᵏ/k!, by logarithms: independent of the recurrence under test. */
function probability(count: number, mean: number): number {
  let logarithm = -mean;
  for (let k = 1; k <= count; k += 1) logarithm += Math.log(mean / k);
  return Math.exp(logarithm);
}

/**
 * Smallest count whose cumulative probability reaches the word divided by 2^32. For the upper half
 * the probabilities are summed from above, because sums from below would lose digits there.
 */
function quantile(mean: number, word: number): number {
  const [uniform, above] = [(word + 0.5) * 2 ** -32, (LAST_WORD - word + 0.5) * 2 ** -32];
  if (uniform < 0.5) {
    let [count, sum] = [0, probability(0, mean)];
    while (sum < uniform) {
      count += 1;
      sum += probability(count, mean);
    }
    return count;
  }
  let [count, beyond] = [128, 0];
  while (beyond + probability(count, mean) <= above) {
    beyond += probability(count, mean);
    count -= 1;
  }
  return count;
}

describe('a Poisson count from a word', () => {
  test.each(MEANS)('mean %d: the first, the last and 200 other words', (mean) => {
    for (const word of [0, 1, 2 ** 31, LAST_WORD - 1, LAST_WORD])
      expect(poissonOf(mean, word)).toBe(quantile(mean, word));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST_WORD }), (word) => {
        expect(poissonOf(mean, word)).toBe(quantile(mean, word));
      }),
      { numRuns: 200, seed: 8 },
    );
  });
  test('any mean, any word', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: POISSON_LIMIT, noNaN: true }),
        fc.integer({ min: 0, max: LAST_WORD }),
        (mean, word) => {
          fc.pre(mean === 0 || mean > 1e-12);
          expect(poissonOf(mean, word)).toBe(mean === 0 ? 0 : quantile(mean, word));
        },
      ),
      { numRuns: 1000, seed: 9 },
    );
  });
  test('no light, no electron', () => {
    for (const word of [0, 12345, LAST_WORD]) expect(poissonOf(0, word)).toBe(0);
  });
  test('more light with the same word is never fewer electrons', () => {
    for (const word of [0, 1, 2 ** 30, 3e9, LAST_WORD]) {
      let last = 0;
      for (let mean = 0; mean <= POISSON_LIMIT; mean += 1 / 64) {
        expect(poissonOf(mean, word)).toBeGreaterThanOrEqual(last);
        last = poissonOf(mean, word);
      }
    }
  });
  test('signed words are taken as unsigned ones', () => {
    expect(poissonOf(12, -1)).toBe(poissonOf(12, LAST_WORD));
  });
});

describe('over the generator’s own words', () => {
  const draws = 40_000;
  test.each(MEANS)('mean %d: chi-square against the exact probabilities', (mean) => {
    const histogram = new Float64Array(128);
    const block = new Uint32Array(4);
    for (let i = 0; i < draws; i += 4) {
      philox([i, 0, 0, 0], [7, 0], block);
      for (const word of block) histogram[poissonOf(mean, word)]! += 1;
    }
    // Neighbouring counts are pooled until at least five are expected in each group.
    const groups: { seen: number; expected: number }[] = [];
    let [groupSeen, groupExpected, left] = [0, 0, draws];
    for (let count = 0; count < histogram.length; count += 1) {
      const expected = draws * probability(count, mean);
      groupSeen += histogram[count]!;
      groupExpected += expected;
      left -= expected;
      if (groupExpected >= 5 && left >= 5) {
        groups.push({ seen: groupSeen, expected: groupExpected });
        [groupSeen, groupExpected] = [0, 0];
      }
    }
    groups.push({ seen: groupSeen, expected: groupExpected });
    const statistic = groups.reduce(
      (sum, group) => sum + (group.seen - group.expected) ** 2 / group.expected,
      0,
    );
    // Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly
    // normal. One of a thousand samples exceeds this.
    const freedom = groups.length - 1;
    const normal =
      (Math.cbrt(statistic / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
    expect(normal).toBeLessThan(3.09);
    expect(groups.reduce((sum, group) => sum + group.seen, 0)).toBe(draws);
  });
});
