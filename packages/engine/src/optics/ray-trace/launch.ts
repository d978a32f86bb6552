import { cos, sin } from '../../quantities/elementary.ts';
import type { Ray } from './trace-ray.ts';

/**
 * The plane wavefront of a field: the plane perpendicular to the field's direction (0, sin θ, cos
 * θ) through a point on the axis, with coordinates u along x and v along (0, cos θ, −sin θ). Rays
 * that start on it are in phase.
 */
export interface Wavefront {
  /** Field angle θ, radians. */
  readonly angle: number;
  readonly sine: number;
  readonly cosine: number;
  /**
   * z of the point on the axis: in the paraxial entrance pupil, so that v = 0 is near the chief
   * ray.
   */
  readonly originMm: number;
}

export const wavefrontOf = (angle: number, originMm: number): Wavefront => ({
  angle,
  sine: sin(angle),
  cosine: cos(angle),
  originMm: Number.isFinite(originMm) ? originMm : 0,
});

/** Starts a ray on the wavefront at (u, v), in the direction of the field. */
export function launch(
  { sine, cosine, originMm }: Wavefront,
  uMm: number,
  vMm: number,
  ray: Ray,
): void {
  ray.xMm = uMm;
  ray.yMm = vMm * cosine;
  ray.zMm = originMm - vMm * sine;
  ray.L = 0;
  ray.M = sine;
  ray.N = cosine;
}
