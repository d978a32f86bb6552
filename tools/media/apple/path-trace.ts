import { type PointLight, createPointLight } from './area-light.ts';
import { type Reflected, evaluate, sample } from './reflectance.ts';
import { type Sampler, nextPoint } from './sampler.ts';
import type { Lighting } from './still.ts';
import {
  type Hit,
  type Ray,
  type SceneObject,
  type Surface,
  aimRay,
  createHit,
  createRay,
  createSurface,
} from './surface.ts';
import { type Vector, createVector, setVector } from './vector.ts';

const MAX_BOUNCES = 6;
const SURE_BOUNCES = 2;
/** Rays leave a surface this far above it, cm. */
const LIFT = 4e-3;
/** After a diffuse bounce, coats are at least this rough: see `createPathTracer`. */
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
export const createPathResult = (): PathResult => ({ ...NOTHING });

const NOTHING: Readonly<PathResult> = {
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
  const scene: TracedScene = { objects, blockers, lamp, surroundings };
  const vertex = createVertex();
  return (ray, sampler, result) => {
    startPath(vertex, result);
    for (vertex.bounce = 0; vertex.bounce <= MAX_BOUNCES; vertex.bounce++) {
      if (!meetSurface(scene, ray, vertex, result)) return;
      addLamp(scene, sampler, vertex, result);
      if (!bounce(ray, sampler, vertex)) return;
    }
  };
}

interface TracedScene extends Lighting {
  readonly objects: readonly SceneObject[];
  /** Those that can shade others. */
  readonly blockers: readonly SceneObject[];
}

/** The latest vertex of a path, overwritten by the next; nothing is allocated per ray. */
interface Vertex {
  /** Surfaces met before this one. */
  bounce: number;
  /** Share of what leaves this vertex backwards along the path that reaches the camera. */
  weightRed: number;
  weightGreen: number;
  weightBlue: number;
  /** Density with which the direction to this vertex was sampled, 1/sr. */
  density: number;
  /** The path has been reflected diffusely: coats are roughened from here on. */
  softened: boolean;
  /** Where it lies, cm, and the unit vector towards the viewer. */
  readonly point: Vector;
  readonly view: Vector;
  readonly hit: Hit;
  readonly surface: Surface;
  /**
   * Scratch: a point of the lamp, a direction from here, where a ray begins, and what is reflected.
   */
  readonly light: PointLight;
  readonly direction: Vector;
  readonly origin: Vector;
  readonly shadow: Ray;
  readonly reflected: Reflected;
}

const createVertex = (): Vertex => ({
  bounce: 0,
  weightRed: 1,
  weightGreen: 1,
  weightBlue: 1,
  density: 0,
  softened: false,
  point: createVector(),
  view: createVector(),
  hit: createHit(),
  surface: createSurface(),
  light: createPointLight(),
  direction: createVector(),
  origin: createVector(),
  shadow: createRay(),
  reflected: { red: 0, green: 0, blue: 0, density: 0 },
});

function startPath(vertex: Vertex, result: PathResult): void {
  vertex.weightRed = 1;
  vertex.weightGreen = 1;
  vertex.weightBlue = 1;
  vertex.density = 0;
  vertex.softened = false;
  Object.assign(result, NOTHING);
}

/**
 * Adds light that reaches the vertex, `share` of it and per channel at most `limit`, to the
 * radiance.
 */
function addRadiance(
  result: PathResult,
  vertex: Vertex,
  light: Readonly<Pick<PointLight, 'red' | 'green' | 'blue'>>,
  share: number,
  limit: number,
): void {
  result.red += Math.min(limit, vertex.weightRed * light.red * share);
  result.green += Math.min(limit, vertex.weightGreen * light.green * share);
  result.blue += Math.min(limit, vertex.weightBlue * light.blue * share);
}

/**
 * Moves the vertex to the first surface on the ray. Where there is none, adds the lamp or the
 * surroundings and returns false.
 */
function meetSurface(scene: TracedScene, ray: Ray, vertex: Vertex, result: PathResult): boolean {
  const { hit, light, surface, reflected, bounce } = vertex;
  hit.t = Infinity;
  hit.object = undefined;
  for (const object of scene.objects) object.intersect(ray, hit);
  const lampAt = scene.lamp.meet(ray, light);
  if (lampAt > 0 && lampAt < hit.t) {
    let share = 1;
    if (bounce > 0) {
      const other = scene.lamp.density(ray.dx, ray.dy, ray.dz, lampAt);
      share = (vertex.density * vertex.density) / (vertex.density * vertex.density + other * other);
    }
    addRadiance(result, vertex, light, share, bounce > 1 ? BRIGHTEST_INDIRECT : Infinity);
    return false;
  }
  const object = hit.object as SceneObject | undefined;
  if (object === undefined) {
    scene.surroundings(ray.dx, ray.dy, ray.dz, reflected);
    addRadiance(result, vertex, reflected, 1, Infinity);
    return false;
  }
  object.describe(ray, hit, bounce === 0, surface);
  if (vertex.softened && surface.roughness < SOFTENED) surface.roughness = SOFTENED;
  if (surface.nx * -ray.dx + surface.ny * -ray.dy + surface.nz * -ray.dz < 0) {
    surface.nx = -surface.nx;
    surface.ny = -surface.ny;
    surface.nz = -surface.nz;
  }
  if (bounce === 0) {
    result.bodyRed = surface.red;
    result.bodyGreen = surface.green;
    result.bodyBlue = surface.blue;
    result.normalX = surface.nx;
    result.normalY = surface.ny;
    result.normalZ = surface.nz;
  }
  setVector(vertex.view, -ray.dx, -ray.dy, -ray.dz);
  setVector(
    vertex.point,
    ray.ox + ray.dx * hit.t,
    ray.oy + ray.dy * hit.t,
    ray.oz + ray.dz * hit.t,
  );
  return true;
}

/** Aims a ray from just above the surface, on the side of the vertex's direction. */
function leave(ray: Ray, { surface, point, direction, origin }: Vertex): void {
  const { nx, ny, nz } = surface;
  const side = nx * direction.x + ny * direction.y + nz * direction.z > 0 ? LIFT : -LIFT;
  setVector(origin, point.x + nx * side, point.y + ny * side, point.z + nz * side);
  aimRay(ray, origin, direction);
}

/** Adds the light that comes straight from one point of the lamp. */
function addLamp(
  { lamp, blockers }: TracedScene,
  sampler: Sampler,
  vertex: Vertex,
  result: PathResult,
): void {
  const { point, view, surface, light, direction, shadow, reflected } = vertex;
  nextPoint(sampler);
  lamp.pick(sampler.x, sampler.y, light);
  const lx = light.x - point.x;
  const ly = light.y - point.y;
  const lz = light.z - point.z;
  const distance = Math.sqrt(lx * lx + ly * ly + lz * lz);
  setVector(direction, lx / distance, ly / distance, lz / distance);
  const density = lamp.density(direction.x, direction.y, direction.z, distance);
  if (!(density > 0)) return;
  evaluate(surface, view, direction, reflected);
  if (!(reflected.density > 0)) return;
  leave(shadow, vertex);
  for (const object of blockers) if (object.blocks(shadow, distance - LIFT)) return;
  const own = density * density;
  const other = reflected.density * reflected.density;
  const share = own / (own + other) / density;
  const limit = vertex.bounce > 0 ? BRIGHTEST_INDIRECT : Infinity;
  // In this order, so that the rounding is the same as in the earlier pictures.
  result.red += Math.min(limit, vertex.weightRed * light.red * reflected.red * share);
  result.green += Math.min(limit, vertex.weightGreen * light.green * reflected.green * share);
  result.blue += Math.min(limit, vertex.weightBlue * light.blue * reflected.blue * share);
}

/** Samples a direction and aims the ray there; false where the path ends. */
function bounce(ray: Ray, sampler: Sampler, vertex: Vertex): boolean {
  const { surface, view, direction, reflected } = vertex;
  nextPoint(sampler);
  const choice = sampler.x;
  const survive = sampler.y;
  nextPoint(sampler);
  sample(surface, view, choice, sampler, direction);
  evaluate(surface, view, direction, reflected);
  const { density } = reflected;
  vertex.density = density;
  if (!(density > 1e-9)) return false;
  vertex.weightRed *= reflected.red / density;
  vertex.weightGreen *= reflected.green / density;
  vertex.weightBlue *= reflected.blue / density;
  if (vertex.bounce >= SURE_BOUNCES - 1) {
    const { weightRed, weightGreen, weightBlue } = vertex;
    const keep = Math.min(0.95, Math.max(weightRed, weightGreen, weightBlue) * 1.6);
    if (survive >= keep) return false;
    vertex.weightRed /= keep;
    vertex.weightGreen /= keep;
    vertex.weightBlue /= keep;
  }
  // A low density means that the direction did not come from a sharp reflection.
  if (density < 2) vertex.softened = true;
  leave(ray, vertex);
  return true;
}
