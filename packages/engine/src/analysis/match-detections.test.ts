import { describe, expect, it } from 'vitest';
import { matchDetections, overlapOf, type Detection } from './match-detections.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
});
const found = (label: string, score: number, left: number, width = 0.2): Detection => ({
  label,
  score,
  classIndex: 0,
  box: box(left, 0, left + width, 1),
});

describe('overlapOf', () => {
  it('is the shared area over the area of both', () => {
    expect(overlapOf(box(0, 0, 2, 2), box(1, 1, 3, 3))).toBeCloseTo(1 / 7, 12);
    expect(overlapOf(box(0, 0, 1, 1), box(0, 0, 1, 1))).toBe(1);
    expect(overlapOf(box(0, 0, 2, 1), box(0, 0, 1, 1))).toBe(0.5);
  });

  it('is 0 for boxes that only touch, lie apart or are empty', () => {
    expect(overlapOf(box(0, 0, 1, 1), box(1, 0, 2, 1))).toBe(0);
    expect(overlapOf(box(0, 0, 1, 1), box(5, 5, 6, 6))).toBe(0);
    expect(overlapOf(box(1, 1, 1, 1), box(1, 1, 1, 1))).toBe(0);
  });
});

describe('matchDetections', () => {
  it('pairs the same things and tells misses from extras', () => {
    const [apple, lost, moved, ghost] = [
      found('apple', 0.9, 0),
      found('cup', 0.8, 0.4),
      found('apple', 0.7, 0.02),
      found('cat', 0.6, 0.8),
    ];
    const { matches, missed, extra } = matchDetections([apple, lost], [moved, ghost], 0.5);
    expect(matches).toEqual([
      { ideal: apple, camera: moved, overlap: expect.closeTo(0.18 / 0.22, 9) as number },
    ]);
    expect(missed).toEqual([lost]);
    expect(extra).toEqual([ghost]);
  });

  it('takes an overlap of exactly the least, and none below', () => {
    const ideal = [found('apple', 0.9, 0, 0.5)];
    expect(matchDetections(ideal, [found('apple', 0.9, 0, 0.25)], 0.5).matches).toHaveLength(1);
    expect(matchDetections(ideal, [found('apple', 0.9, 0, 0.24)], 0.5)).toMatchObject({
      matches: [],
      missed: ideal,
      extra: [{}],
    });
  });

  it('lets the higher score of the ideal picture take first, whatever the order', () => {
    const [strong, weak, only] = [
      found('apple', 0.9, 0),
      found('apple', 0.6, 0.05),
      found('apple', 0.8, 0.05),
    ];
    const { matches, missed } = matchDetections([weak, strong], [only], 0.5);
    expect(matches).toMatchObject([{ ideal: strong }]);
    expect(missed).toEqual([weak]);
  });

  it('prefers its own label to a larger overlap, the larger overlap among its own, and another label to a miss', () => {
    const wanted = found('apple', 0.9, 0);
    const [other, near, far] = [
      found('orange', 0.9, 0),
      found('apple', 0.5, 0.02),
      found('apple', 0.7, 0.05),
    ];
    expect(matchDetections([wanted], [other, far, near], 0.5)).toMatchObject({
      matches: [{ camera: near }],
      extra: [other, far],
    });
    expect(matchDetections([wanted], [other], 0.5)).toMatchObject({
      matches: [{ ideal: { label: 'apple' }, camera: { label: 'orange' } }],
      missed: [],
    });
  });

  it('has nothing to pair in empty lists', () =>
    expect(matchDetections([], [], 0.5)).toEqual({ matches: [], missed: [], extra: [] }));
});
