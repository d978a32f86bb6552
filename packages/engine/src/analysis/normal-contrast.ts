import { exp } from '../quantities/elementary.ts';

/** Pixels of an even square whose values are normal. */
export interface NormalPixels {
  readonly mean: number;
  readonly deviation: number;
}

const [STEPS, FARTHEST] = [2000, 6] as const;

/**
 * Share of pairs of normal pixels whose Michelson contrast is within epsilon of the nominal one:
 * what `contrastOf` finds, in closed form.
 *
 * @see docs/reference/lab.md#contrast
 */
export function normalDetection(
  bright: NormalPixels,
  dark: NormalPixels,
  nominal: number,
  epsilon: number,
): number {
  const [low, high] = [nominal * (1 - epsilon), nominal * (1 + epsilon)];
  const below = (d: number, c: number): number =>
    c >= 1 ? 1 : normalShare(((d * (1 + c)) / (1 - c) - bright.mean) / bright.deviation);
  const wide = (2 * FARTHEST) / STEPS;
  let sum = 0;
  for (let i = 0; i < STEPS; i += 1) {
    const z = (i + 0.5) * wide - FARTHEST;
    const d = dark.mean + z * dark.deviation;
    if (d <= 0) continue;
    const weight = (exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * wide;
    sum += weight * (below(d, high) - below(d, low));
  }
  return sum;
}

/** Share of a normal distribution below z standard deviations, to 1e-7. */
function normalShare(z: number): number {
  // Abramowitz and Stegun, 26.2.17.
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - above : above;
}
