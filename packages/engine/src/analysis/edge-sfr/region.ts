import { SimulationError } from '../../simulation-error.ts';

/**
 * A rectangle of values that are linear in light. One colour of a mosaic fills only some of its
 * pixels.
 */
export interface Region {
  readonly rows: number;
  readonly columns: number;
  /** [rows, columns], row by row; any unit. */
  readonly values: Float64Array;
  /** 1 where the pixel has a value of the channel that is measured, else 0. */
  readonly used: Uint8Array;
}

/** The same region with rows and columns exchanged. */
export function transposed({ rows, columns, values, used }: Region): Region {
  const turn = <Values extends Float64Array | Uint8Array>(from: Values, to: Values): Values => {
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        to[column * rows + row] = from[row * columns + column]!;
    return to;
  };
  return {
    rows: columns,
    columns: rows,
    values: turn(values, new Float64Array(values.length)),
    used: turn(used, new Uint8Array(used.length)),
  };
}

/** The used values, in the order of the pixels. */
export function usedValues({ values, used }: Region): Float64Array {
  const kept = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i += 1) if (used[i]) kept[count++] = values[i]!;
  return kept.subarray(0, count);
}

/** Refuses a region that cannot be measured, with a sentence that says what to do. */
export function refuse(sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, 'roi');
}
