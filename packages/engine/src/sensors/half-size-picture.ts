import { linearToSrgb } from '../colour/srgb.ts';
import type { RgbImage } from '../host.ts';
import type { BayerOrder } from './bayer/descriptor.ts';
import { bayerLayout } from './bayer/quantum-efficiency.ts';

/**
 * A raw mosaic as an sRGB picture of half the size: one pixel per 2 x 2 cell with its red, the mean
 * of its greens and its blue, without white balance and colour matrix
 * (docs/reference/protocol.md#f2). An odd last row or column is left out.
 */
export function halfSizePicture(
  raw: Uint16Array,
  rows: number,
  columns: number,
  order: BayerOrder,
  bits: number,
): RgbImage {
  const size = { rows: rows >> 1, columns: columns >> 1 };
  const sites = bayerLayout(order).flat();
  const full = 2 ** bits - 1;
  const rgb = new Uint8Array(size.rows * size.columns * 3);
  const sums = [0, 0, 0];
  for (let row = 0, at = 0; row < size.rows; row += 1) {
    for (let column = 0; column < size.columns; column += 1, at += 3) {
      sums.fill(0);
      for (const down of [0, 1] as const)
        for (const right of [0, 1] as const)
          sums[sites[2 * down + right]!]! += raw[(2 * row + down) * columns + 2 * column + right]!;
      rgb[at] = linearToSrgb(sums[0]! / full);
      rgb[at + 1] = linearToSrgb(sums[1]! / (2 * full));
      rgb[at + 2] = linearToSrgb(sums[2]! / full);
    }
  }
  return { ...size, rgb };
}
