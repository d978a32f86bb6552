import { expect, test } from 'vitest';
import { isInside, movedRegion, regionBetween, regionInMiddle, resizedRegion } from './region.ts';

const size = { width: 100, height: 80 };
const region = { x: 10, y: 20, width: 30, height: 40 };

test('moving stops at the rim', () => {
  expect(movedRegion(region, { x: 5, y: -3 }, size)).toEqual({ ...region, x: 15, y: 17 });
  expect(movedRegion(region, { x: 500, y: 500 }, size)).toEqual({ ...region, x: 70, y: 40 });
  expect(movedRegion(region, { x: -500, y: -500 }, size)).toEqual({ ...region, x: 0, y: 0 });
});

test('resizing stops at the rim and at two pixels', () => {
  expect(resizedRegion(region, { x: 1, y: -1 }, size)).toEqual({
    ...region,
    width: 31,
    height: 39,
  });
  expect(resizedRegion(region, { x: 500, y: 500 }, size)).toEqual({
    ...region,
    width: 90,
    height: 60,
  });
  expect(resizedRegion(region, { x: -500, y: -500 }, size)).toEqual({
    ...region,
    width: 2,
    height: 2,
  });
});

test('drawn from any corner, inside the picture, never as small as a click', () => {
  const drawn = { x: 10, y: 20, width: 21, height: 11 };
  expect(regionBetween({ x: 10, y: 20 }, { x: 30, y: 30 }, size)).toEqual(drawn);
  expect(regionBetween({ x: 30, y: 20 }, { x: 10, y: 30 }, size)).toEqual(drawn);
  expect(regionBetween({ x: 90, y: 70 }, { x: 400, y: 400 }, size)).toEqual({
    x: 90,
    y: 70,
    width: 10,
    height: 10,
  });
  expect(regionBetween({ x: 3, y: 3 }, { x: 3, y: 3 }, size)).toBeUndefined();
});

test('the first one lies in the middle, also of a small picture', () => {
  expect(regionInMiddle(size)).toEqual({ x: 18, y: 8, width: 64, height: 64 });
  expect(regionInMiddle({ width: 2, height: 2 })).toEqual({ x: 0, y: 0, width: 2, height: 2 });
  expect(isInside(region, size)).toBe(true);
  expect(isInside(region, { width: 39, height: 80 })).toBe(false);
});
