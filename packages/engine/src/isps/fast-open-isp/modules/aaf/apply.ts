import { padRows } from '../../rows.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { aafFields } from './descriptor.ts';

/** Some rows to smooth. */
export type AafPart = StepPart<'bayer', 'bayer'>;

/**
 * Smooths each colour: half the pixel, half the mean of its eight neighbours of the same colour.
 *
 * @see docs/reference/isp.md#aaf.
 */
export function filterAliasing({
  source: { bayer: source },
  target: { bayer: target },
  rows,
  columns,
  from,
  to,
}: AafPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, 2);
  const down = 2 * stride;
  for (let row = from; row < to; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = (row - from + 2) * stride + column + 2;
      const around =
        data[at - down - 2]! +
        data[at - down]! +
        data[at - down + 2]! +
        data[at - 2]! +
        data[at + 2]! +
        data[at + down - 2]! +
        data[at + down]! +
        data[at + down + 2]!;
      target[row * columns + column] = (8 * data[at]! + around) >> 4;
    }
  }
}

export const code = {
  prepare: () => ({}),
  apply: filterAliasing,
} satisfies ModuleCode<typeof aafFields, AafPart>;
