/**
 * A warped grid laid over a pattern: rows x columns quadrilaterals that share their sides. Corner (row, column) lies at
 * (x, y)[row * (columns + 1) + column], in the pattern's own places (0 to 1), outside of which is black.
 */
export interface QuadGrid {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Writes the mean of every plane over every quadrilateral of a grid: out[plane][row * columns + column]. Straight lines between the corners
 * stand for the warped sides, so neighbours neither overlap nor leave gaps, and nothing of the scene is lost or counted twice.
 */
export type QuadSampler = (grid: QuadGrid, out: readonly Float32Array[]) => void;
