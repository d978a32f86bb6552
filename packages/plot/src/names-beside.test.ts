import { expect, test } from 'vitest';
import { placesBeside } from './names-beside.ts';

const within = { left: 0, right: 300, top: 0, bottom: 150 };
const line = (name: string, y: (x: number) => number) => ({
  name,
  points: Array.from({ length: 31 }, (_, i) => [10 * i, y(10 * i)] as const),
});

test('names of curves that part stand beside their own curve, apart from each other', () => {
  const [falling, level] = [line('falling', (x) => 20 + x / 3), line('level', () => 20)];
  const [first, second] = placesBeside([falling, level], within);
  expect(Math.abs(first![1] - (20 + first![0] / 3))).toBeLessThan(Math.abs(first![1] - 20));
  expect(Math.abs(second![1] - 20)).toBeLessThan(Math.abs(second![1] - (20 + second![0] / 3)));
});

test('names of equal curves do not cover each other', () => {
  const flat = (name: string) => line(name, () => 75);
  const places = placesBeside([flat('red'), flat('green'), flat('blue')], within);
  for (const [i, one] of places.entries())
    for (const other of places.slice(i + 1))
      expect(Math.abs(one[0] - other[0]) >= 18 || Math.abs(one[1] - other[1]) >= 12).toBe(true);
});

test('names stay inside the drawing', () => {
  for (const [x, y] of placesBeside([line('at the top', () => 0)], within)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + 60).toBeLessThanOrEqual(300);
    expect(y).toBeGreaterThanOrEqual(10);
  }
});
