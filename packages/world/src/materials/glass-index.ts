import { WAVELENGTHS } from '@lumenloom/engine/quick';
import { refuseAt } from '../document/problem.ts';
import { newBands, type Bands } from '../spectra/bands.ts';

/** Index of each band, and at 550 nm. */
export interface GlassIndices {
  readonly bands: Bands;
  readonly middle: number;
}

const MIDDLE = 15;

/** Of a number, or of a glass of the catalogue. */
export async function glassIndices(ior: number | string, place: string): Promise<GlassIndices> {
  if (typeof ior === 'number') return { bands: newBands(ior), middle: ior };
  const { loadGlassCatalogue, refractiveIndex } = await import('@lumenloom/engine');
  const catalogue = await loadGlassCatalogue();
  const found = catalogue.find(ior, []);
  if ('problem' in found)
    return refuseAt(place, `${place}: no glass is called ${ior.slice(0, 60)} in the catalogue.`);
  const bands = Float64Array.from(WAVELENGTHS, (nm) => refractiveIndex(found.found.glass, nm));
  return { bands, middle: bands[MIDDLE]! };
}
