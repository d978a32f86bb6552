import type { Rows } from '../../rows.ts';

/** Some rows to adjust. */
export interface BccPart extends Rows {
  readonly source: Uint8Array;
  readonly target: Uint8Array;
  /** New luma by old, see `contrastCurve`. */
  readonly curve: Uint8Array;
}

const toByte = (value: number): number => Math.min(Math.max(value, 0), 255);

/**
 * Brightness, then contrast around the median of the whole picture.
 *
 * @param histogram of luma, 256 bins.
 * @param offset and gain whole, the gain x 256.
 * @see isp.md module 16.
 */
export function contrastCurve(histogram: Int32Array, offset: number, gain: number): Uint8Array {
  const middle = Math.trunc(medianOf(histogram, offset));
  return Uint8Array.from({ length: 256 }, (_, y) =>
    toByte((((toByte(y + offset) - middle) * gain) >> 8) + middle),
  );
}

/** Median of luma after the offset; the mean of the two in the middle when their number is even. */
function medianOf(histogram: Int32Array, offset: number): number {
  const count = histogram.reduce((sum, bin) => sum + bin, 0);
  const valueAt = (rank: number): number => {
    let below = 0;
    for (let y = 0; y < 256; y += 1) {
      below += histogram[y]!;
      if (below > rank) return toByte(y + offset);
    }
    return 0;
  };
  return (valueAt((count - 1) >> 1) + valueAt(count >> 1)) / 2;
}

/** Applies the curve. */
export function adjustContrast({ source, target, columns, from, to, curve }: BccPart): void {
  for (let pixel = from * columns; pixel < to * columns; pixel += 1)
    target[pixel] = curve[source[pixel]!]!;
}
