import { describe, expect, test } from 'vitest';
import { planckian } from '../../src/colour/colour-temperature.ts';
import { illuminants } from '../../src/illuminants/list.ts';
import { lightScene, nativeLight } from '../../src/illuminants/light.ts';
import { BANDS, photonsToEnergy } from '../../src/quantities/wavelengths.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import { expectHeld } from '../held.ts';
import {
  ISETCAM_D65,
  ISETCAM_PLANCK,
  ISETCAM_SECOND_RADIATION,
  BASELINE_TOLERANCE,
  BASELINE_TOLERANCE_D65,
} from '../isetcam.ts';
import { whiteCard } from '../white-card.ts';
import golden from './illuminants_200cd.json' with { type: 'json' };
import tables from './tables_400_700_10.json' with { type: 'json' };

/** The reference's tolerance where both sides use the same table. */
const SAME_TABLE = golden.tolerance.rel_vs_isetcam_table;

/** Photons of a white diffuser under that light, at that luminance. */
const lit = (energy: ArrayLike<number>, luminance: number, planck?: number): Float64Array =>
  lightScene(whiteCard, Float64Array.from(energy), { of: 'white', value: luminance }, planck).white;

describe('illuminants_200cd', () => {
  test('D65 from ISETCam’s own table', () => {
    expectHeld(
      'illuminants',
      largestRelativeDeviation(
        lit(ISETCAM_D65, golden.luminance, ISETCAM_PLANCK),
        golden.D65_photons,
      ),
      SAME_TABLE,
    );
  });
  test('D65 as shipped, from the CIE’s table', () => {
    expectHeld(
      'd65',
      largestRelativeDeviation(lit(illuminants.d65.energy, golden.luminance), golden.D65_photons),
      BASELINE_TOLERANCE_D65,
    );
  });
  test('C as shipped', () => {
    expect(
      largestRelativeDeviation(
        lit(illuminants.illuminantC.energy, golden.luminance),
        golden.C_photons,
      ),
    ).toBeLessThan(BASELINE_TOLERANCE);
  });
  test('equal energy: energy does not depend on the Planck constant', () => {
    expectHeld(
      'illuminants',
      largestRelativeDeviation(
        photonsToEnergy(lit(new Float64Array(BANDS).fill(1), golden.luminance)),
        golden.equal_energy_energy,
      ),
      SAME_TABLE,
    );
  });
  test('equal photons as shipped', () => {
    expect(
      largestRelativeDeviation(
        lit(nativeLight('equal-photons').energy, golden.luminance),
        golden.equal_photons_photons,
      ),
    ).toBeLessThan(BASELINE_TOLERANCE);
  });
  test('a blackbody of 5000 K at 100 cd/m², with ISETCam’s radiation constant', () => {
    expectHeld(
      'illuminants',
      largestRelativeDeviation(
        lit(planckian(5000, ISETCAM_SECOND_RADIATION), 100, ISETCAM_PLANCK),
        golden.blackbody5000_100cd_photons,
      ),
      SAME_TABLE,
    );
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
