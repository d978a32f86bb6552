/** Most sweeps over all pairs; a few are enough. */
const MOST_SWEEPS = 60;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix.
 *
 * @param matrix rows of an n x n matrix, which is left as it is.
 * @returns values in the order of the columns of `vectors`, which is n x n in rows.
 * @see Golub and Van Loan: Matrix computations, 8.5: the cyclic Jacobi method.
 */
export function symmetricEigen(matrix: readonly Float64Array[]): {
  readonly values: Float64Array;
  readonly vectors: readonly Float64Array[];
} {
  const n = matrix.length;
  const a = matrix.map((row) => Float64Array.from(row));
  const vectors = matrix.map((_, at) => new Float64Array(n).fill(0).fill(1, at, at + 1));
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    let [off, whole] = [0, 0];
    for (let p = 0; p < n; p += 1) {
      whole += a[p]![p]! * a[p]![p]!;
      for (let q = p + 1; q < n; q += 1) off += a[p]![q]! * a[p]![q]!;
    }
    if (off <= 1e-32 * whole || off === 0) break;
    for (let p = 0; p < n; p += 1) for (let q = p + 1; q < n; q += 1) rotate(a, vectors, p, q);
  }
  return { values: Float64Array.from(a, (row, at) => row[at]!), vectors };
}

/** Makes the entry (p, q) zero. */
function rotate(
  a: readonly Float64Array[],
  vectors: readonly Float64Array[],
  p: number,
  q: number,
): void {
  const [rowP, rowQ] = [a[p]!, a[q]!];
  const entry = rowP[q]!;
  if (entry === 0) return;
  const theta = (rowQ[q]! - rowP[p]!) / (2 * entry);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [rowP[at]!, rowQ[at]!];
    rowP[at] = c * x - s * y;
    rowQ[at] = s * x + c * y;
  }
  for (const row of vectors) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
}
