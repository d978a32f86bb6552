import { expect, test } from 'vitest';
import { allPixels, FrameStacker, mosaicPixels, pairStatistics, spatialParts } from './frames.ts';

test('mosaicPixels: every pixel once, planes of green one after the other', () => {
  const [red, green, blue] = mosaicPixels(
    [
      [1, 0],
      [2, 1],
    ],
    5,
    4,
  );
  expect([...red!.indices]).toEqual([1, 3, 9, 11]);
  expect([...green!.indices]).toEqual([0, 2, 8, 10, 5, 7, 13, 15]);
  expect([...blue!.indices]).toEqual([4, 6, 12, 14]);
  expect(green).toMatchObject({ count: 8, rows: 2, columns: 2 });
});

test('pairStatistics: mean, variance in time and among the pixels', () => {
  const { mean, temporalVariance, spatialVariance } = pairStatistics(
    [10, 20, 12, 22],
    [12, 22, 10, 20],
    allPixels(2, 2),
  );
  expect(mean).toBe(16);
  // Every difference is 2 or -2: half of the mean of squares.
  expect(temporalVariance).toBe(2);
  // Means are 11 and 21: a variance of 25, less half of what time adds.
  expect(spatialVariance).toBe(25 - 1);
});

test('spatialParts: rows, columns and pixels of a pattern that is known', () => {
  const [rows, columns] = [6, 8];
  const [down, across] = [
    [1, -1, 2, -2, 3, -3],
    [4, -4, 1, -1, 2, -2, 5, -5],
  ];
  const frame = Float64Array.from(
    { length: rows * columns },
    (_, i) => 100 + down[Math.floor(i / columns)]! + across[i % columns]!,
  );
  const stacker = new FrameStacker(allPixels(rows, columns));
  stacker.add(frame);
  stacker.add(frame);
  const parts = spatialParts(stacker.stack(), allPixels(rows, columns));
  const variance = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value ** 2, 0) / (values.length - 1);
  expect(parts.rows).toBeCloseTo(variance(down), 9);
  expect(parts.columns).toBeCloseTo(variance(across), 9);
  expect(parts.pixels).toBeCloseTo(0, 9);
});
