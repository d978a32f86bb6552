/** Pixels that are wider or narrower than high, as square ones. */
export interface SquarePixels {
  readonly columns: number;
  /** The plane with square pixels: the mean over their areas. */
  readonly plane: (values: Float32Array, rows: number) => Float32Array;
  readonly notes: readonly string[];
}

/** @param aspect width of a pixel over its height. */
export function squarePixels(stored: number, aspect: number): SquarePixels {
  if (aspect === 1) return { columns: stored, plane: (values) => values, notes: [] };
  const columns = Math.max(1, Math.round(stored * aspect));
  const step = stored / columns;
  return {
    columns,
    plane: (values, rows) => {
      const plane = new Float32Array(rows * columns);
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const [from, to] = [column * step, Math.min(stored, (column + 1) * step)];
          let sum = 0;
          for (let at = Math.floor(from); at < to; at += 1)
            sum += values[row * stored + at]! * (Math.min(at + 1, to) - Math.max(at, from));
          plane[row * columns + column] = sum / (to - from);
        }
      return plane;
    },
    notes: [
      `Its pixels are ${aspect} times as wide as high: ${stored} columns became ${columns} of square pixels.`,
    ],
  };
}
