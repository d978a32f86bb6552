import { describe, expect, test } from 'vitest';
import { coverageOf, syntheticResults, syntheticTruth } from '../coverage.ts';
import { detectionSummary } from '../detection/figures.ts';
import { matchDetections } from '../detection/match.ts';
import {
  bootstrap,
  differencesOf,
  imagesToShow,
  intervalsOf,
  intervalWarning,
} from './bootstrap.ts';
import { drawImages, threefry } from './draws.ts';
import { risingFit } from './isotonic.ts';
import { mcNemarExact } from './mcnemar.ts';
import { predictScore } from './prediction.ts';

test.each([
  [
    [0, 0],
    [0, 0],
    [0x6b200159, 0x99ba4efe],
  ],
  [
    [-1, -1],
    [-1, -1],
    [0x1cb996fc, 0xbb002be7],
  ],
  [
    [0x243f6a88, 0x85a308d3],
    [0x13198a2e, 0x03707344],
    [0xc4923a9c, 0x483df7a0],
  ],
] as const)("Random123's known answers: counter %j, key %j", (counter, key, answer) => {
  const out = new Uint32Array(2);
  threefry(counter, key, out);
  expect([...out]).toEqual(answer);
});

test('a draw has as many images as there are, and depends on seed and draw alone', () => {
  const [one, again, other] = [7, 7, 8].map((draw) => {
    const counts = new Uint32Array(101);
    drawImages([3, 0], draw, counts);
    return counts;
  });
  expect(one!.reduce((sum, count) => sum + count, 0)).toBe(101);
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
});

test('intervals cover, and equal cameras are told apart seldom', () => {
  const { covered, different } = coverageOf({
    images: 100,
    repetitions: 60,
    draws: 200,
    population: 8000,
  });
  expect(covered).toBeGreaterThanOrEqual(50);
  expect(different).toBeLessThanOrEqual(10);
});

describe('a bootstrap of detections', () => {
  const truth = syntheticTruth({ images: 40, categories: 2, objects: 3, seed: 5 });
  const drawsOf = (camera: number, seed = 1) => {
    const matches = matchDetections(truth, syntheticResults(truth, 5, camera));
    const figuresOf = (weights: Uint32Array) => detectionSummary(matches, weights);
    return bootstrap({ images: 40, draws: 50, seed, figuresOf });
  };

  test('the same seed gives the same interval, another one another', () => {
    expect(intervalsOf(drawsOf(0))).toEqual(intervalsOf(drawsOf(0)));
    expect(intervalsOf(drawsOf(0, 2))).not.toEqual(intervalsOf(drawsOf(0)));
  });

  test('equal results differ by exactly 0, different ones do not', () => {
    const { map, mapLarge } = differencesOf(drawsOf(0), drawsOf(0));
    expect([map, mapLarge]).toEqual(Array(2).fill({ value: 0, interval: [0, 0] }));
    expect(differencesOf(drawsOf(0), drawsOf(1))['map']!.value).toBe(
      drawsOf(1).whole['map']! - drawsOf(0).whole['map']!,
    );
    expect(imagesToShow(drawsOf(0), drawsOf(0))['map']).toBeNull();
  });
});

test('a figure with nothing to count has no interval', () => {
  const nothing = bootstrap({ images: 3, draws: 9, figuresOf: () => ({ map: null }) });
  expect(intervalsOf(nothing)).toEqual({ map: null });
  expect(differencesOf(nothing, nothing)).toEqual({ map: { value: null, interval: null } });
});

test('how many images show a difference of .02, for a mean of known spread', () => {
  // Half of the images have 1, half 0: their mean over n images has the variance 1/4n.
  const images = 400;
  const mean = bootstrap({
    images,
    draws: 4000,
    figuresOf: (weights) => ({
      mean: weights.reduce((sum, weight, i) => sum + (i % 2) * weight, 0) / images,
    }),
  });
  const expected = 2 * 0.25 * ((1.959964 + 0.841621) / 0.02) ** 2;
  // 4,000 draws know a variance within 1 / sqrt(2,000) of it, at three standard errors.
  expect(Math.abs(imagesToShow(mean)['mean']! / expected - 1)).toBeLessThan(3 / Math.sqrt(2000));
  expect(intervalWarning(99)).toBe('few images: the interval is too narrow');
  expect(intervalWarning(100)).toBeUndefined();
});

test("McNemar's p", () => {
  expect(mcNemarExact(0, 0)).toBe(1);
  expect(mcNemarExact(5, 5)).toBe(1);
  expect(mcNemarExact(0, 5)).toBeCloseTo(2 / 32, 12);
  expect(mcNemarExact(10, 2)).toBeCloseTo((2 * (1 + 12 + 66)) / 2 ** 12, 12);
  // By the normal approximation: 2,000 cases, 100 from the middle, half a case for continuity.
  expect(mcNemarExact(900, 1100)).toBeCloseTo(8.4e-6, 6);
});

test('intervals of a figure of pure noise hold 0 in at least 88 of 100 tables', () => {
  const words = new Uint32Array(2);
  let held = 0;
  for (let table = 0; table < 100; table += 1) {
    const pairs = Array.from({ length: 40 }, (_, row) => {
      threefry([row, table], [7, 0], words);
      return [...words];
    });
    const { figures } = predictScore(
      {
        score: pairs.map(([score]) => score!),
        figures: new Map([['noise', pairs.map(([, figure]) => figure!)]]),
        factors: new Map(),
        isTest: pairs.map((_, row) => row % 3 === 0),
      },
      { draws: 200, seed: 1 },
    );
    const [low, high] = figures[0]!.interval!;
    if (low <= 0 && high >= 0) held += 1;
  }
  expect(held).toBeGreaterThanOrEqual(88);
  // At 95 % a hundred of a hundred would be an interval that is too wide.
  expect(held).toBeLessThan(100);
});

test('fits rise, average equal places and are held beyond the outer ones', () => {
  const at = risingFit([1, 2, 2, 3, 4], [1, 5, 3, 2, 9]);
  // 2 and 3 are pooled: (5 + 3 + 2)/3.
  const wanted = [1, 1, (1 + 10 / 3) / 2, 10 / 3, 10 / 3, 10 / 3, (10 / 3 + 9) / 2, 9];
  for (const [i, place] of [0, 1, 1.5, 2, 2.7, 3, 3.5, 9].entries())
    expect(at(place)).toBeCloseTo(wanted[i]!, 12);
});
