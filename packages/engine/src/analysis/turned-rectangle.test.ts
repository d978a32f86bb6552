import { expect, it, test } from 'vitest';
import golden from '../../references/vision/rectangles.json' with { type: 'json' };
import {
  cornersOf,
  rectangleOverlap,
  rectangleRound,
  type TurnedRectangle,
} from './turned-rectangle.ts';

/** Digits after the point within which the golden overlaps are met. */
const DIGITS = 9;

test.each(golden.boxes)('the overlap of pair %# is the golden one', ({ first, second, iou }) => {
  const [one, other] = [first, second] as unknown as [TurnedRectangle, TurnedRectangle];
  expect(rectangleOverlap(one, other)).toBeCloseTo(iou, DIGITS);
  expect(rectangleOverlap(other, one)).toBeCloseTo(iou, DIGITS);
});

it('finds a rectangle again from its corners, with an angle of at most a quarter turn', () => {
  for (const angle of [0, 0.4, 1.5, Math.PI / 2, 2.5, -0.3, -3]) {
    const rectangle: TurnedRectangle = [300, 40, 90, 20, angle];
    const round = rectangleRound(cornersOf(rectangle).flat());
    expect(rectangleOverlap(round, rectangle)).toBeCloseTo(1, DIGITS);
    expect(round[2] * round[3]).toBeCloseTo(1800, 6);
    expect(round[4]).toBeGreaterThanOrEqual(0);
    expect(round[4]).toBeLessThanOrEqual(Math.PI / 2);
  }
});

it('takes the smallest one round other points, and none of no width for an overlap', () => {
  // A diamond whose bounds along the axes are twice as large.
  const [, , width, height, angle] = rectangleRound([0, 10, 10, 0, 20, 10, 10, 20, 10, 10]);
  expect([width * height, angle]).toEqual([expect.closeTo(200, 9), expect.closeTo(Math.PI / 4, 9)]);
  expect(rectangleRound([5, 6])).toEqual([5, 6, 0, 0, 0]);
  expect(rectangleOverlap([5, 6, 0, 0, 0], [5, 6, 10, 10, 1])).toBe(0);
});
