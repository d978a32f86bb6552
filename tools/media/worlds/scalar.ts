/** Limits `value` to the range `low`..`high`. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Linear blend: `a` at 0, `b` at 1. */
export function lerp(a: number, b: number, amount: number): number {
  return a + (b - a) * amount;
}

/** Hermite step `3t^2 - 2t^3`: 0 below `from`, 1 above `to` (`from` < `to`). */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** The part after the decimal point, 0..1, for negative numbers too. */
export function fraction(value: number): number {
  return value - Math.floor(value);
}
