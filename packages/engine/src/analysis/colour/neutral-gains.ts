import type { Spectrum } from '../../quantities/wavelengths.ts';

/** Gains of red and blue over green. */
export interface Gains {
  readonly red: number;
  readonly blue: number;
}

/**
 * White-balance gains that make a white diffuser neutral as the sensor sees it: its green signal
 * over its red and its blue signal.
 *
 * @param white photons per band of the light, on any scale.
 * @param responses electrons per photon and band, red, green, blue.
 * @returns Infinity for a channel that gets nothing of the light, NaN when green gets nothing too.
 */
export function neutralGains(white: Spectrum, responses: readonly Spectrum[]): Gains {
  const [red, green, blue] = responses.map((response) =>
    white.reduce((sum, photons, band) => sum + photons * response[band]!, 0),
  ) as [number, number, number];
  return { red: green / red, blue: green / blue };
}
