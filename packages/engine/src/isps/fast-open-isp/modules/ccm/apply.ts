import type { Matrix } from '../../../../field-descriptor.ts';
import type { CountingPart, ModuleCode, StepPart } from '../../step-code.ts';
import type { ccmFields } from './descriptor.ts';

export interface CcmTables {
  /**
   * 3 x 4 integers, 1024 times the factors; the last column is added before the division by 1024.
   */
  readonly matrix: Matrix;
  readonly saturation: number;
}
/** Some rows to correct. Counts the samples at saturation, per channel. */
export type CcmPart = StepPart<'codes', 'codes', CcmTables> & CountingPart;

type Row = readonly [number, number, number, number];

/**
 * Mixes the channels with a matrix and adds an offset. Sums wrap at 32 bits, as the reference's do.
 *
 * @see docs/reference/isp.md#ccm.
 */
export function correctColours({
  source: { codes: source },
  target: { codes: target },
  tables: { matrix, saturation },
  columns,
  from,
  to,
  counts,
}: CcmPart): void {
  const [[rr, rg, rb, r0], [gr, gg, gb, g0], [br, bg, bb, b0]] = matrix as unknown as readonly [
    Row,
    Row,
    Row,
  ];
  const clip = (sum: number): number => Math.min(Math.max((sum | 0) >> 10, 0), saturation);
  let [fullR, fullG, fullB] = [0, 0, 0];
  for (let at = from * columns * 3; at < to * columns * 3; at += 3) {
    const r = source[at]!,
      g = source[at + 1]!,
      b = source[at + 2]!;
    const mixedR = clip(Math.imul(rr, r) + Math.imul(rg, g) + Math.imul(rb, b) + r0);
    const mixedG = clip(Math.imul(gr, r) + Math.imul(gg, g) + Math.imul(gb, b) + g0);
    const mixedB = clip(Math.imul(br, r) + Math.imul(bg, g) + Math.imul(bb, b) + b0);
    target[at] = mixedR;
    target[at + 1] = mixedG;
    target[at + 2] = mixedB;
    if (mixedR === saturation) fullR += 1;
    if (mixedG === saturation) fullG += 1;
    if (mixedB === saturation) fullB += 1;
  }
  counts.set([fullR, fullG, fullB]);
}

export const code = {
  prepare: ({ ccmValues }, { saturation }) => ({
    matrix: ccmValues.map((row) => row.map(Math.trunc)),
    saturation,
  }),
  apply: correctColours,
  // Channel 0 is shown as blue.
  figures: ([blue, green, red], { rows, columns }) => {
    const pixels = rows * columns;
    return {
      clippedPercent: [(100 * red) / pixels, (100 * green) / pixels, (100 * blue) / pixels],
    };
  },
} satisfies ModuleCode<typeof ccmFields, CcmPart>;
