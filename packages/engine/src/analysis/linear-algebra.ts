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

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, largest eigenvalue first, by cyclic Jacobi
 * rotations.
 *
 * @param matrix size x size, row by row; not changed.
 * @returns vectors of length 1.
 * @see Golub and Van Loan, Matrix Computations, section 8.5.
 */
export function symmetricEigen(
  matrix: Float64Array,
  size: number,
): { readonly values: Float64Array; readonly vectors: readonly Float64Array[] } {
  const a = matrix.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) v[i * size + i] = 1;
  const rotate = (data: Float64Array, i: number, j: number, cosine: number, sine: number): void => {
    const [x, y] = [data[i]!, data[j]!];
    data[i] = cosine * x - sine * y;
    data[j] = sine * x + cosine * y;
  };
  for (let sweep = 0; sweep < 60; sweep += 1) {
    let off = 0;
    let diagonal = 0;
    for (let p = 0; p < size; p += 1) {
      diagonal += a[p * size + p]! ** 2;
      for (let q = p + 1; q < size; q += 1) off += a[p * size + q]! ** 2;
    }
    if (off <= 1e-30 * diagonal) break;
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        const between = a[p * size + q]!;
        if (between === 0) continue;
        const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * between);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const cosine = 1 / Math.hypot(t, 1);
        const sine = t * cosine;
        for (let k = 0; k < size; k += 1) rotate(a, k * size + p, k * size + q, cosine, sine);
        for (let k = 0; k < size; k += 1) rotate(a, p * size + k, q * size + k, cosine, sine);
        for (let k = 0; k < size; k += 1) rotate(v, k * size + p, k * size + q, cosine, sine);
      }
    }
  }
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => a[j * size + j]! - a[i * size + i]!,
  );
  return {
    values: Float64Array.from(order, (i) => a[i * size + i]!),
    vectors: order.map((i) => Float64Array.from({ length: size }, (_, k) => v[k * size + i]!)),
  };
}
