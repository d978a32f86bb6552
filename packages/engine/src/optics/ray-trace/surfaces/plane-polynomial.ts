/** A polynomial of (x, y): the coefficient of x^i·y^j stands at j·(degree + 1) + i. */
export interface PlanePolynomial {
  readonly degree: number;
  readonly coefficients: Float64Array;
}

export const newPlanePolynomial = (degree: number): PlanePolynomial => ({
  degree,
  coefficients: new Float64Array((degree + 1) ** 2),
});

/** Value at (x, y). */
export function valueAt({ degree, coefficients }: PlanePolynomial, x: number, y: number): number {
  let sum = 0;
  for (let j = degree; j >= 0; j -= 1) {
    const from = j * (degree + 1);
    let inner = 0;
    for (let i = degree - j; i >= 0; i -= 1) inner = inner * x + coefficients[from + i]!;
    sum = sum * y + inner;
  }
  return sum;
}

/** Slopes at (x, y). */
export function slopesAt(
  { degree, coefficients }: PlanePolynomial,
  x: number,
  y: number,
  to: { x: number; y: number },
): void {
  let sum = 0;
  let alongX = 0;
  let alongY = 0;
  for (let j = degree; j >= 0; j -= 1) {
    const from = j * (degree + 1);
    let inner = 0;
    let slope = 0;
    for (let i = degree - j; i >= 0; i -= 1) {
      slope = slope * x + inner;
      inner = inner * x + coefficients[from + i]!;
    }
    alongY = alongY * y + sum;
    sum = sum * y + inner;
    alongX = alongX * y + slope;
  }
  to.x = alongX;
  to.y = alongY;
}

/** The derivative along x, or along y. */
export function derivative(
  { degree, coefficients }: PlanePolynomial,
  axis: 'x' | 'y',
): PlanePolynomial {
  const lower = Math.max(0, degree - 1);
  const found = newPlanePolynomial(lower);
  for (let j = 0; j <= degree; j += 1)
    for (let i = 0; i + j <= degree; i += 1) {
      const power = axis === 'x' ? i : j;
      const [toI, toJ] = axis === 'x' ? [i - 1, j] : [i, j - 1];
      if (power > 0)
        found.coefficients[toJ * (lower + 1) + toI] = power * coefficients[j * (degree + 1) + i]!;
    }
  return found;
}
