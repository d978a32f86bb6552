import { gaussianKernel } from '../../gaussian-kernel.ts';
import { padRows } from '../../rows.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { eehFields } from './descriptor.ts';

export interface EehTables {
  /** The correction of luma by the height of the edge, 0..255. */
  readonly boosts: Int32Array;
}
/** Some rows to sharpen. The plane `edges` holds edges without gain. */
export type EehPart = StepPart<'y', 'y' | 'edges', EehTables>;

export const EDGE_KERNEL = gaussianKernel(1.2);
const kernelSum = EDGE_KERNEL.reduce((sum, weight) => sum + weight, 0);
const [cornerWeight, knightWeight, farWeight, diagonalWeight, besideWeight, middleWeight] = [
  0, 1, 2, 6, 7, 12,
].map((place) => EDGE_KERNEL[place]!) as [number, number, number, number, number, number];

const toInt32 = (value: number): number =>
  Math.min(Math.max(Math.trunc(value), -(2 ** 31)), 2 ** 31 - 1);

/**
 * The correction by the height of the edge: nothing up to `flat`, then a ramp; from `edge` on the
 * height times gain/256, at most `most`.
 */
export function edgeBoosts(gain: number, flat: number, edge: number, most: number): Int32Array {
  const width = Math.max(edge - flat, 1e-6);
  const slope = toInt32((gain * edge) / width);
  const intercept = -toInt32((gain * flat * edge) / width);
  const boostOf = (height: number): number => {
    if (height > edge) return (Math.trunc(gain) * height) >> 8;
    return height > flat ? ((Math.imul(slope, height) + intercept) | 0) >> 8 : 0;
  };
  return Int32Array.from({ length: 256 }, (_, height) =>
    Math.min(Math.max(boostOf(height), 0), most),
  );
}

/**
 * Unsharp masking: adds to luma its difference from the blurred luma.
 *
 * @see docs/reference/isp.md#eeh.
 */
export function enhanceEdges({
  source: { y: source },
  target: { y: target, edges },
  tables: { boosts },
  rows,
  columns,
  from,
  to,
}: EehPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2);
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = (row - from) * stride + column,
        b = a + stride,
        c = b + stride,
        d = c + stride,
        e = d + stride;
      const y = data[c + 2]!;
      // Pixels at equal distance from the middle have equal weights.
      const beside = data[b + 2]! + data[c + 1]! + data[c + 3]! + data[d + 2]!;
      const diagonal = data[b + 1]! + data[b + 3]! + data[d + 1]! + data[d + 3]!;
      const far = data[a + 2]! + data[c]! + data[c + 4]! + data[e + 2]!;
      const knight =
        data[a + 1]! +
        data[a + 3]! +
        data[b]! +
        data[b + 4]! +
        data[d]! +
        data[d + 4]! +
        data[e + 1]! +
        data[e + 3]!;
      const corner = data[a]! + data[a + 4]! + data[e]! + data[e + 4]!;
      const sum =
        middleWeight * y +
        besideWeight * beside +
        diagonalWeight * diagonal +
        farWeight * far +
        knightWeight * knight +
        cornerWeight * corner;
      const edge = y - Math.trunc(sum / kernelSum);
      const out = row * columns + column;
      edges[out] = edge;
      target[out] = Math.min(Math.max(y + Math.sign(edge) * boosts[Math.abs(edge)]!, 0), 255);
    }
  }
}

export const code = {
  prepare: ({
    eehGain: gain,
    eehOffset: flat,
    eehEdgeThreshold: edge,
    eehDeltaThreshold: most,
  }) => ({ boosts: edgeBoosts(gain, flat, edge, most) }),
  apply: enhanceEdges,
} satisfies ModuleCode<typeof eehFields, EehPart>;
