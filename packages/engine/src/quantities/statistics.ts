/** The mean; NaN of no values. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]!;
  return sum / values.length;
}

/** The median, of an even number of values the mean of the two in the middle; NaN of no values. */
export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** Most decimals that are printed. */
const MOST_DECIMALS = 9;

/**
 * Decimals that show two digits of an error, or four digits of the value where no error is known.
 */
export function decimalsFor(value: number, error: number | null | undefined): number {
  const [size, digits] = error ? [error, 2] : [Math.abs(value) || 1, 4];
  return Math.min(MOST_DECIMALS, Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
}

/** z of a 95 % interval. */
const Z95 = 1.959963984540054;

/**
 * 95 % interval of a share by Wilson's score.
 *
 * @param kept of `count`, which is more than 0.
 * @see E. B. Wilson, JASA 22, 209 (1927).
 */
export function wilsonInterval(
  kept: number,
  count: number,
): { readonly low: number; readonly high: number } {
  const share = kept / count;
  const z2 = Z95 ** 2;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const half =
    (Z95 / (1 + z2 / count)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
