import { expect, test } from 'vitest';
import { monotoneCurve, onCurve } from './monotone-curve.ts';

test('a curve goes through its points, holds beyond them and does not overshoot', () => {
  const curve = monotoneCurve([0, 1, 2, 5], [1, 1, 0.2, 0.1]);
  for (const [i, at] of curve.at.entries()) expect(onCurve(curve, at)).toBe(curve.values[i]);
  expect(onCurve(curve, -1)).toBe(1);
  expect(onCurve(curve, 9)).toBe(0.1);
  let before = 1;
  for (let place = 0; place <= 5; place += 0.01) {
    const value = onCurve(curve, place);
    expect(value).toBeLessThanOrEqual(before);
    before = value;
  }
});

test('a straight line stays one', () => {
  const curve = monotoneCurve([0, 1, 3], [0, 2, 6]);
  expect(onCurve(curve, 2)).toBeCloseTo(4, 12);
});
