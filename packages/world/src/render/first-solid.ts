import type { Vector } from '../document/world-document.ts';
import type { LitWorld } from '../light/lit-world.ts';
import { dot, scaled } from '../pose/vector.ts';

/** What a picture shows at the end of a ray: where alpha is one half at least. */
export interface SolidPoint {
  readonly distance: number;
  readonly placed: number;
  readonly position: Vector;
  /** Shading, towards the viewer. */
  readonly normal: Vector;
  readonly uv: readonly [number, number];
}

const SOLID = 0.5;
const MOST_PASSES = 10_000;

/** @param from the distance at which the search begins. */
export function firstSolid(
  { posed, surfaces, least }: Pick<LitWorld, 'posed' | 'surfaces' | 'least'>,
  origin: Vector,
  towards: Vector,
  from = 0,
): SolidPoint | undefined {
  let start = from;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const hit = posed.meet(origin, towards, start);
    if (!hit) return undefined;
    const { distance, placed } = hit;
    const surface = surfaces[placed]!;
    const point = posed.surfaceAt(hit, origin, towards);
    if ((surface.alpha?.(point) ?? 1) >= SOLID) {
      const normal = surface.normal?.(point) ?? point.shading;
      return {
        distance,
        placed,
        position: point.position,
        normal: dot(normal, towards) > 0 ? scaled(normal, -1) : normal,
        uv: point.uv,
      };
    }
    start = distance + least;
  }
  return undefined;
}
