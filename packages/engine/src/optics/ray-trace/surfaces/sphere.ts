import { conicDerivatives, conicReach, conicSag, conicSlope } from './conic.ts';
import { RADIUS } from './shape-number.ts';
import type { Incident, Way } from './surface-kind.ts';
import { surfaceOf } from './surface-of.ts';

/**
 * Distance along a ray to a sphere or plane, and the cosine of the angle of incidence; both are NaN
 * when the ray misses it. `traceRay` has this in its loop: a call by the record of each surface
 * costs a sixth of its time.
 *
 * @see docs/reference/optics.md#ray-trace; Welford, chapter 4. The distance to a sphere is C/(B +
 *   √D) or (B − √D)/c, whichever does not subtract nearly equal numbers.
 */
export function meetSphere(
  c: number,
  { xMm: x, yMm: y, zMm: z, L, M, N }: Incident,
  way: Way,
  met: { cosine: number },
): number {
  const b = N - c * (x * L + y * M + z * N);
  const cc = c * (x * x + y * y + z * z) - 2 * z;
  const root = Math.sqrt(b * b - c * cc);
  met.cosine = root;
  return way * b >= 0 ? cc / (b + way * root) : (b - way * root) / c;
}

/** The normal of a sphere across its axis and along it. */
export const acrossSphere = (c: number, x: number): number => -c * x;
export const alongSphere = (c: number, z: number): number => 1 - c * z;

const met = { cosine: 0 };

export const sphere = surfaceOf({
  name: 'sphere',
  numbers: [RADIUS],
  otherNames: { codeV: { word: 'SPH' } },
  isSphere: true,
  reach: conicReach,
  sagAt: conicSag,
  slopeOverRadius: conicSlope,
  vertexCurvature: ({ curvature }) => curvature,
  departure: () => 0,
  derivativesAt: conicDerivatives,
  normal: ({ curvature: c }, x, y, z, at) => {
    at.x = acrossSphere(c, x);
    at.y = acrossSphere(c, y);
    at.z = alongSphere(c, z);
  },
  meet: ({ curvature: c }, ray, way) => {
    const t = meetSphere(c, ray, way, met);
    // The far side of the sphere is no lens.
    return alongSphere(c, ray.zMm + t * ray.N) > 0 ? t : NaN;
  },
});
