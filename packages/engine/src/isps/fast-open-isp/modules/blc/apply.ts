import {
  BLUE,
  GREEN_IN_BLUE_ROW,
  GREEN_IN_RED_ROW,
  RED,
  phaseOf,
  type BayerPhases,
} from '../../bayer-phases.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { blcFields } from './descriptor.ts';

export interface BlcTables {
  readonly phases: BayerPhases;
  /** Codes: red, green in red rows, green in blue rows, blue. */
  readonly levels: readonly [number, number, number, number];
  /** x 1024. */
  readonly alpha: number;
  readonly beta: number;
}
/** Black levels of some rows; `from` and `to` are even. */
export type BlcPart = StepPart<'bayer', 'bayer', BlcTables>;

/**
 * Takes the black levels away and adds to each green a share of the red or blue beside it.
 *
 * @see docs/reference/isp.md#blc.
 */
export function compensateBlackLevels({
  source: { bayer: source },
  target: { bayer: target },
  tables: { phases, levels, alpha, beta },
  columns,
  from,
  to,
}: BlcPart): void {
  const [red, greenR, greenB, blue] = [RED, GREEN_IN_RED_ROW, GREEN_IN_BLUE_ROW, BLUE]
    .map((colour) => phaseOf(phases, colour))
    .map(({ row, column }) => row * columns + column) as [number, number, number, number];
  for (let row = from; row < to; row += 2) {
    for (let cell = row * columns; cell < (row + 1) * columns; cell += 2) {
      const r = Math.max(source[cell + red]! - levels[RED], 0);
      const b = Math.max(source[cell + blue]! - levels[BLUE], 0);
      target[cell + red] = r;
      target[cell + blue] = b;
      target[cell + greenR] = Math.max(
        source[cell + greenR]! - levels[GREEN_IN_RED_ROW] + ((r * alpha) >> 10),
        0,
      );
      target[cell + greenB] = Math.max(
        source[cell + greenB]! - levels[GREEN_IN_BLUE_ROW] + ((b * beta) >> 10),
        0,
      );
    }
  }
}

export const code = {
  prepare: ({ blcR, blcGr, blcGb, blcB, blcalpha: alpha, blcbeta: beta }, { phases }) => {
    const levels = [blcR, blcGr, blcGb, blcB] as const;
    return [...levels, alpha, beta].every((value) => value === 0)
      ? undefined
      : { phases, levels, alpha, beta };
  },
  apply: compensateBlackLevels,
} satisfies ModuleCode<typeof blcFields, BlcPart>;
