import { PLANCK, SPEED_OF_LIGHT } from './constants.ts';

/** Width of a band, nanometres. */
export const BAND_WIDTH = 10;

/**
 * Band centres, nanometres: 400 to 700 in steps of 10. Every spectrum in the engine is sampled
 * here.
 */
export const WAVELENGTHS: readonly number[] = Array.from(
  { length: 31 },
  (_, band) => 400 + BAND_WIDTH * band,
);

export const BANDS = WAVELENGTHS.length;

/**
 * Band centres of the near infrared, nanometres, as wide as those of `WAVELENGTHS`, which they
 * continue: 710 to 1000. Sensors alone know them; scenes, lights and lenses end at 700.
 */
export const NEAR_INFRARED: readonly number[] = Array.from(
  { length: 30 },
  (_, band) => WAVELENGTHS[BANDS - 1]! + BAND_WIDTH * (band + 1),
);

/** One value per band of `WAVELENGTHS`. */
export type Spectrum = Float64Array;

/** The middle one of a list, such as the wavelength that stands for all. */
export const middleOf = (values: readonly number[]): number =>
  values[Math.floor((values.length - 1) / 2)]!;

/**
 * Energy of one photon per band, joules: h·c/λ.
 *
 * @param planck J·s; passed only by comparisons with tools that use an older value.
 */
export function photonEnergies(planck = PLANCK): Spectrum {
  return Float64Array.from(
    WAVELENGTHS,
    (nanometres) => (planck * SPEED_OF_LIGHT) / (nanometres * 1e-9),
  );
}

/** Energy per band to photons per band: N = E·λ/(h·c). Units of area, angle and time are kept. */
export function energyToPhotons(energy: ArrayLike<number>, planck = PLANCK): Spectrum {
  return photonEnergies(planck).map((joules, band) => energy[band]! / joules);
}

/** Photons per band to energy per band: E = N·h·c/λ. */
export function photonsToEnergy(photons: ArrayLike<number>, planck = PLANCK): Spectrum {
  return photonEnergies(planck).map((joules, band) => photons[band]! * joules);
}

/** A spectrum from 400 nm in steps of 10 nm at any wavelength, linearly; 0 outside of it. */
export const valueAt = (spectrum: ArrayLike<number>, nm: number): number => {
  const at = (nm - WAVELENGTHS[0]!) / BAND_WIDTH;
  const [left, right] = [Math.floor(at), Math.ceil(at)];
  if (left < 0 || right >= spectrum.length) return 0;
  return spectrum[left]! + (spectrum[right]! - spectrum[left]!) * (at - left);
};
