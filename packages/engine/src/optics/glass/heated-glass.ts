import { airIndex, STANDARD_CELSIUS, STANDARD_HPA } from './air.ts';

/** What heat does to a glass; the keys are those of a lens file. */
export interface ThermalRecord {
  /** D0, D1, D2, E0, E1 and λTK, µm, of the formula of SCHOTT TIE-19. */
  readonly dispersion?: readonly number[];
  /** In place of the formula: change of the absolute index per kelvin. */
  readonly dndT?: number;
  /** Linear, per kelvin. */
  readonly expansion?: number;
  /** Temperature of the index of the catalogue; absent: 20. */
  readonly catalogueCelsius?: number;
  /** Why it cannot be used, a sentence without its full stop. */
  readonly problem?: string;
}

/** Temperature and pressure of the air round a lens. */
export interface Surroundings {
  readonly celsius: number;
  readonly pressureHPa: number;
}

/** Change of the absolute index since the temperature of the catalogue. */
function changeOfIndex(
  { dispersion, dndT = 0, catalogueCelsius = STANDARD_CELSIUS }: ThermalRecord,
  index: number,
  wavelength: number,
  celsius: number,
): number {
  const kelvin = celsius - catalogueCelsius;
  if (!dispersion) return dndT * kelvin;
  const [d0 = 0, d1 = 0, d2 = 0, e0 = 0, e1 = 0, resonance = 0] = dispersion;
  const micrometres = wavelength * 1e-3;
  return (
    ((index ** 2 - 1) / (2 * index)) *
    (d0 * kelvin +
      d1 * kelvin ** 2 +
      d2 * kelvin ** 3 +
      (e0 * kelvin + e1 * kelvin ** 2) / (micrometres ** 2 - resonance ** 2))
  );
}

/**
 * Refractive index of a heated glass relative to the air round it.
 *
 * @param index of the catalogue, relative to its air.
 * @param wavelength nanometres.
 * @see docs/environment.md
 */
export function heatedIndex(
  index: number,
  wavelength: number,
  thermal: ThermalRecord,
  { celsius, pressureHPa }: Surroundings,
): number {
  const change = (at: number): number => changeOfIndex(thermal, index, wavelength, at);
  const absolute =
    index * airIndex(wavelength, STANDARD_CELSIUS, STANDARD_HPA) +
    change(celsius) -
    change(STANDARD_CELSIUS);
  return absolute / airIndex(wavelength, celsius, pressureHPa);
}
