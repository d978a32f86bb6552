import type { Vector } from './vector.ts';

/** A ray; set it with `aimRay`. */
export interface Ray {
  /** Origin, cm. */
  ox: number;
  oy: number;
  oz: number;
  /** Direction of unit length, and one over each of its components. */
  dx: number;
  dy: number;
  dz: number;
  ix: number;
  iy: number;
  iz: number;
}

/** Where a ray met an object. Objects fill in what their own `describe` needs later. */
export interface Hit {
  /** Distance along the ray, cm. */
  t: number;
  object: SceneObject | undefined;
  /** Number of the triangle for a mesh. */
  part: number;
  /** Barycentric coordinates in the triangle for a mesh. */
  u: number;
  v: number;
}

/** The material and the normal at one point, as the path tracer needs them. */
export interface Surface {
  /** Unit normal that faces the viewer. */
  nx: number;
  ny: number;
  nz: number;
  /** Diffuse reflectance of the body, linear sRGB primaries, 0..1. */
  red: number;
  green: number;
  blue: number;
  /** Diffuse transmittance of a thin sheet such as a leaf, 0..1; 0 for all else. */
  throughRed: number;
  throughGreen: number;
  throughBlue: number;
  /** Blend from plain diffuse (0) to flattened, subsurface-like diffuse (1). */
  subsurface: number;
  /** Reflectance of the clear coat at normal incidence; 0 for no coat, 0.04 for index 1.5. */
  coat: number;
  /** Perceived roughness of the coat, 0..1 (its GGX alpha is the square). */
  roughness: number;
}

/** Something that rays can meet. */
export interface SceneObject {
  /** Finds the first crossing nearer than `hit.t`; fills `hit` and returns true if there is one. */
  intersect(ray: Ray, hit: Hit): boolean;
  /** Whether anything lies on the ray nearer than `limit`. */
  blocks(ray: Ray, limit: number): boolean;
  /** Describes the surface at `hit`. Without `detailed`, fine texture may be left out. */
  describe(ray: Ray, hit: Hit, detailed: boolean, surface: Surface): void;
  /** True for what never comes between the window and anything else: the table and the wall. */
  readonly background?: true;
}

/** A hit record with nothing in it yet. */
export function createHit(): Hit {
  return { t: Infinity, object: undefined, part: 0, u: 0, v: 0 };
}

/** A ray at the origin. */
export function createRay(): Ray {
  return { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 1, ix: Infinity, iy: Infinity, iz: 1 };
}

/** Sets the origin and the direction (of unit length) of a ray. */
export function aimRay(ray: Ray, origin: Readonly<Vector>, direction: Readonly<Vector>): void {
  ray.ox = origin.x;
  ray.oy = origin.y;
  ray.oz = origin.z;
  ray.dx = direction.x;
  ray.dy = direction.y;
  ray.dz = direction.z;
  ray.ix = 1 / direction.x;
  ray.iy = 1 / direction.y;
  ray.iz = 1 / direction.z;
}

/** A mid-grey matte surface. */
export function createSurface(): Surface {
  return {
    nx: 0,
    ny: 1,
    nz: 0,
    red: 0.5,
    green: 0.5,
    blue: 0.5,
    throughRed: 0,
    throughGreen: 0,
    throughBlue: 0,
    subsurface: 0,
    coat: 0,
    roughness: 0.5,
  };
}

/** Resets the material of `surface` to a matte one of the given reflectance. */
export function setMatte(surface: Surface, red: number, green: number, blue: number): void {
  surface.red = red;
  surface.green = green;
  surface.blue = blue;
  surface.throughRed = 0;
  surface.throughGreen = 0;
  surface.throughBlue = 0;
  surface.subsurface = 0;
  surface.coat = 0;
  surface.roughness = 0.5;
}

/** Adds `(x, y, z)` to the normal and makes it a unit vector again. */
export function bendNormal(surface: Surface, x: number, y: number, z: number): void {
  const nx = surface.nx + x;
  const ny = surface.ny + y;
  const nz = surface.nz + z;
  const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  surface.nx = nx * inverse;
  surface.ny = ny * inverse;
  surface.nz = nz * inverse;
}
