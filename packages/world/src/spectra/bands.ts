import { WAVELENGTHS, luminanceOf } from '@lumenloom/engine/quick';
import basis from './rgb-basis.json' with { type: 'json' };

/** One value for each of the 31 bands. */
export type Bands = Float64Array;
export const BAND_COUNT = WAVELENGTHS.length;

export const newBands = (value = 0): Bands => new Float64Array(BAND_COUNT).fill(value);

const [RED, GREEN, BLUE] = [0, 1, 2].map((column) =>
  Float64Array.from(basis.basis, (row) => row[column]!),
) as [Bands, Bands, Bands];

/** The spectrum of a linear sRGB colour (docs/reference/world.md#w3). */
export function fromRgb(red: number, green: number, blue: number, out = newBands()): Bands {
  for (let band = 0; band < BAND_COUNT; band += 1)
    out[band] = red * RED[band]! + green * GREEN[band]! + blue * BLUE[band]!;
  return out;
}

/** The same spectrum with the luminance 1. @throws RangeError for one without light. */
export function ofLuminanceOne(spectrum: Bands): Bands {
  const luminance = luminanceOf(spectrum);
  if (!(luminance > 0)) throw new RangeError('no light');
  return spectrum.map((value) => value / luminance);
}

export const largestOf = (bands: Bands): number => {
  let most = 0;
  for (let band = 0; band < BAND_COUNT; band += 1) if (bands[band]! > most) most = bands[band]!;
  return most;
};

export const meanOfBands = (bands: Bands): number => {
  let sum = 0;
  for (let band = 0; band < BAND_COUNT; band += 1) sum += bands[band]!;
  return sum / BAND_COUNT;
};
