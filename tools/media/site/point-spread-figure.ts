import sharp from 'sharp';
import { pointSpreadImage, type LensDesign } from '@lumenloom/engine';

/** Decades below the peak that are shown. */
const DECADES = 4;

/**
 * A point spread function of a lens, 64 x 64 cells of 0.275 µm, on a logarithmic scale in the given
 * colour (shares 0 to 1).
 */
export async function pointSpreadPng(
  design: LensDesign,
  wavelength: number,
  fraction: number,
  colour: readonly [number, number, number],
): Promise<Buffer> {
  const { cells, data } = pointSpreadImage(design, wavelength, fraction);
  const shown = Buffer.alloc(cells * cells * 3);
  for (const [i, level] of logarithmic(data).entries())
    for (let channel = 0; channel < 3; channel += 1)
      shown[3 * i + channel] = Math.round(255 * rampedTo(colour[channel]!, level));
  // Rows run along +y, pictures downwards.
  return sharp(shown, { raw: { width: cells, height: cells, channels: 3 } })
    .flip()
    .png()
    .toBuffer();
}

/** 0 at DECADES below the peak, 1 at the peak. */
export function logarithmic(data: Float32Array, peak = Math.max(...data)): Float32Array {
  return data.map((value) => Math.max(0, 1 + Math.log10(Math.max(value, 1e-30) / peak) / DECADES));
}

/** From ink over the colour to white. */
const rampedTo = (channel: number, level: number): number =>
  level < 0.75
    ? 0.045 + (channel - 0.045) * (level / 0.75)
    : channel + (1 - channel) * ((level - 0.75) / 0.25);
