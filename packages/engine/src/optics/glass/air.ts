/** What the air is where an index refers to it: celsius and hPa of a glass catalogue. */
export const STANDARD_CELSIUS = 20;
export const STANDARD_HPA = 1013.25;

/** Air of this formula was measured at 15 degrees; it expands by this share per kelvin. */
const MEASURED_CELSIUS = 15;
const EXPANSION = 3.4785e-3;

/**
 * Refractive index of dry air by Kohlrausch, as SCHOTT and lens programs use it.
 *
 * @param wavelength nanometres.
 */
export function airIndex(wavelength: number, celsius: number, pressureHPa: number): number {
  const squared = (wavelength * 1e-3) ** 2;
  const cold =
    1e-8 *
    (6432.8 + (2949810 * squared) / (146 * squared - 1) + (25540 * squared) / (41 * squared - 1));
  return 1 + (cold * (pressureHPa / STANDARD_HPA)) / (1 + (celsius - MEASURED_CELSIUS) * EXPANSION);
}
