import { WAVELENGTHS } from '@lumenloom/engine/quick';
import type { Bands } from './bands.ts';

/** White LEDs on the Planckian locus, a plain model: kelvin, b, c (docs/reference/world.md#w3). */
const LEDS = [
  [2700, 0.459, 598.3],
  [3000, 0.605, 592.6],
  [4000, 1.092, 579.5],
  [5000, 1.522, 571.8],
  [6500, 2.031, 564.8],
] as const;
const BLUE = { nm: 452, fwhm: 22 };
const PHOSPHOR_FWHM = 120;

const bell = (nm: number, centre: number, fwhm: number): number =>
  Math.exp(-4 * Math.LN2 * ((nm - centre) / fwhm) ** 2);

/** @param kelvin 2700 to 6500. */
export function ledSpectrum(kelvin: number): Bands {
  const right = Math.max(
    1,
    LEDS.findIndex(([at]) => at >= kelvin),
  );
  const [from, to] = [LEDS[right - 1]!, LEDS[right]!];
  const share = (kelvin - from[0]) / (to[0] - from[0]);
  const [b, c] = [1, 2].map((k) => from[k]! + share * (to[k]! - from[k]!)) as [number, number];
  return Float64Array.from(
    WAVELENGTHS,
    (nm) => b * bell(nm, BLUE.nm, BLUE.fwhm) + bell(nm, c, PHOSPHOR_FWHM),
  );
}
