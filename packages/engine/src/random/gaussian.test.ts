import { describe, expect, test } from 'vitest';
import { gaussianOf } from './gaussian.ts';
import { philox } from './philox.ts';

const SIGN = 2 ** 31;
/** Accuracy of the table: largest distance from the true quantile. */
const FROM_TRUE_QUANTILE = 3e-7;

/**
 * Quantiles of (m + 1/2)/2³² from Python's statistics.NormalDist (Wichura's AS 241, accurate to
 * 1e-16).
 */
const QUANTILES = [
  [0, -6.337957754553789],
  [1, -6.166429517819749],
  [5, -5.957507662988571],
  [7, -5.906597343983775],
  [8, -5.885934067455901],
  [9, -5.867513791076486],
  [15, -5.78577796547104],
  [16, -5.775260513401541],
  [100, -5.463062554389539],
  [1000, -5.039851125968711],
  [12345, -4.535422762090429],
  [123456, -4.022887695808418],
  [1234567, -3.4431923394832484],
  [12345678, -2.7617695198594854],
  [107374182, -1.9599639841416792],
  [214748364, -1.6448536276287282],
  [536870912, -1.1503493798104831],
  [1073741823, -0.6744897505624251],
  [1500000000, -0.3873570021605431],
  [2000000000, -0.08618094900448968],
  [2147483646, -8.754298118749871e-10],
  [2147483647, -2.9180993729166234e-10],
] as const;

/**
 * Standard normal distribution function for x <= 0, by Simpson's rule from the middle: independent
 * of the table.
 */
function below(x: number): number {
  const steps = 200;
  const density = (t: number): number => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(x);
  for (let i = 1; i < steps; i += 1) sum += (i % 2 === 1 ? 4 : 2) * density((x * i) / steps);
  return 0.5 + (sum * x) / (3 * steps);
}

/** Pseudo-random words of Philox. */
function words(count: number, key: number): Uint32Array {
  const all = new Uint32Array(count);
  for (let block = 0; block < count / 4; block += 1)
    philox([block, 0, 0, 0], [key, 0], all.subarray(4 * block, 4 * block + 4));
  return all;
}

describe('a normal number from a word', () => {
  test.each(QUANTILES)('word %d', (word, quantile) => {
    expect(Math.abs(gaussianOf(word) - quantile)).toBeLessThan(FROM_TRUE_QUANTILE);
    expect(gaussianOf(word + SIGN)).toBe(-gaussianOf(word));
  });
  test.each([
    [0.025, -1.959963984540054],
    [0.005, -2.575829303548901],
    [0.15865525393145707, -1],
    [0.0013498980316301035, -3],
  ])('probability %f', (probability, quantile) => {
    expect(Math.abs(gaussianOf(Math.round(probability * 2 ** 32 - 0.5)) - quantile)).toBeLessThan(
      FROM_TRUE_QUANTILE,
    );
  });
  test('never falls as the word grows, and never leaves 6.34 standard deviations', () => {
    let last = -6.34;
    // One cubic ends and the next begins at every power of two, so these words and their neighbours
    // are tested.
    const steps = new Set<number>([0]);
    for (let octave = 0; octave < 31; octave += 1)
      for (let piece = 0; piece < 16; piece += 1)
        for (const off of [-1, 0, 1])
          steps.add(
            Math.min(2 ** 31 - 1, Math.max(0, Math.round(2 ** octave * (1 + piece / 16)) + off)),
          );
    for (const word of [...steps].sort((a, b) => a - b)) {
      expect(gaussianOf(word)).toBeGreaterThanOrEqual(last);
      last = gaussianOf(word);
    }
    expect(last).toBeLessThan(0);
    expect(gaussianOf(2 ** 31)).toBeLessThan(6.34);
  });
  test('moments over evenly spread words: 0, 1, 0, 3, 15', () => {
    const count = 1 << 18;
    const step = 2 ** 32 / count;
    const moments = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < count; i += 1) {
      const value = gaussianOf((i + 0.5) * step);
      for (let power = 1; power <= 6; power += 1) moments[power - 1]! += value ** power / count;
    }
    for (const power of [1, 3, 5]) expect(Math.abs(moments[power - 1]!)).toBeLessThan(1e-9);
    // The midpoint rule has an error in its last step, which is larger for higher moments.
    expect(Math.abs(moments[1]! - 1)).toBeLessThan(5e-5);
    expect(Math.abs(moments[3]! - 3)).toBeLessThan(2e-3);
    expect(Math.abs(moments[5]! - 15)).toBeLessThan(0.05);
  });
});

describe('over the generator’s own words', () => {
  const count = 1 << 16;
  const values = Array.from(words(count, 20240501), gaussianOf).sort((a, b) => a - b);

  test('Kolmogorov-Smirnov', () => {
    const cumulative = (x: number): number => (x <= 0 ? below(x) : 1 - below(-x));
    const distance = values.reduce(
      (most, value, index) =>
        Math.max(
          most,
          Math.abs(cumulative(value) - index / count),
          Math.abs(cumulative(value) - (index + 1) / count),
        ),
      0,
    );
    // A perfect generator would exceed this in one of a thousand samples. The sample is fixed.
    expect(distance * Math.sqrt(count)).toBeLessThan(1.95);
  });
  test('as many beyond 3 and beyond 4 standard deviations as there should be', () => {
    for (const limit of [3, 4]) {
      const expected = 2 * below(-limit) * count;
      const countBeyond = values.filter((value) => Math.abs(value) > limit).length;
      expect(Math.abs(countBeyond - expected)).toBeLessThan(4.5 * Math.sqrt(expected));
    }
  });
});
