/**
 * Solves n equations, each n factors and then its right side, by Gauss-Jordan elimination; the
 * matrix of a least-squares fit needs no pivoting.
 */
export function solveLinear(equations: readonly Float64Array[]): readonly number[] {
  const last = equations.length;
  for (const [pivot, chosen] of equations.entries())
    for (const [row, equation] of equations.entries()) {
      if (row === pivot) continue;
      const factor = equation[pivot]! / chosen[pivot]!;
      for (let column = pivot; column <= last; column += 1)
        equation[column]! -= factor * chosen[column]!;
    }
  return equations.map((equation, row) => equation[last]! / equation[row]!);
}

/**
 * Solves rows · x = values by least squares with Householder reflections (Golub and Van Loan,
 * Matrix Computations, section 5.3).
 */
export function leastSquares(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): number[] {
  const count = rows[0]!.length;
  const a = rows.map((row, i) => [...row, values[i]!]);
  for (let k = 0; k < count; k += 1) {
    const norm = Math.hypot(...a.slice(k).map((row) => row[k]!));
    if (norm === 0) continue;
    const head = a[k]![k]! + Math.sign(a[k]![k]! || 1) * norm;
    const v = a.slice(k).map((row, i) => (i === 0 ? 1 : row[k]! / head));
    const factor = 2 / v.reduce((sum, value) => sum + value ** 2, 0);
    for (let column = k; column <= count; column += 1) {
      const dot = v.reduce((sum, value, i) => sum + value * a[k + i]![column]!, 0) * factor;
      for (const [i, value] of v.entries()) a[k + i]![column]! -= dot * value;
    }
  }
  const solution = new Array<number>(count).fill(0);
  for (let k = count - 1; k >= 0; k -= 1) {
    let rest = a[k]![count]!;
    for (let column = k + 1; column < count; column += 1)
      rest -= a[k]![column]! * solution[column]!;
    solution[k] = a[k]![k] === 0 ? 0 : rest / a[k]![k]!;
  }
  return solution;
}

/** Most sweeps over all pairs; a few are enough. */
const MOST_SWEEPS = 60;

/** How the rotations of `jacobiEigen` are computed. */
interface Rotations {
  /** The length of (x, 1). `Math.hypot` is not rounded alike by every program; a root is. */
  readonly lengthWithOne: (x: number) => number;
  /** The share of the squared diagonal at which squares beside the diagonal count as nothing. */
  readonly negligible: number;
}

/** Every program gives the same bits. */
const PORTABLE: Rotations = {
  lengthWithOne: (x) => Math.sqrt(x * x + 1),
  negligible: 1e-32,
};

/**
 * Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations, in the order in
 * which the rotations leave them.
 *
 * @param matrix rows of an n x n matrix, which is left as it is.
 * @returns values in the order of the columns of `vectors`, which is n x n in rows.
 * @see Golub and Van Loan, Matrix Computations, section 8.5.
 */
export function jacobiEigen(
  matrix: readonly Float64Array[],
  { lengthWithOne, negligible }: Rotations = PORTABLE,
): { readonly values: Float64Array; readonly vectors: readonly Float64Array[] } {
  const n = matrix.length;
  const a = matrix.map((row) => row.slice());
  const vectors = matrix.map((_, at) => new Float64Array(n).fill(1, at, at + 1));
  const all = [...a, ...vectors];
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    let [off, diagonal] = [0, 0];
    for (const [p, row] of a.entries()) {
      diagonal += row[p]! * row[p]!;
      for (let q = p + 1; q < n; q += 1) off += row[q]! * row[q]!;
    }
    if (off <= negligible * diagonal) break;
    for (const [p, rowP] of a.entries())
      for (let q = p + 1; q < n; q += 1) {
        const rowQ = a[q]!;
        const entry = rowP[q]!;
        if (entry === 0) continue;
        const theta = (rowQ[q]! - rowP[p]!) / (2 * entry);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + lengthWithOne(theta));
        const cosine = 1 / lengthWithOne(t);
        const sine = t * cosine;
        for (const row of all) {
          const [x, y] = [row[p]!, row[q]!];
          row[p] = cosine * x - sine * y;
          row[q] = sine * x + cosine * y;
        }
        for (const [at, x] of rowP.entries()) {
          const y = rowQ[at]!;
          rowP[at] = cosine * x - sine * y;
          rowQ[at] = sine * x + cosine * y;
        }
      }
  }
  return { values: Float64Array.from(a, (row, at) => row[at]!), vectors };
}

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, largest eigenvalue first.
 *
 * @param matrix size x size, row by row; not changed.
 * @returns vectors of length 1.
 */
export function symmetricEigen(
  matrix: Float64Array,
  size: number,
): { readonly values: Float64Array; readonly vectors: readonly Float64Array[] } {
  const rows = Array.from({ length: size }, (_, row) =>
    matrix.subarray(row * size, (row + 1) * size),
  );
  const { values, vectors } = jacobiEigen(rows, {
    lengthWithOne: (x) => Math.hypot(x, 1),
    negligible: 1e-30,
  });
  const order = Array.from(values.keys()).sort((i, j) => values[j]! - values[i]!);
  return {
    values: Float64Array.from(order, (i) => values[i]!),
    vectors: order.map((i) => Float64Array.from(vectors, (row) => row[i]!)),
  };
}
