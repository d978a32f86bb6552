import type { Ray } from './surface.ts';
import { type Vec3, cross, dot, normalize, scale, subtract } from './vector.ts';

/** Light from one point of a lit rectangle. */
export interface PointLight {
  /** The point, cm. */
  x: number;
  y: number;
  z: number;
  /** Radiance towards the scene. */
  red: number;
  green: number;
  blue: number;
}

/** A rectangle that shines to one side. */
export interface AreaLight {
  /** Picks a point with the uniform numbers `u` and `v`, 0..1. */
  pick(u: number, v: number, light: PointLight): void;
  /**
   * Density per steradian of picking a point that lies `distance` cm away in the direction `(dx,
   * dy, dz)`; 0 from behind.
   */
  density(dx: number, dy: number, dz: number, distance: number): number;
  /** Distance at which the ray meets the lit side, with its light; -1 for none. */
  meet(ray: Ray, light: PointLight): number;
}

/** Where a lit rectangle stands, cm, and how it shines. */
export interface AreaLightSettings {
  readonly centre: Vec3;
  /** It faces this point; its lower side stays level. */
  readonly target: Vec3;
  readonly width: number;
  readonly height: number;
  /** Radiance at `u`, `v` (0..1, from the lower corner) into the colour of `light`. */
  readonly shine: (u: number, v: number, light: PointLight) => void;
}

/** Builds a lit rectangle; it must not face straight up or down. */
export function createAreaLight({
  centre,
  target,
  width,
  height,
  shine,
}: AreaLightSettings): AreaLight {
  const normal = normalize(subtract(target, centre));
  const across = normalize(cross([0, 1, 0], normal));
  const upward = cross(normal, across);
  const corner = subtract(subtract(centre, scale(across, width / 2)), scale(upward, height / 2));
  const depth = dot(normal, centre);
  const pointDensity = 1 / (width * height);
  return {
    pick(u, v, light) {
      light.x = corner[0] + across[0] * width * u + upward[0] * height * v;
      light.y = corner[1] + across[1] * width * u + upward[1] * height * v;
      light.z = corner[2] + across[2] * width * u + upward[2] * height * v;
      shine(u, v, light);
    },
    density(dx, dy, dz, distance) {
      const cosine = -(dx * normal[0] + dy * normal[1] + dz * normal[2]);
      return cosine <= 1e-6 ? 0 : (pointDensity * distance * distance) / cosine;
    },
    meet(ray, light) {
      const cosine = ray.dx * normal[0] + ray.dy * normal[1] + ray.dz * normal[2];
      if (cosine >= -1e-6) return -1;
      const t = (depth - (ray.ox * normal[0] + ray.oy * normal[1] + ray.oz * normal[2])) / cosine;
      if (t <= 0) return -1;
      const x = ray.ox + ray.dx * t - corner[0];
      const y = ray.oy + ray.dy * t - corner[1];
      const z = ray.oz + ray.dz * t - corner[2];
      const u = (x * across[0] + y * across[1] + z * across[2]) / width;
      const v = (x * upward[0] + y * upward[1] + z * upward[2]) / height;
      if (u < 0 || u > 1 || v < 0 || v > 1) return -1;
      shine(u, v, light);
      return t;
    },
  };
}

/** A light record to fill. */
export function createPointLight(): PointLight {
  return { x: 0, y: 0, z: 0, red: 0, green: 0, blue: 0 };
}
