import { expect, test } from 'vitest';
import { namePlaces } from './name-places.ts';

const within = { left: 0, right: 300, top: 0, bottom: 150 };
const line = (name: string, y: (x: number) => number) => ({
  name,
  points: Array.from({ length: 31 }, (_, i) => ({ x: 10 * i, y: y(10 * i) })),
});

test('names of curves that part stand beside their own curve, apart from each other', () => {
  const [falling, level] = [line('falling', (x) => 20 + x / 3), line('level', () => 20)];
  const [first, second] = namePlaces([falling, level], within);
  expect(Math.abs(first!.y - (20 + first!.x / 3))).toBeLessThan(Math.abs(first!.y - 20));
  expect(Math.abs(second!.y - 20)).toBeLessThan(Math.abs(second!.y - (20 + second!.x / 3)));
});

test('names of equal curves do not cover each other', () => {
  const flat = (name: string) => line(name, () => 75);
  const places = namePlaces([flat('red'), flat('green'), flat('blue')], within);
  for (const [i, one] of places.entries())
    for (const other of places.slice(i + 1))
      expect(Math.abs(one.x - other.x) >= 18 || Math.abs(one.y - other.y) >= 12).toBe(true);
});

test('names stay inside the drawing', () => {
  for (const { x, y } of namePlaces([line('at the top', () => 0)], within)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + 60).toBeLessThanOrEqual(300);
    expect(y).toBeGreaterThanOrEqual(10);
  }
});
