/**
 * Nodes at which a pattern is sampled: rows x columns and one more on every side. Node (row,
 * column) lies at (x, y)[(row + 1) * (columns + 2) + column + 1] in coordinates of the pattern, 0
 * to 1, outside of which the pattern is black. x increases along rows and y along columns.
 */
export interface Lattice {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Writes the mean of every plane under the quadratic B-spline of every node, which reaches one and
 * a half steps to each side: out[plane][row * columns + column]. Amount and centroid of the light
 * are kept, and detail that is finer than the lattice is suppressed.
 */
export type LatticeSampler = (lattice: Lattice, out: readonly Float32Array[]) => void;
