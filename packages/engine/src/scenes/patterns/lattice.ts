/**
 * Places at which a pattern is sampled: rows x columns nodes and one more all round, node (row, column) at
 * (x, y)[(row + 1) * (columns + 2) + column + 1], in the pattern's own places (0 to 1), outside of which is black. Places grow along rows in
 * x and along columns in y.
 */
export interface Lattice {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Writes the mean of every plane under the quadratic B-spline of every node, which reaches one and a half steps to each side:
 * out[plane][row * columns + column]. Light between nodes is shared among them so that its amount and its centroid are kept, and what is
 * finer than the lattice leaves little behind.
 */
export type LatticeSampler = (lattice: Lattice, out: readonly Float32Array[]) => void;
