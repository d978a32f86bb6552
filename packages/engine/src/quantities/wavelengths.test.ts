import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BANDS,
  WAVELENGTHS,
  energyToPhotons,
  photonEnergies,
  photonsToEnergy,
} from './wavelengths.ts';

test('31 bands from 400 to 700 nm in steps of 10', () => {
  expect(BANDS).toBe(31);
  expect([WAVELENGTHS[0], WAVELENGTHS[1], WAVELENGTHS.at(-1)]).toEqual([400, 410, 700]);
});

// h·c = 1.98644586e-25 J·m (CODATA 2018).
test('a photon of 500 nm carries 3.97289171e-19 J', () => {
  expect(photonEnergies()[10]! / 3.97289171e-19).toBeCloseTo(1, 8);
});

test('energy to photons and back is the same energy', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 31, maxLength: 31 }),
      (energy) => {
        photonsToEnergy(energyToPhotons(energy)).forEach((value, band) => {
          expect(Math.abs(value - energy[band]!)).toBeLessThanOrEqual(1e-15 * energy[band]!);
        });
      },
    ),
    { seed: 4 },
  );
});

test('the same energy is more photons at longer waves', () => {
  const photons = energyToPhotons(new Float64Array(BANDS).fill(1));
  expect(photons[30]! / photons[0]!).toBeCloseTo(700 / 400, 12);
});
