import { meanOf } from '../../quantities/statistics.ts';

/** Pixels of one colour in frames of the same scene. */
export interface PixelSet {
  /** Number of pixels of the colour in a frame. */
  readonly count: number;
  /** Indices of these pixels in a frame, plane by plane. */
  readonly indices: Uint32Array;
  /**
   * Size of a plane, a regular grid of these pixels: a mosaic has two of green, and its planes have
   * half its rows and columns.
   */
  readonly rows: number;
  readonly columns: number;
}

/** Every pixel of a frame of one colour. */
export const allPixels = (rows: number, columns: number): PixelSet => ({
  count: rows * columns,
  indices: Uint32Array.from({ length: rows * columns }, (_, i) => i),
  rows,
  columns,
});

/**
 * The pixels of each colour of a mosaic. Rows and columns beyond the last whole tile are left out.
 *
 * @param layout colours of the tile that repeats over the pixels, row by row; 0, 1, … without a
 * gap.
 * @param rows of the frame, at least those of the tile.
 * @param columns of the frame, at least those of the tile.
 */
export function mosaicPixels(
  layout: readonly (readonly number[])[],
  rows: number,
  columns: number,
): readonly PixelSet[] {
  const [down, across] = [layout.length, layout[0]!.length];
  const plane = { rows: Math.floor(rows / down), columns: Math.floor(columns / across) };
  const colours = 1 + Math.max(...layout.flat());
  return Array.from({ length: colours }, (_, colour) => {
    const indices = layout.flatMap((line, top) =>
      line.flatMap((other, left) =>
        other !== colour
          ? []
          : Array.from({ length: plane.rows * plane.columns }, (_, i) => {
              const row = down * Math.floor(i / plane.columns) + top;
              return row * columns + across * (i % plane.columns) + left;
            }),
      ),
    );
    return { ...plane, count: indices.length, indices: Uint32Array.from(indices) };
  });
}

/** Two frames of the same even light. Codes. */
export interface PairStatistics {
  readonly pixels: number;
  readonly mean: number;
  /** Variance in time of a pixel, codes². */
  readonly temporalVariance: number;
  /** Variance among the pixels without what time adds, codes²; may come out slightly negative. */
  readonly spatialVariance: number;
}

/**
 * Mean and temporal variance of a pair of frames.
 * @see EMVA 1288 release 4.0, equations 15 and 18; docs/reference/measuring.md#emva1288
 */
export function pairStatistics(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  { indices, count }: PixelSet,
): PairStatistics {
  // Sums of what exceeds the first pixel, so that a large mean takes nothing from a small variance.
  const first = one[indices[0]!]!;
  let [sum1, sum2, differences, sums] = [0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const pixel = indices[i]!;
    const a = one[pixel]! - first;
    const b = other[pixel]! - first;
    sum1 += a;
    sum2 += b;
    differences += (a - b) * (a - b);
    sums += (a + b) * (a + b);
  }
  const mean = (sum1 + sum2) / (2 * count);
  const temporalVariance = differences / (2 * count) - ((sum1 - sum2) / count) ** 2 / 2;
  return {
    pixels: count,
    mean: first + mean,
    temporalVariance,
    spatialVariance: sums / (4 * count) - mean ** 2 - temporalVariance / 2,
  };
}

/** Mean frame of many, with the temporal variance of a pixel. */
export interface FrameStack {
  readonly frames: number;
  /** Mean of each pixel of the set, codes. */
  readonly means: Float64Array;
  /** Mean over the pixels of their variance from frame to frame, codes². */
  readonly temporalVariance: number;
}

/** Adds frames one after the other, so that only one need be in memory. */
export class FrameStacker {
  readonly #pixels: PixelSet;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  #frames = 0;

  constructor(pixels: PixelSet) {
    this.#pixels = pixels;
    this.#sums = new Float64Array(pixels.count);
    this.#squares = new Float64Array(pixels.count);
  }

  add(frame: ArrayLike<number>): void {
    const { indices, count } = this.#pixels;
    for (let i = 0; i < count; i += 1) {
      const code = frame[indices[i]!]!;
      this.#sums[i]! += code;
      this.#squares[i]! += code * code;
    }
    this.#frames += 1;
  }

  /**
   * At least two frames must have been added. Codes are whole and below 2^16, so that their squares
   * sum up exactly.
   */
  stack(): FrameStack {
    const frames = this.#frames;
    let variance = 0;
    const means = this.#sums.map((sum, i) => {
      variance += (this.#squares[i]! - sum ** 2 / frames) / (frames - 1);
      return sum / frames;
    });
    return { frames, means, temporalVariance: variance / this.#pixels.count };
  }
}

/**
 * Variance among the pixels without what time adds to their means, codes²; may come out slightly
 * negative where there is none.
 *
 * @see EMVA 1288 release 4.0, equation 39
 */
export const spatialVariance = ({ means, frames, temporalVariance }: FrameStack): number =>
  varianceOf(means) - temporalVariance / frames;

/**
 * Parts of the variance among pixels, codes²: from row to row, from column to column, and what is
 * left.
 */
export interface SpatialParts {
  readonly rows: number;
  readonly columns: number;
  readonly pixels: number;
}

/**
 * Splits the variance among the pixels of a plane of R rows and C columns. A value is mean + row +
 * column + rest, so that the variance of the means of rows is V_row + V_rest/C and the variance of
 * the means of columns is V_column + V_rest/R (analysis of variance of two factors).
 *
 * @see EMVA 1288 release 4.0, section 8.2
 */
export function spatialParts(stack: FrameStack, { rows, columns }: PixelSet): SpatialParts {
  const planes = stack.means.length / (rows * columns);
  const parts = Array.from({ length: planes }, (_, plane) => {
    const means = stack.means.subarray(plane * rows * columns, (plane + 1) * rows * columns);
    const { ofRows, ofColumns } = meanProfiles(means, rows, columns);
    const [total, down, across] = [means, ofRows, ofColumns].map(varianceOf) as [
      number,
      number,
      number,
    ];
    const squares =
      total * (rows * columns - 1) - down * (rows - 1) * columns - across * (columns - 1) * rows;
    const rest = squares / ((rows - 1) * (columns - 1));
    return [down - rest / columns, across - rest / rows, rest] as const;
  });
  const mean = (part: 0 | 1 | 2): number =>
    parts.reduce((sum, values) => sum + values[part], 0) / planes;
  return {
    rows: mean(0),
    columns: mean(1),
    pixels: mean(2) - stack.temporalVariance / stack.frames,
  };
}

/** Mean of every row and of every column of a plane [rows, columns]. */
export function meanProfiles(plane: Float64Array, rows: number, columns: number) {
  const ofRows = new Float64Array(rows);
  const ofColumns = new Float64Array(columns);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const value = plane[row * columns + column]!;
      ofRows[row]! += value / columns;
      ofColumns[column]! += value / rows;
    }
  return { ofRows, ofColumns };
}

/** Variance of a sample, over count - 1. */
function varianceOf(values: Float64Array): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
