import { gaussianKernel } from '../../gaussian-kernel.ts';
import { padRows, type Rows } from '../../rows.ts';

/** Some rows to sharpen. */
export interface EehPart extends Rows {
  readonly source: Uint8Array;
  readonly target: Uint8Array;
  /** Receives luma minus its blurred self, before any gain. */
  readonly edges: Int16Array;
  /** What is added per height of edge, 0..255. */
  readonly boosts: Int32Array;
}

export const EDGE_KERNEL = gaussianKernel(1.2);

const toInt32 = (value: number): number => Math.min(Math.max(Math.trunc(value), -(2 ** 31)), 2 ** 31 - 1);

/** What is added per height of edge: nothing up to `flat`, then a ramp, from `edge` on the gain (x 256); at most `most`. */
export function edgeBoosts(gain: number, flat: number, edge: number, most: number): Int32Array {
  const width = Math.max(edge - flat, 1e-6);
  const slope = toInt32((gain * edge) / width);
  const intercept = -toInt32((gain * flat * edge) / width);
  const boostOf = (height: number): number => {
    if (height > edge) return (Math.trunc(gain) * height) >> 8;
    return height > flat ? ((Math.imul(slope, height) + intercept) | 0) >> 8 : 0;
  };
  return Int32Array.from({ length: 256 }, (_, height) => Math.min(Math.max(boostOf(height), 0), most));
}

/** Adds to luma what stands out of its surroundings. @see isp.md module 13. */
export function enhanceEdges({ source, target, edges, rows, columns, from, to, boosts }: EehPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2);
  const kernelSum = EDGE_KERNEL.reduce((sum, weight) => sum + weight, 0);
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = (row - from) * stride + column;
      let sum = 0;
      for (let place = 0, start = corner; place < 25; start += stride) for (let at = start; at < start + 5; at += 1, place += 1) sum += EDGE_KERNEL[place]! * data[at]!;
      const y = data[corner + 2 * stride + 2]!;
      const edge = y - Math.trunc(sum / kernelSum);
      const out = row * columns + column;
      edges[out] = edge;
      target[out] = Math.min(Math.max(y + Math.sign(edge) * boosts[Math.abs(edge)]!, 0), 255);
    }
  }
}
