import { studentQuantile } from '@lumenloom/scoring';
import type { Outcome } from '../propose/compile.ts';
import { expect, test } from 'vitest';
import { freshDifference, freshMean } from './fresh-intervals.ts';

const done = (figures: Outcome['figures'], draws?: readonly number[]): Outcome => ({
  status: 'done',
  message: '',
  feasible: true,
  figures,
  ...(draws && {
    sample: { images: 40, draws: { 'dataset.map': draws, snr: draws.map(() => figures['snr']!) } },
  }),
});
/** Two noises of a run on a data set: draws of the pictures about a mean. */
const run = (map: number, snr: number) =>
  [0, 0.01].map((noise) =>
    done(
      { 'dataset.map': map + noise, snr: snr + noise },
      [-0.1, 0, 0.1].map((off) => map + noise + map * off),
    ),
  );

test('with a data set an interval covers pictures, drawn with all their noises', () => {
  const difference = freshDifference(run(0.6, 30), run(0.5, 20), 'dataset.map')!;
  expect(difference.covers).toBe('pictures and noise');
  expect(difference.mean).toBeCloseTo(0.1, 12);
  // Paired draws differ from their mean by -.01, 0 and .01.
  expect(difference.high! - difference.mean).toBeCloseTo(studentQuantile(0.025, 39) * 0.01, 9);
  expect(freshMean(run(0.6, 30), 'dataset.map').standardError).toBeCloseTo(0.06, 9);
});

test('a figure that no picture changes, and a study without a data set, cover the noise', () => {
  expect(freshDifference(run(0.6, 30), run(0.5, 20), 'snr')!.covers).toBe('noise');
  const seeds = (snr: number) => [0, 0.2, 0.4].map((noise) => done({ snr: snr + noise * snr }));
  const { mean, high, covers } = freshDifference(seeds(2), seeds(1), 'snr')!;
  expect([mean, covers]).toEqual([expect.closeTo(1.2, 12), 'noise']);
  expect(high! - mean).toBeCloseTo((studentQuantile(0.025, 2) * 0.2) / Math.sqrt(3), 9);
});

test('a noise in which one of them fails counts for neither', () => {
  const [first] = run(0.6, 30);
  expect(freshDifference([undefined, first], [first, undefined], 'snr')).toBeUndefined();
  expect(freshDifference([first], [done({ snr: 29 })], 'snr')).toMatchObject({
    mean: 1,
    low: null,
  });
});
