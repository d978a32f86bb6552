import { SECOND_RADIATION } from '../quantities/constants.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { chromaticityOf, uvOf, type Triple } from './xyz.ts';

/** Relative energy per band of a Planckian radiator at a temperature in kelvin, 1 at 560 nm. */
export function planckian(kelvin: number, secondRadiation = SECOND_RADIATION): Float64Array {
  const radiance = (nanometres: number): number =>
    nanometres ** -5 / Math.expm1(secondRadiation / (nanometres * 1e-9 * kelvin));
  const reference = radiance(560);
  return Float64Array.from(WAVELENGTHS, (nanometres) => radiance(nanometres) / reference);
}

/** Valid range of the formula, kelvin, with a margin. No value is returned beyond it. */
const RANGE = [1500, 25000] as const;
/**
 * Largest distance from the Planckian locus, CIE 1960 u, v, at which a correlated colour
 * temperature is defined (CIE 015, section 9.5).
 */
const FARTHEST = 0.05;

/**
 * Correlated colour temperature, kelvin, from x and y as photometry reports them; within 0.5 % of
 * the nearest Planckian radiator.
 *
 * @returns undefined where the light is too far from any Planckian radiator.
 * @see McCamy, Color Research and Application 17 (1992) 142; Krystek, same journal 10 (1985) 38,
 * for the locus.
 */
export function colourTemperatureOf(xyz: Triple): number | undefined {
  const [x, y] = chromaticityOf(xyz);
  const n = (x - 0.332) / (0.1858 - y);
  const kelvin = 449 * n ** 3 + 3525 * n ** 2 + 6823.3 * n + 5520.33;
  if (!(kelvin >= RANGE[0] && kelvin <= RANGE[1])) return undefined;
  const [u, v] = uvOf(xyz);
  const locusU =
    (0.860117757 + 1.54118254e-4 * kelvin + 1.28641212e-7 * kelvin ** 2) /
    (1 + 8.42420235e-4 * kelvin + 7.08145163e-7 * kelvin ** 2);
  const locusV =
    (0.317398726 + 4.22806245e-5 * kelvin + 4.20481691e-8 * kelvin ** 2) /
    (1 - 2.89741816e-5 * kelvin + 1.61456053e-7 * kelvin ** 2);
  return Math.hypot(u - locusU, v - locusV) > FARTHEST ? undefined : kelvin;
}
