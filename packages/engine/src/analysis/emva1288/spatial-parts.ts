import { meanOf } from '../../quantities/statistics.ts';

/** A variance with its standard error. */
export interface Variance {
  readonly variance: number;
  readonly error: number;
}

/** The variance of a picture in three parts: of its rows, of its columns, and of what is left. */
export interface SpatialParts {
  readonly row: Variance;
  readonly column: Variance;
  readonly pixel: Variance;
  /** What is left at each pixel. */
  readonly residual: Float64Array;
}

/**
 * Splits the variance of a picture as EMVA 1288 release 4.0 does: means of rows and columns, of
 * which the share that pixels alone would give is taken off, so that a part may come out below 0.
 *
 * @param values row by row; at least 2 rows and columns.
 */
export function spatialParts(values: Float64Array, rows: number, columns: number): SpatialParts {
  const middle = meanOf(values);
  const rowMeans = new Float64Array(rows);
  const columnMeans = new Float64Array(columns);
  values.forEach((value, at) => {
    const row = Math.floor(at / columns);
    rowMeans[row]! += (value - middle) / columns;
    columnMeans[at - row * columns]! += (value - middle) / rows;
  });
  const residual = values.map((value, at) => {
    const row = Math.floor(at / columns);
    return value - middle - rowMeans[row]! - columnMeans[at - row * columns]!;
  });
  const [second, fourth] = [2, 4].map((power) => meanOf(residual.map((left) => left ** power)));
  const pixel = (second! * rows * columns) / ((rows - 1) * (columns - 1));
  const lineVariance = (means: Float64Array, pixelsOfLine: number): Variance => {
    const freedom = means.length - 1;
    const all = means.reduce((sum, mean) => sum + mean ** 2, 0) / freedom;
    return { variance: all - pixel / pixelsOfLine, error: all * Math.sqrt(2 / freedom) };
  };
  return {
    row: lineVariance(rowMeans, columns),
    column: lineVariance(columnMeans, rows),
    pixel: {
      variance: pixel,
      error: Math.sqrt(Math.max(0, fourth! - second! ** 2) / values.length),
    },
    residual,
  };
}
