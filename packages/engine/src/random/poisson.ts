import { exp } from '../quantities/elementary.ts';
/**
 * Below this mean, counts are drawn from the Poisson distribution; from it on, they are rounded
 * normal numbers (docs/reference/radiometry.md#shot-noise).
 */
export const POISSON_LIMIT = 25;

const STEPS_PER_UNIT = 8;
/**
 * exp(−i/8) for means up to the limit; a short polynomial gives the remaining factor. The kernel
 * uses the same table.
 */
export const EXPONENTIAL_TABLE: Float64Array = Float64Array.from(
  { length: POISSON_LIMIT * STEPS_PER_UNIT + 1 },
  (_, step) => exp(-step / STEPS_PER_UNIT),
);
/** 1/k, so that the recurrence multiplies instead of dividing. The kernel uses the same table. */
export const RECIPROCAL_TABLE: Float64Array = Float64Array.from({ length: 128 }, (_, k) =>
  k === 0 ? 0 : 1 / k,
);

/**
 * A Poisson count from one unsigned 32-bit word, by inversion. It uses only additions and
 * multiplications, so JavaScript and WebAssembly give the same bits.
 *
 * @param mean 0 to POISSON_LIMIT.
 */
export function poissonOf(mean: number, word: number): number {
  const uniform = ((word >>> 0) + 0.5) * 2 ** -32;
  // Correct because exp(−mean) >= 1 − mean; most dark pixels return here.
  if (uniform <= 1 - mean) return 0;
  const step = Math.floor(mean * STEPS_PER_UNIT);
  const rest = mean - step / STEPS_PER_UNIT;
  // exp(−rest), |rest| < 1/8: the Taylor series to the 8th power is exact to 1e-14.
  const series =
    1 -
    rest *
      (1 -
        (rest / 2) *
          (1 -
            (rest / 3) *
              (1 -
                (rest / 4) *
                  (1 - (rest / 5) * (1 - (rest / 6) * (1 - (rest / 7) * (1 - rest / 8)))))));
  let probability = EXPONENTIAL_TABLE[step]! * series;
  let cumulative = probability;
  let count = 0;
  while (uniform > cumulative && count < RECIPROCAL_TABLE.length - 1) {
    count += 1;
    probability *= mean * RECIPROCAL_TABLE[count]!;
    cumulative += probability;
  }
  return count;
}
