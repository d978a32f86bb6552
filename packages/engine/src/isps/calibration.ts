import { neutralGains, type Gains } from '../analysis/colour/neutral-gains.ts';
import { illuminants } from '../illuminants/list.ts';
import { log } from '../quantities/elementary.ts';
import { energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import { figure } from '../text/figure.ts';

/** Colour temperatures of Illuminant A and D65, kelvin. @see CIE 15:2018. */
const [KELVIN_A, KELVIN_D65] = [2856, 6504];

/** Illuminant A and D65. */
export const calibrationLights = (): readonly [warm: Spectrum, cool: Spectrum] => [
  Float64Array.from(illuminants.illuminantA.energy),
  Float64Array.from(illuminants.d65.energy),
];

/**
 * Where gains lie between those for Illuminant A (0) and D65 (1), evenly in the logarithm of red
 * over blue, and the temperature there, evenly in its reciprocal.
 *
 * @param efficiency of the channels red, green, blue.
 */
export function mixOf(
  { red, blue }: Gains,
  efficiency: readonly Spectrum[],
): { readonly weight: number; readonly kelvin: number } {
  const [atWarm, atCool] = calibrationLights().map((energy) => {
    const neutral = neutralGains(energyToPhotons(energy), efficiency);
    return log(neutral.red / neutral.blue);
  }) as [number, number];
  const place = (log(red / blue) - atWarm) / (atCool - atWarm);
  const weight = Math.min(1, Math.max(0, Number.isFinite(place) ? place : 1));
  return { weight, kelvin: 1 / (weight / KELVIN_D65 + (1 - weight) / KELVIN_A) };
}

/** The line about a mixed matrix. */
export const mixLine = ({ weight, kelvin }: ReturnType<typeof mixOf>): string =>
  `Colour matrix: ${figure(100 * weight)} % of the way from Illuminant A to D65, ${kelvin.toFixed(0)} K.`;
