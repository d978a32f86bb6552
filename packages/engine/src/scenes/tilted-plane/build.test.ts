import { expect, test } from 'vitest';
import { build } from './build.ts';

const host = { loadImage: () => Promise.reject(new Error('no pictures')) };
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const [hfov, imageSize, period] = [radians(40), 80, 8];

test('1/z is linear from left to right, and the right side is farther away', async () => {
  const tilt = radians(30);
  const { depth } = await build(
    { hfov, imageSize, tilt, distance: 2, pattern: 'edges', period },
    host,
  );
  const z = depth!.distances;
  const slope = Math.tan(hfov / 2) * Math.tan(tilt);
  expect(1 / z[0]!).toBeCloseTo((1 + slope * (79 / 80)) / 2, 6);
  expect(1 / z[79]! - 1 / z[40]!).toBeCloseTo(1 / z[39]! - 1 / z[0]!, 6);
  expect(z[79]!).toBeGreaterThan(2);
  expect(z[80 * 79]).toBe(z[0]);
});

test('patterns: white, and lines of a period', async () => {
  const patternOf = (pattern: 'even' | 'lines') =>
    build({ hfov, imageSize, tilt: 0, distance: 2, pattern, period }, host);
  expect((await patternOf('even')).planeMeans).toEqual([1]);
  const line = (await patternOf('lines')).raster(0).subarray(0, imageSize);
  expect([...line.slice(40, 48)]).toEqual([...line.slice(48, 56)]);
  expect(new Set(line)).toEqual(new Set([1, Math.fround(0.1)]));
});

test('a plane that runs through the lens is refused', () => {
  const tilt = radians(75);
  expect(() =>
    build({ hfov, imageSize, tilt, distance: 2, pattern: 'even', period }, host),
  ).toThrow('Tilt can be up to 70.0° at this HFoV.');
});
