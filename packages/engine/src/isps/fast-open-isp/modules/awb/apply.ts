import { channelOf, type BayerPhases } from '../../bayer-phases.ts';
import type { CountingPart, ModuleCode, StepPart } from '../../step-code.ts';
import type { awbFields } from './descriptor.ts';

export interface AwbTables {
  readonly phases: BayerPhases;
  /** x 1024, whole: red, green in red rows, green in blue rows, blue. */
  readonly gains: readonly [number, number, number, number];
  readonly saturation: number;
}
/** Some rows to balance. Counts the pixels at saturation: red, green, blue. */
export type AwbPart = StepPart<'bayer', 'bayer', AwbTables> & CountingPart;

/** Multiplies each colour with its gain. @see docs/reference/isp.md#awb. */
export function balanceWhite({
  source: { bayer: source },
  target: { bayer: target },
  tables: { phases, gains, saturation },
  columns,
  from,
  to,
  counts,
}: AwbPart): void {
  const clipped = [0, 0, 0];
  for (let row = from; row < to; row += 1) {
    for (const parity of [0, 1]) {
      const colour = phases[(row & 1) * 2 + parity]!;
      const gain = gains[colour]!;
      let full = 0;
      for (let at = row * columns + parity; at < (row + 1) * columns; at += 2) {
        // Unsigned shift, because the product of two 16-bit numbers may need all 32 bits.
        const value = Math.min(Math.imul(gain, source[at]!) >>> 10, saturation);
        target[at] = value;
        if (value === saturation) full += 1;
      }
      clipped[channelOf(colour)]! += full;
    }
  }
  counts.set(clipped);
}

export const code = {
  prepare: ({ awbR, awbGr, awbGb, awbB }, { phases, saturation }) => ({
    phases,
    gains: [Math.trunc(awbR), Math.trunc(awbGr), Math.trunc(awbGb), Math.trunc(awbB)] as const,
    saturation,
  }),
  apply: balanceWhite,
  figures: ([red, green, blue], { rows, columns }) => {
    const cells = (rows * columns) / 4;
    return {
      clippedPercent: [(100 * red) / cells, (100 * green) / (2 * cells), (100 * blue) / cells],
    };
  },
} satisfies ModuleCode<typeof awbFields, AwbPart>;
