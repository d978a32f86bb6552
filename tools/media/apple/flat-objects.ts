import { fractalNoise } from './noise.ts';
import { type SceneObject, setMatte } from './surface.ts';
import { paintWood } from './wood.ts';

/** The table top at height 0, which ends at `back` (z, cm); it reaches forward without end. */
export function createTable(back: number): SceneObject {
  const object: SceneObject = {
    background: true,
    intersect(ray, hit) {
      const t = -ray.oy / ray.dy;
      if (!(t > 1e-6 && t < hit.t) || ray.oz + ray.dz * t < back) return false;
      hit.t = t;
      hit.object = object;
      return true;
    },
    blocks(ray, limit) {
      const t = -ray.oy / ray.dy;
      return t > 1e-6 && t < limit && ray.oz + ray.dz * t >= back;
    },
    describe(ray, hit, detailed, surface) {
      surface.nx = 0;
      surface.ny = 1;
      surface.nz = 0;
      paintWood(ray.ox + ray.dx * hit.t, ray.oz + ray.dz * hit.t, detailed, surface);
    },
  };
  return object;
}

/** A plain plastered wall across the view at depth `z`, cm, in a neutral light grey. */
export function createWall(z: number): SceneObject {
  const object: SceneObject = {
    background: true,
    intersect(ray, hit) {
      const t = (z - ray.oz) / ray.dz;
      if (!(t > 1e-6 && t < hit.t)) return false;
      hit.t = t;
      hit.object = object;
      return true;
    },
    blocks(ray, limit) {
      const t = (z - ray.oz) / ray.dz;
      return t > 1e-6 && t < limit;
    },
    describe(ray, hit, detailed, surface) {
      surface.nx = 0;
      surface.ny = 0;
      surface.nz = 1;
      const x = ray.ox + ray.dx * hit.t;
      const y = ray.oy + ray.dy * hit.t;
      const mottle = detailed ? 1 + 0.05 * fractalNoise(x * 0.09, y * 0.09, 3, 3) : 1;
      setMatte(surface, 0.7 * mottle, 0.7 * mottle, 0.69 * mottle);
    },
  };
  return object;
}
