import { conicDerivatives, conicReach, conicSag, conicSlope } from './conic.ts';
import { RADIUS } from './shape-number.ts';
import { surfaceOf } from './surface-of.ts';

/** @see docs/reference/optics.md#ray-trace; Welford, chapter 4. */
export const sphere = surfaceOf({
  name: 'sphere',
  numbers: [RADIUS],
  isSphere: true,
  reach: conicReach,
  sagAt: conicSag,
  slopeOverRadius: conicSlope,
  vertexCurvature: ({ curvature }) => curvature,
  departure: () => 0,
  derivativesAt: conicDerivatives,
  normal: ({ curvature: c }, x, y, z, at) => {
    at.x = -c * x;
    at.y = -c * y;
    at.z = 1 - c * z;
  },
  // `traceRay` has this in its loop.
  meet: ({ curvature: c }, { xMm: x, yMm: y, zMm: z, L, M, N }, way) => {
    const b = N - c * (x * L + y * M + z * N);
    const cc = c * (x * x + y * y + z * z) - 2 * z;
    const root = Math.sqrt(b * b - c * cc);
    const t = way * b >= 0 ? cc / (b + way * root) : (b - way * root) / c;
    // The far side of the sphere is no lens.
    return 1 - c * (z + t * N) > 0 ? t : NaN;
  },
});
