import { expect, test } from 'vitest';
import { blurScale } from './blur-geometry.ts';
import { depthLevels, placesAmong } from './depth-levels.ts';

const ENDS = [-3, 200] as const;

test('layers are dense near the focus, and end where blur does', () => {
  expect(depthLevels(-0.7, 2.6, ENDS).blurs).toEqual([-1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3.125]);
  expect(depthLevels(-3, -2.7, ENDS).blurs).toEqual([-3, -2.5]);
  expect(depthLevels(2, 2, ENDS).blurs).toEqual([2]);
});

test('more range than 64 layers hold moves them apart', () => {
  const { blurs, ratio } = depthLevels(-5000, 5000, [-5000, 5000]);
  expect(blurs.length).toBeLessThanOrEqual(64);
  expect(blurs.length).toBeGreaterThan(55);
  expect(blurs.at(-1)).toBe(5000);
  expect(ratio).toBeGreaterThan(1.25);
});

test('places among the layers', () => {
  const places = placesAmong([-1, 0, 2], Float32Array.of(-2, -1, -0.25, 1.5, 2, 3, NaN));
  expect([...places]).toEqual([0, 0, 0.75, 1.75, 2, 2, NaN]);
});

test('blur against distance, and back', () => {
  const thin = {
    focalLengthMm: 8,
    frontFocusMm: -8,
    entrancePupilMm: 0,
    backFocalLengthMm: 8,
    exitPupilMm: 0,
    exitPupilDiameterMm: 2,
    sensorMm: 1 / (1 / 8 - 1 / 1000),
  };
  const { blurOf, distanceOf, nearest } = blurScale(thin, 2e-6);
  expect(Math.abs(blurOf(1))).toBeLessThan(1e-9);
  // D·|l_s − l_i|/(2·l_i): half the circle of confusion, in pixels.
  const image = 1 / (1 / 8 - 1 / 500);
  expect(blurOf(0.5)).toBeCloseTo(((image - thin.sensorMm) / image) * 500, 9);
  expect(blurOf(3)).toBeLessThan(0);
  expect(distanceOf(blurOf(0.3))).toBeCloseTo(0.3, 12);
  expect(distanceOf(blurOf(Infinity))).toBe(Infinity);
  expect(nearest).toBeCloseTo(16e-3, 12);
});
