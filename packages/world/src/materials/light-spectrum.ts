import { luminanceOf } from '@lumenloom/engine/quick';
import { refuseAt } from '../document/problem.ts';
import type { SpectrumKeys } from '../document/world-document.ts';
import { ofLuminanceOne, type Bands } from '../spectra/bands.ts';
import { bandsOf } from '../spectra/spectrum.ts';

/** The spectrum of a light with the luminance 1. */
export function lightOf(keys: SpectrumKeys, place: string): Bands {
  const bands = bandsOf(keys, 'light', place);
  if (!(luminanceOf(bands) > 0)) refuseAt(place, `${place} has no light between 400 and 700 nm.`);
  return ofLuminanceOne(bands);
}
