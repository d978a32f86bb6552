/**
 * Largest |actual − expected| over two arrays; infinite where they differ in length or hold no
 * numbers.
 */
export function largestDeviation(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  return worst(actual, expected, (one, other) => Math.abs(one - other));
}

/**
 * Largest |actual/expected − 1| over two arrays; infinite where 0 is expected and something else
 * was found.
 */
export function largestRelativeDeviation(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
): number {
  return worst(actual, expected, (one, other) => (one === other ? 0 : Math.abs(one / other - 1)));
}

function worst(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  distance: (one: number, other: number) => number,
): number {
  if (actual.length !== expected.length || actual.length === 0) return Infinity;
  let largest = 0;
  for (let i = 0; i < actual.length; i += 1) {
    const value = distance(actual[i]!, expected[i]!);
    if (Number.isNaN(value)) return Infinity;
    largest = Math.max(largest, value);
  }
  return largest;
}
