import { expect, test } from 'vitest';
import { WAVELENGTHS, energyToPhotons, photonsToEnergy } from '../../src/quantities/wavelengths.ts';
import { largestRelativeDeviation } from '../deviation.ts';
import { ISETCAM_PLANCK, SHIPPED } from '../isetcam.ts';
import golden from './energy_quanta.json' with { type: 'json' };

test('energy_quanta: the bands are the golden’s', () => {
  expect(WAVELENGTHS).toEqual(golden.wave);
});

test('energy_quanta: energy to photons and back with the older Planck constant', () => {
  expect(
    largestRelativeDeviation(energyToPhotons(golden.energy, ISETCAM_PLANCK), golden.photons),
  ).toBeLessThan(golden.tolerance.rel);
  expect(
    largestRelativeDeviation(photonsToEnergy(golden.photons, ISETCAM_PLANCK), golden.energy),
  ).toBeLessThan(golden.tolerance.rel);
});

test('energy_quanta: the shipped constant differs by its own change and nothing else', () => {
  expect(largestRelativeDeviation(energyToPhotons(golden.energy), golden.photons)).toBeLessThan(
    SHIPPED,
  );
  expect(largestRelativeDeviation(photonsToEnergy(golden.photons), golden.energy)).toBeLessThan(
    SHIPPED,
  );
});
