import { colourAt, type FrameLayout } from './frame-layout.ts';
import type { StackMeans } from './stack-means.ts';

/** Variances in time, codes², of what changes from frame to frame within the frames. */
export interface TemporalParts {
  readonly frames: number;
  /** Of a pixel, without its row and column; of all pixels and of those of each colour. */
  readonly pixel: number;
  readonly pixelOf: readonly number[];
  /** Of a whole row and of a whole column. */
  readonly row: number;
  readonly column: number;
  /** Good pixels, of all colours and of each. */
  readonly pixels: number;
  readonly pixelsOf: readonly number[];
}

/** Variance of the mean of one frame of a stack, without what all its pixels share, codes². */
export const meanVariance = (
  { pixel, row, column, pixels }: TemporalParts,
  { rows, columns }: FrameLayout,
): number => pixel / pixels + Math.max(row, 0) / rows + Math.max(column, 0) / columns;

/**
 * Splits the temporal noise of a stack: deviations from its mean frame without the mean of each
 * frame; a row has the variance of means of rows without the share of the pixels, a column alike.
 *
 * @param good 1 where a pixel counts.
 * @see docs/reference/twin.md#t2
 */
export async function temporalParts(
  { stack, mean, count }: StackMeans,
  layout: FrameLayout,
  good: Uint8Array,
): Promise<TemporalParts> {
  const { rows, columns, channels } = layout;
  const inRow = new Float64Array(rows);
  const inColumn = new Float64Array(columns);
  const pixelsOf = channels.map(() => 0);
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, i += 1)
      if (good[i]) {
        inRow[row]! += 1;
        inColumn[column]! += 1;
        pixelsOf[colourAt(layout, row, column)]! += 1;
      }
  const pixels = pixelsOf.reduce((a, b) => a + b, 0);
  const squares = channels.map(() => 0);
  let [rowSquares, columnSquares] = [0, 0];
  const offsets: Offsets = {
    middle: 0,
    rows: new Float64Array(rows),
    columns: new Float64Array(columns),
  };
  for await (const frame of stack.frames()) {
    profilesOf(frame, { mean, good, columns, pixels }, offsets, { inRow, inColumn });
    for (const offset of offsets.rows) rowSquares += offset * offset;
    for (const offset of offsets.columns) columnSquares += offset * offset;
    for (let row = 0, i = 0; row < rows; row += 1) {
      const across = offsets.rows[row]! + offsets.middle;
      for (let column = 0; column < columns; column += 1, i += 1) {
        if (good[i] === 0) continue;
        const left = frame[i]! - mean[i]! - across - offsets.columns[column]!;
        squares[colourAt(layout, row, column)]! += left * left;
      }
    }
  }
  // What the mean frame, the rows and the columns take from each pixel.
  const kept = ((count - 1) * (rows - 1) * (columns - 1)) / (rows * columns);
  const pixelOf = squares.map((sum, c) => sum / (pixelsOf[c]! * kept));
  const pixel = squares.reduce((a, b) => a + b, 0) / (pixels * kept);
  return {
    frames: count,
    pixel,
    pixelOf,
    row: rowSquares / ((rows - 1) * (count - 1)) - pixel / (pixels / rows),
    column: columnSquares / ((columns - 1) * (count - 1)) - pixel / (pixels / columns),
    pixels,
    pixelsOf,
  };
}

interface Offsets {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  middle: number;
}

/** Means of the deviations of a frame: of all, of its rows and of its columns about that. */
function profilesOf(
  frame: ArrayLike<number>,
  {
    mean,
    good,
    columns,
    pixels,
  }: {
    readonly mean: Float32Array;
    readonly good: Uint8Array;
    readonly columns: number;
    readonly pixels: number;
  },
  offsets: Offsets,
  { inRow, inColumn }: { readonly inRow: Float64Array; readonly inColumn: Float64Array },
): void {
  offsets.rows.fill(0);
  offsets.columns.fill(0);
  let sum = 0;
  for (let row = 0, i = 0; row < offsets.rows.length; row += 1)
    for (let column = 0; column < columns; column += 1, i += 1) {
      if (good[i] === 0) continue;
      const deviation = frame[i]! - mean[i]!;
      sum += deviation;
      offsets.rows[row]! += deviation;
      offsets.columns[column]! += deviation;
    }
  const middle = sum / pixels;
  offsets.middle = middle;
  inRow.forEach((count, row) => {
    offsets.rows[row] = count > 0 ? offsets.rows[row]! / count - middle : 0;
  });
  inColumn.forEach((count, column) => {
    offsets.columns[column] = count > 0 ? offsets.columns[column]! / count - middle : 0;
  });
}
