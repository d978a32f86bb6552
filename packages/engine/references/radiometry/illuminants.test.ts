import { describe, expect, test } from 'vitest';
import { illuminants } from '../../src/illuminants/list.ts';
import { lightScene, nativeLight } from '../../src/illuminants/light.ts';
import { BANDS } from '../../src/quantities/wavelengths.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import { BASELINE_TOLERANCE } from '../isetcam.ts';
import { whiteCard } from '../white-card.ts';
import golden from './illuminants_200cd.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };

/** Photons of a white diffuser under that light, at that luminance. */
const lit = (energy: ArrayLike<number>, luminance: number): Float64Array =>
  lightScene(whiteCard, Float64Array.from(energy), { of: 'white', value: luminance }).white;

describe('illuminants_200cd, beside the rows of the proof', () => {
  test('C as shipped', () => {
    expect(
      largestRelativeDeviation(
        lit(illuminants.illuminantC.energy, golden.luminance),
        golden.C_photons,
      ),
    ).toBeLessThan(BASELINE_TOLERANCE);
  });
  test('equal photons as shipped', () => {
    expect(
      largestRelativeDeviation(
        lit(nativeLight('equal-photons').energy, golden.luminance),
        golden.equal_photons_photons,
      ),
    ).toBeLessThan(BASELINE_TOLERANCE);
  });
});

describe('tables_400_700_10: the shipped spectra are the tables’', () => {
  /** The tables hold five significant digits or three decimals, whichever is more. */
  const TABLE_ROUNDING = 6e-4;
  const published = tables.illuminants_rel560_100;
  test.each([
    ['D50', illuminants.d50, published.D50],
    ['D55', illuminants.d55, published.D55],
    ['D65', illuminants.d65, published.D65],
    ['D75', illuminants.d75, published.D75],
    ['Illuminant A', illuminants.illuminantA, published.A],
    ['Illuminant B', illuminants.illuminantB, published.B],
    ['Illuminant C', illuminants.illuminantC, published.C],
    ['Fluorescent', illuminants.fluorescent, published['Fluorescent(ISET)']],
    ['Tungsten', illuminants.tungsten, published['Tungsten(ISET)']],
  ] as const)('%s', (label, { energy, label: shown }, table) => {
    expect(shown).toBe(label);
    expect(energy.length).toBe(BANDS);
    for (const [band, value] of table.entries())
      expect(Math.abs(energy[band]! - value)).toBeLessThanOrEqual(TABLE_ROUNDING);
  });
});
