import { expect, test } from 'vitest';
import { WAVELENGTHS, energyToPhotons, photonsToEnergy } from '../../src/quantities/wavelengths.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import { expectHeld } from '../held.ts';
import { ISETCAM_PLANCK, BASELINE_TOLERANCE } from '../isetcam.ts';
import golden from './energy_quanta.json' with { type: 'json' };

test('energy_quanta: the bands are the golden’s', () => {
  expect(WAVELENGTHS).toEqual(golden.wave);
});

test('energy_quanta: energy to photons and back with the older Planck constant', () => {
  expectHeld(
    'photons',
    largestRelativeDeviation(energyToPhotons(golden.energy, ISETCAM_PLANCK), golden.photons),
    golden.tolerance.rel,
  );
  expectHeld(
    'photons',
    largestRelativeDeviation(photonsToEnergy(golden.photons, ISETCAM_PLANCK), golden.energy),
    golden.tolerance.rel,
  );
});

test('energy_quanta: the shipped constant differs by its own change and nothing else', () => {
  expectHeld(
    'photons-si',
    largestRelativeDeviation(energyToPhotons(golden.energy), golden.photons),
    BASELINE_TOLERANCE,
  );
  expectHeld(
    'photons-si',
    largestRelativeDeviation(photonsToEnergy(golden.photons), golden.energy),
    BASELINE_TOLERANCE,
  );
});
