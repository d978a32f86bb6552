/** Weights of neighbours by their distance, in samples of the coarser of the two rasters. */
export interface ResampleFilter {
  readonly support: number;
  readonly weight: (distance: number) => number;
}

export const bilinear: ResampleFilter = {
  support: 1,
  weight: (distance) => Math.max(0, 1 - Math.abs(distance)),
};

/** Keys 1981 with a = −0.5. */
export const bicubic: ResampleFilter = {
  support: 2,
  weight: (distance) => {
    const x = Math.abs(distance);
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  },
};

/**
 * A raster within an array: sample (row, column) is values[(row * columns + column) * stride +
 * offset].
 */
export interface Raster {
  readonly values: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  readonly stride?: number;
  readonly offset?: number;
}

/**
 * Resizes a raster, columns first. When the raster shrinks the filter is widened, so that every
 * sample counts. Pillow's `resize`, with which the networks were trained, does the same, but also
 * rounds to bytes between the two directions.
 *
 * @returns rows x columns.
 */
export function resample(
  { values, rows, columns, stride = 1, offset = 0 }: Raster,
  toRows: number,
  toColumns: number,
  filter: ResampleFilter,
): Float32Array {
  const across = tapsOf(columns, toColumns, filter);
  const narrowed = new Float32Array(rows * toColumns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < toColumns; column += 1) {
      const { first, weights } = across[column]!;
      let sum = 0;
      for (
        let i = 0, at = (row * columns + first) * stride + offset;
        i < weights.length;
        i += 1, at += stride
      )
        sum += weights[i]! * values[at]!;
      narrowed[row * toColumns + column] = sum;
    }
  }
  const out = new Float32Array(toRows * toColumns);
  for (const [row, { first, weights }] of tapsOf(rows, toRows, filter).entries()) {
    for (let i = 0; i < weights.length; i += 1) {
      const weight = weights[i]!;
      for (
        let to = row * toColumns, from = (first + i) * toColumns, end = to + toColumns;
        to < end;
        to += 1, from += 1
      )
        out[to]! += weight * narrowed[from]!;
    }
  }
  return out;
}

/** The samples that are combined into one, and their weights. */
export interface Taps {
  readonly first: number;
  readonly weights: Float64Array;
}

export function tapsOf(from: number, to: number, { support, weight }: ResampleFilter): Taps[] {
  const step = from / to;
  const stretch = Math.max(1, step);
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) * step;
    const first = Math.max(0, Math.floor(centre - support * stretch + 0.5));
    const last = Math.min(from, Math.floor(centre + support * stretch + 0.5));
    const weights = Float64Array.from({ length: last - first }, (__, i) =>
      weight((first + i + 0.5 - centre) / stretch),
    );
    const sum = weights.reduce((total, value) => total + value, 0);
    return { first, weights: weights.map((value) => value / sum) };
  });
}
