import { meetConic } from './meet-by-newton.ts';
import { CONIC, RADIUS } from './shape-number.ts';
import type { ShapeNumbers } from './shape-numbers.ts';
import type { ShapeRow } from './shape-row.ts';
import type { RoundDerivatives } from './surface-kind.ts';
import { surfaceOf } from './surface-of.ts';

type ConicNumbers = Pick<ShapeNumbers, 'curvature' | 'conic'>;

/** Sag at r². */
export const conicSag = ({ curvature: c, conic }: ConicNumbers, r2: number): number =>
  (c * r2) / (1 + Math.sqrt(1 - (1 + conic) * c * c * r2));

/** Slope over r at r². */
export const conicSlope = ({ curvature: c, conic }: ConicNumbers, r2: number): number =>
  c / Math.sqrt(1 - (1 + conic) * c * c * r2);

/**
 * The conic satisfies (1 + k)cz² − 2z + cr² = 0, from which the derivatives of its sag by c and k
 * follow; s is 1 − (1 + k)cz.
 */
export function conicDerivatives(
  { curvature: c, conic: k }: ConicNumbers,
  r2: number,
  to: RoundDerivatives,
): void {
  const s = Math.sqrt(1 - (1 + k) * c * c * r2);
  const sag = (c * r2) / (1 + s);
  to.slope = c / s;
  to.bySquare = ((1 + k) * c ** 3) / (2 * s ** 3);
  to.slopeBy[0] = 1 / s ** 3;
  to.slopeBy[1] = (c ** 3 * r2) / (2 * s ** 3);
  to.sagBy[0] = r2 / (s * (1 + s));
  to.sagBy[1] = (c * sag * sag) / (2 * s);
}

/** Where a sphere or an ellipsoid ends. */
export const conicReach = ({ radius, conic = 0 }: ShapeRow, share: number): number =>
  radius === null || conic <= -1 ? Infinity : (share * Math.abs(radius)) / Math.sqrt(1 + conic);

export const conic = surfaceOf({
  name: 'conic',
  numbers: [RADIUS, CONIC],
  reach: conicReach,
  sagAt: conicSag,
  slopeOverRadius: conicSlope,
  vertexCurvature: ({ curvature }) => curvature,
  departure: ({ curvature, conic: k }) => ((1 + k) * curvature ** 3 - curvature ** 3) / 8,
  derivativesAt: conicDerivatives,
  meet: meetConic,
});
