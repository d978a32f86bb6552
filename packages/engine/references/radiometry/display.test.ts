import { describe, expect, test } from 'vitest';
import { chromaticityOf, xyzOf } from '../../src/colour/xyz.ts';
import { photonsToEnergy } from '../../src/quantities/wavelengths.ts';
import { displayWhite } from '../../src/scenes/image-file/build.ts';
import primaries from '../../src/scenes/image-file/display-primaries.json' with { type: 'json' };
import { largestRelativeDeviation } from '../deviation.ts';
import golden from './display_lcd.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };

/**
 * The reference integrates 380 to 780 nm in steps of 4 nm, the engine 400 to 700 nm in steps of 10
 * nm. The luminance of white still agrees within the reference's tolerance. X and Z are smaller:
 * the blue peak near 440 nm is sampled coarsely, and red beyond 700 nm is missing.
 */
const COARSER_BANDS = 0.012;
/** The same in x and y. */
const COARSER_BANDS_XY = 1.2e-3;

describe('display_lcd', () => {
  const white = xyzOf(photonsToEnergy(displayWhite()));
  test('luminance of white', () => {
    expect(Math.abs(white[1] / golden.white_XYZ[1]! - 1)).toBeLessThan(golden.tolerance.rel);
  });
  test('white and primaries in XYZ, as far as the bands allow', () => {
    expect(largestRelativeDeviation(white, golden.white_XYZ)).toBeLessThan(COARSER_BANDS);
    const columns = [primaries.red, primaries.green, primaries.blue].map((primary) =>
      xyzOf(primary),
    );
    for (const row of [0, 1, 2])
      expect(
        largestRelativeDeviation(
          columns.map((xyz) => xyz[row]!),
          golden.primaries_XYZ_cols_RGB_380_4_780[row]!,
        ),
      ).toBeLessThan(COARSER_BANDS);
    const [x, y] = chromaticityOf(white);
    expect(
      Math.max(Math.abs(x - golden.white_xy[0]!), Math.abs(y - golden.white_xy[1]!)),
    ).toBeLessThan(COARSER_BANDS_XY);
  });
  test('the shipped primaries are the table’s', () => {
    tables.lcd_display_spd_31x3_W_sr_m2_nm.forEach((band, index) => {
      expect([primaries.red[index], primaries.green[index], primaries.blue[index]]).toEqual(band);
    });
  });
});
