import type { RowSampler } from './pattern.ts';

/** Two half-planes: 1 where y > slope·x, `dark` elsewhere, the origin in the centre, y downwards. */
export interface Edge {
  readonly kind: 'edge';
  readonly slope: number;
  readonly dark: number;
}

/**
 * Exact share of each rectangle on the bright side. Over a rectangle, y − slope·x is a constant plus two independent
 * uniform variables, so the share is a trapezoidal distribution function: no staircase at any size (physics.md P3).
 */
export function edgeSampler({ slope, dark }: Edge, xEdges: Float64Array): RowSampler {
  return (top, bottom, [out]) => {
    const y = (top + bottom) / 2 - 0.5;
    const halfHeight = (bottom - top) / 2;
    for (let i = 0; i + 1 < xEdges.length; i += 1) {
      const x = (xEdges[i]! + xEdges[i + 1]!) / 2 - 0.5;
      const halfRise = (Math.abs(slope) * (xEdges[i + 1]! - xEdges[i]!)) / 2;
      out![i] =
        dark +
        (1 - dark) *
          sumOfUniformsBelow(
            y - slope * x,
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
