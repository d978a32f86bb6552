/**
 * A warped grid over a pattern: rows x columns quadrilaterals with common sides. Corner (row,
 * column) lies at (x, y)[row * (columns + 1) + column] in coordinates of the pattern, 0 to 1,
 * outside of which the pattern is black.
 */
export interface QuadGrid {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Writes the mean of every plane over every quadrilateral of a grid: out[plane][row * columns +
 * column]. Sides are straight lines between the corners, so neighbours neither overlap nor leave
 * gaps, and no light is lost or counted twice.
 */
export type QuadSampler = (grid: QuadGrid, out: readonly Float32Array[]) => void;
