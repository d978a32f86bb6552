import { exp } from '../../../../quantities/elementary.ts';
import { gaussianKernel } from '../../gaussian-kernel.ts';
import { padRows } from '../../rows.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { bnfFields } from './descriptor.ts';

export interface BnfTables {
  /** See `bilateralWeights`. */
  readonly weights: Uint16Array;
}
/** Some rows to filter. */
export type BnfPart = StepPart<'y', 'y', BnfTables>;

/**
 * Weights x 1024 by place in the 5x5 window and difference of brightness: weights[place * 256 +
 * |difference|].
 */
export function bilateralWeights(intensitySigma: number, spatialSigma: number): Uint16Array {
  const near = gaussianKernel(spatialSigma);
  const alike = Array.from({ length: 256 }, (_, difference) =>
    Math.trunc(1024 * exp(-(difference ** 2) / (2 * (255 * intensitySigma) ** 2))),
  );
  return Uint16Array.from({ length: 25 * 256 }, (_, i) => (alike[i & 255]! * near[i >> 8]!) >> 10);
}

/**
 * Replaces each pixel by the mean of its 5x5 neighbours, weighted by nearness and likeness.
 *
 * @see docs/reference/isp.md#bnf.
 */
export function filterBilaterally({
  source: { y: source },
  target: { y: target },
  tables: { weights },
  rows,
  columns,
  from,
  to,
}: BnfPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2);
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = (row - from) * stride + column;
      const centre = data[corner + 2 * stride + 2]!;
      let total = 0;
      let totalWeight = 0;
      for (let place = 0, start = corner; place < 25; start += stride) {
        for (let at = start; at < start + 5; at += 1, place += 1) {
          const value = data[at]!;
          const weight = weights[place * 256 + Math.abs(value - centre)]!;
          total += weight * value;
          totalWeight += weight;
        }
      }
      target[row * columns + column] = Math.trunc(total / totalWeight);
    }
  }
}

export const code = {
  prepare: ({ bnfDistTh: intensitySigma, bnfNormGain: spatialSigma }) => ({
    weights: bilateralWeights(intensitySigma, spatialSigma),
  }),
  apply: filterBilaterally,
} satisfies ModuleCode<typeof bnfFields, BnfPart>;
