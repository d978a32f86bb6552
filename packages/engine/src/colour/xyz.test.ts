import { describe, expect, test } from 'vitest';
import { illuminants } from '../illuminants/list.ts';
import { BANDS, WAVELENGTHS } from '../quantities/wavelengths.ts';
import { COLOUR_MATCHING, chromaticityOf, luminanceOf, uvOf, xyzOf } from './xyz.ts';

const line = (nanometres: number): Float64Array =>
  Float64Array.from(WAVELENGTHS, (wavelength) => Number(wavelength === nanometres));

describe('tristimulus values', () => {
  test('Σ ȳ over the bands is 10.6814881 (docs/reference/radiometry.md#luminance)', () => {
    expect(COLOUR_MATCHING[1].reduce((sum, value) => sum + value, 0)).toBeCloseTo(10.6814881, 7);
  });
  test('1 W at 560 nm in one band of 10 nm is 6830 · ȳ(560) lumen', () => {
    expect(luminanceOf(line(560))).toBeCloseTo(6830 * 0.995, 9);
    expect(xyzOf(line(560))[1]).toBe(luminanceOf(line(560)));
  });
  test('linear in the light', () => {
    const [one, two] = [xyzOf(line(450)), xyzOf(line(620))];
    const both = xyzOf(line(450).map((value, band) => 2 * value + 3 * line(620)[band]!));
    both.forEach((value, index) => {
      expect(value).toBeCloseTo(2 * one[index]! + 3 * two[index]!, 8);
    });
  });
  // The CIE's x, y of the equal-energy light is 1/3, 1/3 to 360..830 nm; 400 to 700 in steps of 10
  // is 4.8e-4 off.
  test('equal energy is the white point of the diagram', () => {
    for (const value of chromaticityOf(xyzOf(new Float64Array(BANDS).fill(1))))
      expect(Math.abs(value - 1 / 3)).toBeLessThan(5e-4);
  });
  test('u, v of D65 (CIE 1960: 0.1978, 0.3122)', () => {
    const [u, v] = uvOf(xyzOf(illuminants.d65.energy));
    expect(Math.abs(u - 0.1978)).toBeLessThan(3e-4);
    expect(Math.abs(v - 0.3122)).toBeLessThan(3e-4);
  });
});
