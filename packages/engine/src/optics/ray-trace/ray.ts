import type { Turn } from './placement.ts';

/**
 * A ray: place and direction. `traceRay` replaces them by those on the image plane, and adds the
 * rest.
 */
export interface Ray {
  /** Place; z runs along the axis from the first vertex towards the sensor. */
  xMm: number;
  yMm: number;
  zMm: number;
  /** Direction cosines along x, y and z. */
  L: number;
  M: number;
  N: number;
  /** Optical path from the starting point to the image plane. */
  opticalPathMm: number;
  /** Where the ray met the surface with the stop. */
  stopXMm: number;
  stopYMm: number;
  /**
   * Largest (distance from axis/semi-diameter)² over the surfaces met: above 1 a clear aperture
   * stops the ray.
   */
  fill: number;
}

/** A ray on the axis, towards the sensor. */
export const newRay = (): Ray => ({
  xMm: 0,
  yMm: 0,
  zMm: 0,
  L: 0,
  M: 0,
  N: 1,
  opticalPathMm: 0,
  stopXMm: NaN,
  stopYMm: NaN,
  fill: 0,
});

/**
 * Why a ray failed, in the two lowest bits of what `traceRay` returns; the others are the index of
 * the surface.
 */
export const RAY_MISSES = 1;
export const RAY_BLOCKED = 2;
export const RAY_REFLECTED = 3;

/** The place of a part's vertex, mm, and what takes its directions to the frame of the lens. */
export interface Frame {
  readonly xMm: number;
  readonly yMm: number;
  readonly zMm: number;
  readonly turn: Turn;
}

/** Takes a ray from the frame of the lens into the frame of a part. */
export function enterFrame(ray: Ray, { xMm, yMm, zMm, turn }: Frame): void {
  const x = ray.xMm - xMm;
  const y = ray.yMm - yMm;
  const z = ray.zMm - zMm;
  const { L, M, N } = ray;
  ray.xMm = turn[0]! * x + turn[3]! * y + turn[6]! * z;
  ray.yMm = turn[1]! * x + turn[4]! * y + turn[7]! * z;
  ray.zMm = turn[2]! * x + turn[5]! * y + turn[8]! * z;
  ray.L = turn[0]! * L + turn[3]! * M + turn[6]! * N;
  ray.M = turn[1]! * L + turn[4]! * M + turn[7]! * N;
  ray.N = turn[2]! * L + turn[5]! * M + turn[8]! * N;
}

/** Takes a ray from the frame of a part back into the frame of the lens. */
export function leaveFrame(ray: Ray, { xMm, yMm, zMm, turn }: Frame): void {
  const { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  ray.xMm = xMm + turn[0]! * x + turn[1]! * y + turn[2]! * z;
  ray.yMm = yMm + turn[3]! * x + turn[4]! * y + turn[5]! * z;
  ray.zMm = zMm + turn[6]! * x + turn[7]! * y + turn[8]! * z;
  ray.L = turn[0]! * L + turn[1]! * M + turn[2]! * N;
  ray.M = turn[3]! * L + turn[4]! * M + turn[5]! * N;
  ray.N = turn[6]! * L + turn[7]! * M + turn[8]! * N;
}

/**
 * The reason why a ray failed, from the result of `traceRay`, as the end of a sentence: 'is stopped
 * by the clear aperture of surface 3'.
 *
 * @param lens its surfaces, and the indices of those that diffract.
 */
export function describeFailure(
  failure: number,
  { count, diffracting = [] }: { readonly count: number; readonly diffracting?: readonly number[] },
): string {
  const surface = (failure >> 2) + 1;
  if (surface > count) return 'turns back before the sensor';
  switch (failure & 3) {
    case RAY_BLOCKED:
      return `is stopped by the clear aperture of surface ${surface}`;
    case RAY_REFLECTED:
      return diffracting.includes(surface - 1)
        ? `has no such order at surface ${surface}`
        : `is totally reflected at surface ${surface}`;
    default:
      return `misses surface ${surface}`;
  }
}
