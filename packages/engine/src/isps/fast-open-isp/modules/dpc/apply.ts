import { padRows } from '../../rows.ts';
import type { CountingPart, ModuleCode, StepPart } from '../../step-code.ts';
import type { dpcFields } from './descriptor.ts';

export interface DpcTables {
  /** Codes. */
  readonly threshold: number;
}
/**
 * Some rows to correct. Counts the pixels that are replaced and, among these, those that were
 * brighter than all their neighbours.
 */
export type DpcPart = StepPart<'bayer', 'bayer', DpcTables> & CountingPart;

/**
 * Replaces pixels that differ by more than a threshold from all eight neighbours of their colour by
 * the mean of the two opposite neighbours in the direction of least change.
 *
 * @see docs/reference/isp.md#dpc.
 */
export function correctDeadPixels({
  source: { bayer: source },
  target: { bayer: target },
  tables: { threshold },
  rows,
  columns,
  from,
  to,
  counts,
}: DpcPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2);
  const down = 2 * stride;
  let [replaced, bright] = [0, 0];
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = (row - from + 2) * stride + column + 2;
      const c = data[at]!;
      const n0 = data[at - down - 2]!,
        n1 = data[at - down]!,
        n2 = data[at - down + 2]!,
        n3 = data[at - 2]!;
      const n5 = data[at + 2]!,
        n6 = data[at + down - 2]!,
        n7 = data[at + down]!,
        n8 = data[at + down + 2]!;
      const isDead =
        Math.abs(c - n0) > threshold &&
        Math.abs(c - n1) > threshold &&
        Math.abs(c - n2) > threshold &&
        Math.abs(c - n3) > threshold &&
        Math.abs(c - n5) > threshold &&
        Math.abs(c - n6) > threshold &&
        Math.abs(c - n7) > threshold &&
        Math.abs(c - n8) > threshold;
      let value = c;
      if (isDead) {
        // Where directions are equal the first one is taken: vertical, horizontal, falling, rising.
        let least = Math.abs(2 * c - n1 - n7);
        let sum = n1 + n7;
        const horizontal = Math.abs(2 * c - n3 - n5);
        if (horizontal < least) {
          least = horizontal;
          sum = n3 + n5;
        }
        const falling = Math.abs(2 * c - n0 - n8);
        if (falling < least) {
          least = falling;
          sum = n0 + n8;
        }
        if (Math.abs(2 * c - n6 - n2) < least) sum = n6 + n2;
        value = sum >> 1;
        replaced += 1;
        if (c > Math.max(n0, n1, n2, n3, n5, n6, n7, n8)) bright += 1;
      }
      target[row * columns + column] = value;
    }
  }
  counts[0] = replaced;
  counts[1] = bright;
}

export const code = {
  prepare: ({ dpcValue: threshold }) => ({ threshold }),
  apply: correctDeadPixels,
  figures: ([replaced, isolatedBright]) => ({ deadPixels: { replaced, isolatedBright } }),
} satisfies ModuleCode<typeof dpcFields, DpcPart>;
