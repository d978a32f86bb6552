/** A monotone cubic through points; beyond its ends it holds the last value. */
export interface MonotoneCurve {
  /** Rising. */
  readonly at: readonly number[];
  readonly values: readonly number[];
  readonly slopes: readonly number[];
}

/**
 * The curve through points, which rises and falls only where they do.
 *
 * @see F. N. Fritsch and R. E. Carlson, SIAM J. Numer. Anal. 17 (1980) 238.
 */
export function monotoneCurve(at: readonly number[], values: readonly number[]): MonotoneCurve {
  const steps = at.slice(1).map((end, i) => end - at[i]!);
  const secants = steps.map((step, i) => (values[i + 1]! - values[i]!) / step);
  const slopes = at.map((_, i) => {
    const [before, after] = [secants[i - 1], secants[i]];
    if (before === undefined) return endSlope(secants, steps);
    if (after === undefined) return endSlope(secants.toReversed(), steps.toReversed());
    if (before * after <= 0) return 0;
    const [left, right] = [steps[i - 1]!, steps[i]!];
    return (before * right + after * left) / (left + right);
  });
  for (const [i, secant] of secants.entries()) {
    if (secant === 0) {
      slopes[i] = 0;
      slopes[i + 1] = 0;
      continue;
    }
    const size = Math.sqrt((slopes[i]! / secant) ** 2 + (slopes[i + 1]! / secant) ** 2);
    if (size <= 3) continue;
    slopes[i]! *= 3 / size;
    slopes[i + 1]! *= 3 / size;
  }
  return { at, values, slopes };
}

/** The slope of a parabola through the first three points, where it has the sign of the curve. */
function endSlope([first, second]: readonly number[], [step, next]: readonly number[]): number {
  if (second === undefined) return first!;
  const slope = ((2 * step! + next!) * first! - step! * second) / (step! + next!);
  return slope * first! > 0 ? slope : 0;
}

/** Value of a curve at a place. */
export function onCurve({ at, values, slopes }: MonotoneCurve, place: number): number {
  const last = at.length - 1;
  if (!(place > at[0]!)) return values[0]!;
  if (place >= at[last]!) return values[last]!;
  let i = 0;
  while (at[i + 1]! <= place) i += 1;
  const step = at[i + 1]! - at[i]!;
  const t = (place - at[i]!) / step;
  const [a, b, da, db] = [values[i]!, values[i + 1]!, step * slopes[i]!, step * slopes[i + 1]!];
  return a + t * (da + t * (3 * (b - a) - 2 * da - db + t * (2 * (a - b) + da + db)));
}
