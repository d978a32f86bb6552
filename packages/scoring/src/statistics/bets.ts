/** Largest bet, as a share of what can be lost at once. */
const LARGEST_BET = 0.9;
/** The spread that is assumed before anything was seen. */
const FIRST_VARIANCE = 0.25;
/** Steps of the grid on which a bound is sought, in a unit of differences. */
const STEPS = 1000;

/**
 * The logarithm of what a bettor owns, after each difference, who began with 1 and bets against
 * "the mean is at least m". Whatever the distribution, it ever reaches the logarithm of x with a
 * probability of at most 1/x where the mean is at least m.
 *
 * @param differences from -1 to 1.
 * @see Waudby-Smith, Ramdas: Estimating means of bounded random variables by betting, JRSS B 2024
 * (approximate GRAPA, one-sided).
 */
export function logCapital(differences: ArrayLike<number>, m: number): Float64Array {
  const path = new Float64Array(differences.length);
  let [capital, sum, squares] = [0, 0, FIRST_VARIANCE];
  let [mean, variance] = [0, FIRST_VARIANCE];
  for (let t = 0; t < path.length; t += 1) {
    const value = differences[t]!;
    const gain = m - mean;
    const bet = Math.min(Math.max(gain / (variance + gain * gain), 0), LARGEST_BET / (1 - m));
    capital += Math.log1p(-bet * (value - m));
    path[t] = capital;
    sum += value;
    mean = sum / (t + 2);
    squares += (value - mean) ** 2;
    variance = squares / (t + 2);
  }
  return path;
}

/** Whether a mean of at least m is refuted: the capital has ever been so large. */
export function isRefuted(differences: ArrayLike<number>, m: number, threshold: number): boolean {
  return logCapital(differences, m).some((capital) => capital >= threshold);
}

/** The least mean on a grid of thousandths, from -1 to 1, that is refuted. */
export function bettingBound(differences: ArrayLike<number>, threshold: number): number {
  let [low, high] = [0, 2 * STEPS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isRefuted(differences, middle / STEPS - 1, threshold)) high = middle;
    else low = middle;
  }
  return high / STEPS - 1;
}

/** Bets that are tried when the end of a race is guessed: .01 to .90. */
const GUESSED_BETS = Array.from({ length: 90 }, (_, i) => (i + 1) / 100);

/**
 * After how many pictures like these ones a mean of at least 0 would be refuted, at even odds; null
 * where that does not come nearer.
 */
export function picturesToRefute(differences: ArrayLike<number>, threshold: number): number | null {
  const values = Array.from(differences);
  if (values.reduce((sum, value) => sum + value, 0) >= 0) return null;
  const growth = Math.max(
    ...GUESSED_BETS.map(
      (bet) => values.reduce((sum, value) => sum + Math.log1p(-bet * value), 0) / values.length,
    ),
  );
  return growth > 0 ? Math.ceil(threshold / growth) : null;
}
