import { expect, it } from 'vitest';
import { averagePrecision, meanAveragePrecision } from './multi-label.ts';

const ranked = (scores: readonly number[], truth: readonly number[]) => ({
  scores: Float64Array.from(scores),
  truth: Uint8Array.from(truth),
});

it('adds precision times the recall gained, ties together', () => {
  // Right at 1, wrong, right at 3: 1/1 of one half and 2/3 of the other.
  expect(averagePrecision(ranked([0.9, 0.8, 0.7], [1, 0, 1]))).toBeCloseTo(0.5 + 1 / 3, 12);
  // Four equal scores, one right: its precision is a quarter.
  expect(averagePrecision(ranked([0.5, 0.5, 0.5, 0.5], [0, 0, 1, 0]))).toBe(0.25);
  expect(averagePrecision(ranked([0.9, 0.8], [0, 0]))).toBeNull();
});

it('leaves out what nobody knows, and counts a picture as often as it is drawn', () => {
  const one = ranked([0.9, 0.8, 0.7], [2, 0, 1]);
  expect(averagePrecision(one)).toBe(0.5);
  expect(averagePrecision(one, Uint32Array.of(1, 1, 3))).toBe(0.75);
  expect(averagePrecision(one, Uint32Array.of(1, 0, 1))).toBe(1);
});

it('is the mean over classes that are there', () => {
  const classes = [ranked([1, 0], [1, 0]), ranked([1, 0], [0, 1]), ranked([1, 0], [0, 0])];
  expect(meanAveragePrecision(classes)).toBe(0.75);
});
