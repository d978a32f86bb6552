import { describe, expect, it } from 'vitest';
import { fitScaleAndShift, rangeOf, rankCorrelation } from './compare-depth.ts';

const depths = (...values: readonly number[]) => Float32Array.from(values);

describe('rankCorrelation', () => {
  it('is 1 for any rising relation, −1 for any falling one', () => {
    expect(rankCorrelation(depths(1, 2, 3, 9), depths(10, 20, 21, 1e6))).toBeCloseTo(1, 12);
    expect(rankCorrelation(depths(1, 2, 3), depths(5, 4, -9))).toBeCloseTo(-1, 12);
  });

  it('is 1 − 6 Σd²/(n(n² − 1)) without ties', () => {
    // Differences of the ranks: 0, 1, −1, 2, −2: Σd² = 10, n = 5.
    expect(rankCorrelation(depths(1, 2, 3, 4, 5), depths(1, 3, 2, 6, 2.5))).toBeCloseTo(
      1 - (6 * (0 + 4 + 1 + 1 + 4)) / 120,
      12,
    );
  });

  it('gives ties the mean of their ranks', () => {
    // Ranks 1.5, 1.5, 3 against 1, 2, 3: covariance 1.5/3, variances 1.5/3 and 2/3.
    expect(rankCorrelation(depths(7, 7, 8), depths(1, 2, 3))).toBeCloseTo(
      1.5 / Math.sqrt(1.5 * 2),
      12,
    );
  });

  it('is unknown when a list is flat', () =>
    expect(rankCorrelation(depths(1, 1, 1), depths(1, 2, 3))).toBeUndefined());
});

describe('fitScaleAndShift', () => {
  it('takes out any scale and shift', () => {
    const values = depths(1, 4, 2, 8);
    const { scale, shift, meanDifference } = fitScaleAndShift(
      values,
      values.map((value) => 3 * value - 5),
    );
    expect([scale, shift, meanDifference]).toEqual([
      expect.closeTo(3, 6),
      expect.closeTo(-5, 5),
      expect.closeTo(0, 5),
    ]);
  });

  it('is the line of least squares, and says what is left', () => {
    // Through (0, 0), (1, 3), (2, 0): level at 1; left are 1, 2, 1.
    expect(fitScaleAndShift(depths(0, 1, 2), depths(0, 3, 0))).toEqual({
      scale: 0,
      shift: 1,
      meanDifference: expect.closeTo(4 / 3, 12) as number,
    });
  });

  it('shifts only, from a flat list', () =>
    expect(fitScaleAndShift(depths(2, 2), depths(1, 3))).toEqual({
      scale: 0,
      shift: 2,
      meanDifference: 1,
    }));
});

it('rangeOf finds smallest and largest', () => expect(rangeOf(depths(3, -1, 2))).toEqual([-1, 3]));
