/** Splits a number into parts whose products are exact (Veltkamp, Dekker 1971). */
function split(x: number): readonly [high: number, low: number] {
  const scaled = 134217729 * x;
  const high = scaled - (scaled - x);
  return [high, x - high];
}

/** What x² loses when it is rounded. */
function squareError(x: number): number {
  const [high, low] = split(x);
  return low * low - (x * x - high * high - 2 * high * low);
}

/**
 * Length of x, y, rounded as C's hypot rounds it, with the same bits in every program: whether a
 * pixel at the rim of a ring belongs to it hangs on the last bit. For lengths of 1e-100 to 1e100.
 */
export function hypotenuse(x: number, y: number): number {
  const [a, b] = Math.abs(x) > Math.abs(y) ? [x, y] : [y, x];
  const sum = a * a + b * b;
  if (sum === 0) return 0;
  const root = Math.sqrt(sum);
  const lost = a * a - sum + b * b + squareError(a) + squareError(b);
  const rest = sum - root * root - squareError(root) + lost;
  return root + rest / (2 * root);
}
