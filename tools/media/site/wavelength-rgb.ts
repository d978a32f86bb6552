import { wavelengthColour } from '../../../apps/web/app/ui/mark/spectrum-colours.ts';

/** A wavelength's own colour as sRGB shares, 0 to 1; nanometres. */
export function wavelengthRgb(wavelength: number): [number, number, number] {
  const colour = wavelengthColour(wavelength);
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
}
