import { expect, test } from 'vitest';
import { drawMarks, marksOf } from './marks.ts';

test('marks keep their distances, from the rim and from each other', () => {
  for (let picture = 0; picture < 20; picture += 1) {
    const marks = marksOf(1, picture);
    expect(marks).toHaveLength(9);
    for (const [at, { x, y, deviation, contrast }] of marks.entries()) {
      expect(Math.min(x, 320 - x, y, 240 - y)).toBeGreaterThanOrEqual(20);
      expect(deviation).toBeGreaterThanOrEqual(1.6);
      expect(deviation).toBeLessThanOrEqual(5.6);
      expect(Math.abs(contrast)).toBeGreaterThanOrEqual(0.08);
      expect(Math.abs(contrast)).toBeLessThanOrEqual(0.35);
      for (const other of marks.slice(at + 1))
        expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(
          4 * (deviation + other.deviation),
        );
    }
  }
  expect(marksOf(1, 3)).toEqual(marksOf(1, 3));
  expect(marksOf(2, 3)).not.toEqual(marksOf(1, 3));
});

test('a mark is a Gaussian on a ground of one half', () => {
  const data = drawMarks([{ x: 100.5, y: 60.5, deviation: 4, contrast: 0.3 }]);
  const at = (x: number, y: number): number => data[y * 320 + x]! / 255;
  expect(at(100, 60)).toBeCloseTo(0.8, 2);
  expect(at(104, 60)).toBeCloseTo(0.5 + 0.3 * Math.exp(-0.5), 2);
  expect(at(100, 68)).toBeCloseTo(0.5 + 0.3 * Math.exp(-2), 2);
  expect(at(200, 200)).toBeCloseTo(0.5, 2);
});
