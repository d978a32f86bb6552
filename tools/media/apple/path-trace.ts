import { createPointLight } from './area-light.ts';
import { type Direction, type Reflected, evaluate, sample } from './reflectance.ts';
import { type Sampler, nextPoint } from './sampler.ts';
import type { Lighting } from './still.ts';
import {
  type Ray,
  type SceneObject,
  aimRay,
  createHit,
  createRay,
  createSurface,
} from './surface.ts';

const MAX_BOUNCES = 6;
const SURE_BOUNCES = 2;
/** Rays leave a surface this far above it, cm. */
const LIFT = 4e-3;
/** After a diffuse bounce, coats are at least this rough: see `tracePath`. */
const SOFTENED = 0.42;
/** Most that one vertex after the first may add, against rare bright dots. */
const BRIGHTEST_INDIRECT = 12;

/** What one path found. Colours are linear sRGB primaries. */
export interface PathResult {
  /** Radiance. */
  red: number;
  green: number;
  blue: number;
  /** Body colour and normal of the first surface, 0 where the path met none. */
  bodyRed: number;
  bodyGreen: number;
  bodyBlue: number;
  normalX: number;
  normalY: number;
  normalZ: number;
}

/** A result to fill. */
export function createPathResult(): PathResult {
  return {
    red: 0,
    green: 0,
    blue: 0,
    bodyRed: 0,
    bodyGreen: 0,
    bodyBlue: 0,
    normalX: 0,
    normalY: 0,
    normalZ: 0,
  };
}

/** Follows one path from `ray` (which it overwrites) and writes what it found to `result`. */
export type TracePath = (ray: Ray, sampler: Sampler, result: PathResult) => void;

/**
 * Builds a path tracer for the objects: at every vertex one point of the lamp is tested directly,
 * and both ways of finding the lamp are weighed by the power heuristic (E. Veach, thesis, 1997);
 * long paths are ended by Russian roulette.
 *
 * Two small biases keep rare bright dots away: coats seen by way of a diffuse surface are roughened
 * (A. Kaplanyan and C. Dachsbacher, "Path space regularization", 2013) and the share of a single
 * indirect vertex is limited.
 */
export function createPathTracer(
  objects: readonly SceneObject[],
  { lamp, surroundings }: Lighting,
): TracePath {
  const blockers = objects.filter((object) => object.background !== true);
  const hit = createHit();
  const surface = createSurface();
  const light = createPointLight();
  const shadow = createRay();
  const reflected: Reflected = { red: 0, green: 0, blue: 0, density: 0 };
  const direction: Direction = { x: 0, y: 0, z: 0 };

  function blocked(limit: number): boolean {
    for (const object of blockers) if (object.blocks(shadow, limit)) return true;
    return false;
  }

  return (ray, sampler, result) => {
    let red = 0;
    let green = 0;
    let blue = 0;
    let weightRed = 1;
    let weightGreen = 1;
    let weightBlue = 1;
    let density = 0;
    setFirstSurface(result, 0, 0, 0, 0, 0, 0);
    let softened = false;

    for (let bounce = 0; bounce <= MAX_BOUNCES; bounce++) {
      hit.t = Infinity;
      hit.object = undefined;
      for (const object of objects) object.intersect(ray, hit);
      const lampAt = lamp.meet(ray, light);
      if (lampAt > 0 && lampAt < hit.t) {
        let share = 1;
        if (bounce > 0) {
          const other = lamp.density(ray.dx, ray.dy, ray.dz, lampAt);
          share = (density * density) / (density * density + other * other);
        }
        const limit = bounce > 1 ? BRIGHTEST_INDIRECT : Infinity;
        red += Math.min(limit, weightRed * light.red * share);
        green += Math.min(limit, weightGreen * light.green * share);
        blue += Math.min(limit, weightBlue * light.blue * share);
        break;
      }
      const object = hit.object as SceneObject | undefined;
      if (object === undefined) {
        surroundings(ray.dx, ray.dy, ray.dz, reflected);
        red += weightRed * reflected.red;
        green += weightGreen * reflected.green;
        blue += weightBlue * reflected.blue;
        break;
      }
      object.describe(ray, hit, bounce === 0, surface);
      if (softened && surface.roughness < SOFTENED) surface.roughness = SOFTENED;
      const vx = -ray.dx;
      const vy = -ray.dy;
      const vz = -ray.dz;
      if (surface.nx * vx + surface.ny * vy + surface.nz * vz < 0) {
        surface.nx = -surface.nx;
        surface.ny = -surface.ny;
        surface.nz = -surface.nz;
      }
      const { nx, ny, nz } = surface;
      if (bounce === 0) {
        setFirstSurface(result, surface.red, surface.green, surface.blue, nx, ny, nz);
      }
      const px = ray.ox + ray.dx * hit.t;
      const py = ray.oy + ray.dy * hit.t;
      const pz = ray.oz + ray.dz * hit.t;

      nextPoint(sampler);
      lamp.pick(sampler.x, sampler.y, light);
      let lx = light.x - px;
      let ly = light.y - py;
      let lz = light.z - pz;
      const distance = Math.sqrt(lx * lx + ly * ly + lz * lz);
      lx /= distance;
      ly /= distance;
      lz /= distance;
      const lightDensity = lamp.density(lx, ly, lz, distance);
      if (lightDensity > 0) {
        evaluate(surface, vx, vy, vz, lx, ly, lz, reflected);
        if (reflected.density > 0) {
          const side = nx * lx + ny * ly + nz * lz > 0 ? LIFT : -LIFT;
          aimRay(shadow, px + nx * side, py + ny * side, pz + nz * side, lx, ly, lz);
          if (!blocked(distance - LIFT)) {
            const own = lightDensity * lightDensity;
            const other = reflected.density * reflected.density;
            const share = own / (own + other) / lightDensity;
            const limit = bounce > 0 ? BRIGHTEST_INDIRECT : Infinity;
            red += Math.min(limit, weightRed * light.red * reflected.red * share);
            green += Math.min(limit, weightGreen * light.green * reflected.green * share);
            blue += Math.min(limit, weightBlue * light.blue * reflected.blue * share);
          }
        }
      }

      nextPoint(sampler);
      const choice = sampler.x;
      const survive = sampler.y;
      nextPoint(sampler);
      sample(surface, vx, vy, vz, choice, sampler.x, sampler.y, direction);
      const { x: dx, y: dy, z: dz } = direction;
      evaluate(surface, vx, vy, vz, dx, dy, dz, reflected);
      density = reflected.density;
      if (!(density > 1e-9)) break;
      weightRed *= reflected.red / density;
      weightGreen *= reflected.green / density;
      weightBlue *= reflected.blue / density;
      if (bounce >= SURE_BOUNCES - 1) {
        const keep = Math.min(0.95, Math.max(weightRed, weightGreen, weightBlue) * 1.6);
        if (survive >= keep) break;
        weightRed /= keep;
        weightGreen /= keep;
        weightBlue /= keep;
      }
      // A low density means that the direction did not come from a sharp reflection.
      if (density < 2) softened = true;
      const side = nx * dx + ny * dy + nz * dz > 0 ? LIFT : -LIFT;
      aimRay(ray, px + nx * side, py + ny * side, pz + nz * side, dx, dy, dz);
    }
    result.red = red;
    result.green = green;
    result.blue = blue;
  };
}

function setFirstSurface(
  result: PathResult,
  red: number,
  green: number,
  blue: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  result.bodyRed = red;
  result.bodyGreen = green;
  result.bodyBlue = blue;
  result.normalX = nx;
  result.normalY = ny;
  result.normalZ = nz;
}
