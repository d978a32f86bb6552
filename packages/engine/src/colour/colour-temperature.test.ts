import { describe, expect, test } from 'vitest';
import { illuminants } from '../illuminants/list.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { colourTemperatureOf, planckian } from './colour-temperature.ts';
import { chromaticityOf, xyzOf } from './xyz.ts';

/** The reference table is rounded to whole kelvins, and to four decimals of x and y. */
const WHOLE_KELVIN = 0.51;
const FOUR_DECIMALS = 5.1e-5;
/**
 * McCamy's cubic against the nearest Planckian radiator on the same bands (found by SciPy's bounded
 * search).
 */
const NEAREST = 5e-3;
/**
 * The bands end at 400 and 700 nm, which shifts the chromaticity of hotter radiators more: 1.7 % at
 * 10000 K.
 */
const PLANCKIAN = 6e-3;

describe('correlated colour temperature', () => {
  test.each([2000, 2856, 3200, 5000, 6504, 7500])(
    'of a Planckian radiator of %d K is its own',
    (kelvin) => {
      expect(Math.abs(colourTemperatureOf(xyzOf(planckian(kelvin)))! / kelvin - 1)).toBeLessThan(
        PLANCKIAN,
      );
    },
  );
  // docs/reference/radiometry.md#colour-temperature.
  test.each([
    [illuminants.d50, 5007, 5005.4],
    [illuminants.d55, 5506, 5507.6],
    [illuminants.d65, 6505, 6512.3],
    [illuminants.d75, 7497, 7519.6],
    [illuminants.illuminantA, 2864, 2855.5],
    [illuminants.illuminantB, 4882, 4875.5],
    [illuminants.illuminantC, 6768, 6782.0],
    [illuminants.fluorescent, 3755, 3743.5],
    [illuminants.tungsten, 3195, 3180.6],
  ] as const)('of $label', ({ energy }, table, nearest) => {
    const kelvin = colourTemperatureOf(xyzOf(energy))!;
    expect(Math.abs(kelvin - table)).toBeLessThan(WHOLE_KELVIN);
    expect(Math.abs(kelvin / nearest - 1)).toBeLessThan(NEAREST);
  });
  test.each([
    [illuminants.d65, 0.3127, 0.3293],
    [illuminants.illuminantA, 0.4473, 0.4078],
    [illuminants.illuminantC, 0.31, 0.3165],
    [illuminants.tungsten, 0.4251, 0.4013],
  ] as const)('chromaticity of $label', ({ energy }, x, y) => {
    const xy = chromaticityOf(xyzOf(energy));
    expect(Math.abs(xy[0] - x)).toBeLessThan(FOUR_DECIMALS);
    expect(Math.abs(xy[1] - y)).toBeLessThan(FOUR_DECIMALS);
  });
  test('of a green line does not exist', () => {
    expect(
      colourTemperatureOf(xyzOf(WAVELENGTHS.map((wavelength) => Number(wavelength === 530)))),
    ).toBeUndefined();
  });
  test('does not depend on the brightness', () => {
    expect(
      colourTemperatureOf(xyzOf(illuminants.d55.energy.map((value) => value * 1e-6))),
    ).toBeCloseTo(colourTemperatureOf(xyzOf(illuminants.d55.energy))!, 6);
  });
});

test('a Planckian radiator is 1 at 560 nm and bluer when hotter', () => {
  const [cool, hot] = [planckian(2856), planckian(10000)];
  expect([cool[16], hot[16]]).toEqual([1, 1]);
  expect(cool[0]).toBeLessThan(cool[30]!);
  expect(hot[0]).toBeGreaterThan(hot[30]!);
});

// CIE 015: illuminant A is Planck's law at 2848 K with c2 = 1.435e-2 m·K; its table has six digits.
test('a Planckian radiator on the scale of its time is illuminant A', () => {
  planckian(2848, 1.435e-2).forEach((value, band) => {
    expect(Math.abs((100 * value) / illuminants.illuminantA.energy[band]! - 1)).toBeLessThan(5e-5);
  });
});
