import type { MeasuredPicture } from '../../../analysis/measured-picture.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { Histogram, HistogramResults } from './descriptor.ts';

const BINS = 64;

/** Counts the codes of the pictures that have colours; undefined where none has. */
export function measure({ plan, mosaic, developed }: MeasuredShot): HistogramResults | undefined {
  const order = plan.sensor?.order;
  const raw =
    mosaic &&
    order &&
    histogram(
      mosaic,
      [0, 1, 2, 3].map((site) => 'rgb'.indexOf(order[site]!)),
    );
  const shown = developed?.channels === 3 ? histogram(developed, undefined) : undefined;
  return raw || shown ? { ...(raw && { raw }), ...(shown && { developed: shown }) } : undefined;
}

/** Counts the codes of a picture, or of a mosaic whose 2 x 2 pixels have the channels `sites`. */
function histogram(
  { rows, columns, data, largest = 1 }: MeasuredPicture,
  sites: readonly number[] | undefined,
): Histogram {
  const counts = [0, 1, 2].map(() => new Uint32Array(largest + 1));
  const wide = sites ? columns : 3 * columns;
  const step = sites ? 2 : 3;
  for (let row = 0; row < rows; row += 1)
    for (let first = 0; first < step; first += 1) {
      const codeCounts = counts[sites ? sites[(row % 2) * 2 + first]! : first]!;
      const end = (row + 1) * wide;
      for (let i = row * wide + first; i < end; i += step) codeCounts[data[i]!]! += 1;
    }
  const [red, green, blue] = counts.map((codes) => {
    const bins = new Array<number>(BINS).fill(0);
    for (const [code, count] of codes.entries())
      bins[Math.floor((code * BINS) / (largest + 1))]! += count;
    return bins;
  }) as [number[], number[], number[]];
  return { largestCode: largest, red, green, blue };
}
