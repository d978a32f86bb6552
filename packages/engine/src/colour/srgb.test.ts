import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { D65_WHITE, multiply } from './adaptation.ts';
import { SRGB_TO_LINEAR, XYZ_TO_LINEAR_SRGB, linearToSrgb } from './srgb.ts';

/**
 * The standard's matrix is rounded to four decimals, so XYZ of white becomes 1, 1, 1 only to this
 * accuracy.
 */
const FOUR_DECIMALS = 3e-4;

describe('sRGB (IEC 61966-2-1)', () => {
  test('every code comes back', () => {
    for (let code = 0; code < 256; code += 1)
      expect(linearToSrgb(SRGB_TO_LINEAR[code]!)).toBe(code);
  });
  test.each([
    [0, 0],
    [10, 0.003035269835],
    [11, 0.003346535764],
    [128, 0.2158605001],
    [188, 0.502886458],
    [254, 0.9911020971],
    [255, 1],
  ])('code %d is %f in linear light', (code, linear) => {
    expect(SRGB_TO_LINEAR[code]).toBeCloseTo(linear, 9);
  });
  test.each([
    [0.18, 118],
    [0.5, 188],
    [1e-6, 0],
    [0.999, 255],
  ])('linear %f is code %d', (linear, code) => {
    expect(linearToSrgb(linear)).toBe(code);
  });
  test('out of range is clipped, and no number is black', () => {
    expect([-1, -0, NaN, -Infinity].map(linearToSrgb)).toEqual([0, 0, 0, 0]);
    expect([1, 1.0001, 1e9, Infinity].map(linearToSrgb)).toEqual([255, 255, 255, 255]);
  });
  test('rounds to the nearest code everywhere', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (linear) => {
        const exact =
          255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
        // Half a code, plus the gap between the two branches of the standard where they meet.
        expect(Math.abs(linearToSrgb(linear) - exact)).toBeLessThanOrEqual(0.5 + 1e-4);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
  test('the white of the standard is full drive', () => {
    for (const value of multiply(XYZ_TO_LINEAR_SRGB, D65_WHITE))
      expect(Math.abs(value - 1)).toBeLessThan(FOUR_DECIMALS);
  });
});
