import { expect, test } from 'vitest';
import { nearestTo, nextGlass, placeOf } from './glass-map.ts';

const glass = (name: string, index: number, abbe: number) => ({ name, maker: 'X', index, abbe });
const crown = glass('crown', 1.52, 64);
const flint = glass('flint', 1.62, 36);
const heavy = glass('heavy', 1.8, 25);
const light = glass('light', 1.49, 70);
const all = [crown, flint, heavy, light];

test('an arrow goes to the nearest glass on its side, and nowhere where there is none', () => {
  expect(nextGlass(all, crown, 'ArrowRight')).toBe(flint);
  expect(nextGlass(all, flint, 'ArrowLeft')).toBe(crown);
  expect(nextGlass(all, crown, 'ArrowLeft')).toBe(light);
  expect(nextGlass(all, heavy, 'ArrowRight')).toBeUndefined();
  // Straight above and below as well.
  const above = glass('above', 1.6, 64);
  expect(nextGlass([...all, above], crown, 'ArrowUp')).toBe(above);
  expect(nextGlass([...all, above], above, 'ArrowDown')).toBe(crown);
});

test('of all glasses the nearest one to a place is found', () => {
  expect(nearestTo(all, placeOf({ index: 1.6, abbe: 38 }))).toBe(flint);
  expect(nearestTo([], [0, 0])).toBeUndefined();
});
