import type { RowSampler } from './row-sampler.ts';

/** Two half-planes: 1 where y > slope·x, `dark` elsewhere, y downwards. */
export interface Edge {
  readonly kind: 'edge';
  readonly slope: number;
  readonly dark: number;
  /** A point on the edge, fractions of the scene; the centre of the scene when absent. */
  readonly through?: readonly [number, number];
}

/** y − slope·x of the edge itself. */
export const edgeLevel = ({ slope, through: [x, y] = [0.5, 0.5] }: Edge): number => y - slope * x;

/**
 * Exact share of each rectangle on the bright side. Over a rectangle, y − slope·x is a constant
 * plus two independent uniform variables, so the share is the distribution function of a
 * trapezoidal density, without staircase at any size (docs/reference/physics.md#p3).
 */
export function edgeSampler(edge: Edge, xEdges: Float64Array): RowSampler {
  const { slope, dark } = edge;
  const level = edgeLevel(edge);
  return (top, bottom, [out]) => {
    const y = (top + bottom) / 2;
    const halfHeight = (bottom - top) / 2;
    for (let i = 0; i + 1 < xEdges.length; i += 1) {
      const x = (xEdges[i]! + xEdges[i + 1]!) / 2;
      const halfRise = (Math.abs(slope) * (xEdges[i + 1]! - xEdges[i]!)) / 2;
      out![i] =
        dark +
        (1 - dark) *
          sumOfUniformsBelow(
            y - slope * x - level,
            Math.max(halfHeight, halfRise),
            Math.min(halfHeight, halfRise),
          );
    }
  };
}

/** P(U1 + U2 < t) for U1 uniform in ±wide and U2 uniform in ±narrow, narrow <= wide. */
export function sumOfUniformsBelow(t: number, wide: number, narrow: number): number {
  if (t >= wide + narrow) return 1;
  if (t <= -wide - narrow) return 0;
  if (Math.abs(t) <= wide - narrow) return 0.5 + t / (2 * wide);
  const missing = wide + narrow - Math.abs(t);
  const tail = (missing * missing) / (8 * wide * narrow);
  return t > 0 ? 1 - tail : tail;
}

const cube = (value: number): number => value * value * value;

/**
 * Ratio of widths below which the narrow variable is neglected: it changes the sum by less than the
 * square of the ratio.
 */
const NARROW = 5e-3;
/** Third differences: positions in widths, and weights. */
const THIRD_DIFFERENCE = [
  [1.5, 1],
  [0.5, -3],
  [-0.5, 3],
  [-1.5, -1],
] as const;

/**
 * P(S1 + S2 < t) where each S is the sum of three uniform variables in ±width/2: the share of a
 * half-plane under the product of two quadratic B-splines.
 */
export function sumOfSplinesBelow(t: number, wide: number, narrow: number): number {
  if (t > 0) return 1 - sumOfSplinesBelow(-t, wide, narrow);
  if (t <= -1.5 * (wide + narrow)) return 0;
  if (narrow < NARROW * wide) return splineBelow(t / wide);
  let sum = 0;
  for (const [far, weight] of THIRD_DIFFERENCE) {
    for (const [near, factor] of THIRD_DIFFERENCE) {
      const x = t + far * wide + near * narrow;
      if (x > 0) sum += weight * factor * cube(x * x);
    }
  }
  return sum / (720 * cube(wide * narrow));
}

/** Integral up to a place of the quadratic B-spline, the sum of three uniform variables in ±½. */
export function splineBelow(place: number): number {
  if (place <= -1.5) return 0;
  if (place >= 1.5) return 1;
  if (place < -0.5) return cube(place + 1.5) / 6;
  if (place > 0.5) return 1 - cube(1.5 - place) / 6;
  return 0.5 + place * (0.75 - (place * place) / 3);
}
