import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { fcsFields } from './descriptor.ts';

export interface FcsTables {
  /** 65536 times the fraction of chroma that is kept, by the height of the edge, 0..255. */
  readonly shares: Int32Array;
}
/** Some rows in which to suppress false colour. */
export type FcsPart = StepPart<'edges' | 'cbcr', 'cbcr', FcsTables>;

/**
 * Fractions of chroma that are kept, by the height of the edge: falling from `least` to `most`; a
 * step at `most` when that is not above `least`.
 */
export function keptShares(least: number, most: number): Int32Array {
  const slope = -Math.trunc(65536 / (most - least));
  return Int32Array.from({ length: 256 }, (_, edge) =>
    least >= most ? (edge < most ? 65536 : 0) : Math.min(Math.max(slope * (edge - most), 0), 65536),
  );
}

/**
 * Reduces chroma at edges, where interpolation causes false colours.
 *
 * @see docs/reference/isp.md#fcs; docs/reference/protocol.md#f10.
 */
export function suppressFalseColour({
  source: { edges, cbcr: source },
  target: { cbcr: target },
  tables: { shares },
  columns,
  from,
  to,
}: FcsPart): void {
  for (let pixel = from * columns; pixel < to * columns; pixel += 1) {
    const share = shares[Math.abs(edges[pixel]!)]!;
    target[pixel * 2] = ((share * (source[pixel * 2]! - 128)) >> 16) + 128;
    target[pixel * 2 + 1] = ((share * (source[pixel * 2 + 1]! - 128)) >> 16) + 128;
  }
}

export const code = {
  prepare: ({ fcsGain: least, fcsOffset: most }) => ({ shares: keptShares(least, most) }),
  apply: suppressFalseColour,
} satisfies ModuleCode<typeof fcsFields, FcsPart>;
