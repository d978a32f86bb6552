import type { MeasuredPicture } from '../../../analysis/measured-picture.ts';
import { mosaicOf, type Mosaic } from '../../../sensors/colour-filters.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { Histogram, HistogramResults } from './descriptor.ts';

const BINS = 64;
/** Red, green and blue of each pixel. */
const PICTURE: Mosaic = { channels: ['red', 'green', 'blue'], layout: [[0, 1, 2]] };

/** Counts the codes of the mosaic, and of the picture where it has colours. */
export function measure({ plan, mosaic, developed }: MeasuredShot): HistogramResults | undefined {
  const raw = mosaic && plan.sensor && histogram(mosaic, mosaicOf(plan.sensor));
  const shown = developed?.channels === 3 ? histogram(developed, PICTURE) : undefined;
  return raw || shown ? { ...(raw && { raw }), ...(shown && { developed: shown }) } : undefined;
}

/** Counts the codes of a picture whose values repeat as a layout says. */
function histogram(
  { rows, columns, channels: perPixel, data, largest = 1 }: MeasuredPicture,
  { channels, layout }: Mosaic,
): Histogram {
  const counts = channels.map(() => new Uint32Array(largest + 1));
  const wide = perPixel * columns;
  for (let row = 0; row < rows; row += 1) {
    const sites = layout[row % layout.length]!;
    const step = sites.length;
    for (let first = 0; first < step; first += 1) {
      const codeCounts = counts[sites[first]!]!;
      const end = (row + 1) * wide;
      for (let i = row * wide + first; i < end; i += step) codeCounts[data[i]!]! += 1;
    }
  }
  const binned = counts.map((codes) => {
    const bins = new Array<number>(BINS).fill(0);
    for (const [code, count] of codes.entries())
      bins[Math.floor((code * BINS) / (largest + 1))]! += count;
    return bins;
  });
  return {
    largestCode: largest,
    ...Object.fromEntries(channels.map((colour, i) => [colour, binned[i]!])),
  };
}
