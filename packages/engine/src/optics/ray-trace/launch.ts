import { cos, sin } from '../../quantities/elementary.ts';
import type { Ray } from './ray.ts';
import type { TracedLens } from './trace-ray.ts';

/**
 * The wavefront of a point of the object before it meets the lens. Rays that start on it are in
 * phase. Its coordinates u and v name the rays: equal areas of (u, v) carry equal shares of the
 * light of a flat Lambertian object.
 *
 * At infinity it is the plane perpendicular to the field's direction (0, sin θ, cos θ) through the
 * origin, with u along x and v along (0, cos θ, −sin θ). For a near point it is the sphere round
 * the point through the origin, and u and v are proportional to the direction cosines L and M, in
 * such units that they become those of the plane as the point moves away.
 */
export interface Wavefront {
  /** Field angle θ, radians. */
  readonly angle: number;
  readonly sine: number;
  readonly cosine: number;
  /**
   * z of the origin, a point on the axis: in the paraxial entrance pupil, so that v = 0 is near the
   * chief ray.
   */
  readonly originMm: number;
  /** 1/distance of the object's point from the origin, 1/mm; 0 at infinity. */
  readonly vergence: number;
}

/** The wavefront of a field of the lens's object; `angle` in radians. */
export function wavefrontOf(
  { entrancePupilMm, object }: Pick<TracedLens, 'entrancePupilMm' | 'object'>,
  angle: number,
): Wavefront {
  const originMm = object?.pupilMm ?? entrancePupilMm;
  const cosine = cos(angle);
  return {
    angle,
    sine: sin(angle),
    cosine,
    originMm: Number.isFinite(originMm) ? originMm : 0,
    vergence: object ? cosine / object.fromPupilMm : 0,
  };
}

/** Starts a ray on the wavefront at (u, v). */
export function launch(wavefront: Wavefront, uMm: number, vMm: number, ray: Ray): void {
  const { sine, cosine, originMm, vergence } = wavefront;
  ray.xMm = uMm;
  ray.yMm = vMm * cosine;
  if (vergence === 0) {
    ray.zMm = originMm - vMm * sine;
    ray.L = 0;
    ray.M = sine;
    ray.N = cosine;
    return;
  }
  const turn = ray.yMm * vergence;
  ray.L = uMm * vergence;
  ray.M = sine + turn;
  // A ray whose cosines cannot be meets no lens: it runs across the axis.
  ray.N = Math.sqrt(Math.max(0, 1 - ray.L * ray.L - ray.M * ray.M));
  // Subtracting cosines that are nearly equal would lose the digits of distant points.
  const difference = -(ray.L * ray.L + turn * (2 * sine + turn)) / (ray.N + cosine);
  ray.zMm = originMm + difference / vergence;
}
