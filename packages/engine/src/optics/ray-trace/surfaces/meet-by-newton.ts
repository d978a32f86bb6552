import type { ShapeNumbers } from './shape-numbers.ts';
import type { Incident, Way } from './surface-kind.ts';

const NEWTON_STEPS = 30;
const HALVINGS = 20;

/** Sag of a surface, and its slope along a direction across the axis. */
export interface Followed {
  readonly sag: (numbers: ShapeNumbers, x: number, y: number) => number;
  readonly along: (numbers: ShapeNumbers, x: number, y: number, L: number, M: number) => number;
}

/**
 * Distance along a ray to a conic, on the branch with the vertex; NaN when the ray misses it.
 *
 * @see Welford, chapter 4: C/(B + √D) or (B − √D)/A, whichever does not subtract nearly equal
 *   numbers.
 */
export function meetConic(
  { curvature: c, conic }: Pick<ShapeNumbers, 'curvature' | 'conic'>,
  { xMm: x, yMm: y, zMm: z, L, M, N }: Incident,
  way: Way,
): number {
  const a = c * (1 + conic * N * N);
  const b = N - c * (x * L + y * M + (1 + conic) * z * N);
  const cc = c * (x * x + y * y + (1 + conic) * z * z) - 2 * z;
  const root = Math.sqrt(b * b - a * cc);
  const t = way * b >= 0 ? cc / (b + way * root) : (b - way * root) / a;
  // Beyond the equator of an ellipsoid, and on the other sheet of a hyperboloid, the root in the
  // sag would be negative.
  return 1 - (1 + conic) * c * (z + t * N) >= 0 ? t : NaN;
}

/**
 * Distance along a ray to a surface without a closed form; NaN when the ray misses it. Newton's
 * method from the conic of its curvature, or from the vertex plane where the ray misses that; a
 * step that leaves the surface's domain, or goes away from the surface, is halved.
 */
export function meetByNewton(
  { sag, along }: Followed,
  numbers: ShapeNumbers,
  ray: Incident,
  way: Way,
): number {
  const { xMm: x, yMm: y, zMm: z, L, M, N } = ray;
  let t = meetConic(numbers, ray, way);
  let isStart = true;
  let [distance, change] = [Infinity, 0];
  let [steps, halvings] = [0, HALVINGS];
  // The sag and the slope are each asked for in one line only: so V8 compiles both into the loop.
  for (;;) {
    const tried = t - change;
    /** How far the ray is behind the surface, along the axis; NaN outside the domain. */
    const behind = z + tried * N - sag(numbers, x + tried * L, y + tried * M);
    const isNearer = Math.abs(behind) <= Math.abs(distance);
    if (isStart && !isNearer) t = -z / N;
    else if (isNearer || halvings === HALVINGS) {
      [t, distance] = [tried, behind];
      if (steps === NEWTON_STEPS) break;
      steps += 1;
      halvings = 0;
      change = distance / (N - along(numbers, x + t * L, y + t * M, L, M));
      if (!(Math.abs(change) > 1e-14 * (1 + Math.abs(t)))) return t - change;
    } else {
      change /= 2;
      halvings += 1;
    }
    isStart = false;
  }
  // Rounding alone keeps a steep surface from the last step.
  return Math.abs(distance) < 1e-12 * (1 + Math.abs(t)) ? t : NaN;
}
