import type { Placement } from './placement.ts';
import type { StarShape } from './star-shape.ts';
import type { Ray, SceneObject, Surface } from './surface.ts';
import { type Vector, createVector, setVector } from './vector.ts';

/**
 * Paints the skin of a fruit: gets the point and the normal in the fruit's own frame (cm) through
 * `surface`, and fills in the material; it may bend the normal.
 */
export type Skin = (x: number, y: number, z: number, detailed: boolean, surface: Surface) => void;

/** Share of the gap to the skin that one step takes. */
const STEP = 0.66;
/** A point this near to the skin lies on it. */
const TOUCH = 4e-4;
const MAX_STEPS = 160;
/** Step of the differences that give the normal. */
const NORMAL_STEP = 0.012;

/** Height of a point above the skin, along the line from the centre. */
function gap(shape: StarShape, x: number, y: number, z: number): number {
  const r = Math.sqrt(x * x + y * y + z * z);
  return r - shape.radius(x, y, z, r);
}

/**
 * The distance, from `start` to `end`, at which a ray in the body's own frame meets the skin;
 * undefined where it does not. The ray is marched by the excess of the distance from the centre
 * over the skin's distance, times a factor that suits all but the steepest skin (J. C. Hart,
 * "Sphere tracing", 1996); a step that does end under the skin is halved back.
 */
function marchToSkin(
  shape: StarShape,
  origin: Readonly<Vector>,
  direction: Readonly<Vector>,
  start: number,
  end: number,
): number | undefined {
  let t = start;
  let outside = t;
  let inside = -1;
  for (let step = 0; step < MAX_STEPS; step++) {
    const above = gap(
      shape,
      origin.x + direction.x * t,
      origin.y + direction.y * t,
      origin.z + direction.z * t,
    );
    if (above < TOUCH) {
      if (above > -TOUCH || outside >= t) return t;
      inside = t;
      t = 0.5 * (outside + inside);
      continue;
    }
    outside = t;
    if (inside >= 0) {
      t = 0.5 * (outside + inside);
      continue;
    }
    t += above * STEP;
    if (t >= end) return undefined;
  }
  return t;
}

/** Makes a scene object of a star-shaped body. */
export function createStarObject(shape: StarShape, placement: Placement, skin: Skin): SceneObject {
  const { centre, size, axisX, axisY, axisZ } = placement;
  const [cx, cy, cz] = centre;
  const [xx, xy, xz] = axisX;
  const [yx, yy, yz] = axisY;
  const [zx, zy, zz] = axisZ;
  const reach = shape.reach;
  const origin = createVector();
  const direction = createVector();

  /** Distance at which the ray meets the skin before `limit`, cm; -1 for none. */
  function march(ray: Ray, limit: number): number {
    const wx = (ray.ox - cx) / size;
    const wy = (ray.oy - cy) / size;
    const wz = (ray.oz - cz) / size;
    const b = wx * ray.dx + wy * ray.dy + wz * ray.dz;
    const c = wx * wx + wy * wy + wz * wz - reach * reach;
    const discriminant = b * b - c;
    if (discriminant <= 0) return -1;
    const root = Math.sqrt(discriminant);
    const t = Math.max(0, -b - root);
    const end = Math.min(-b + root, limit / size);
    if (t >= end) return -1;
    setVector(
      origin,
      wx * xx + wy * xy + wz * xz,
      wx * yx + wy * yy + wz * yz,
      wx * zx + wy * zy + wz * zz,
    );
    setVector(
      direction,
      ray.dx * xx + ray.dy * xy + ray.dz * xz,
      ray.dx * yx + ray.dy * yy + ray.dz * yz,
      ray.dx * zx + ray.dy * zy + ray.dz * zz,
    );
    const met = marchToSkin(shape, origin, direction, t, end);
    return met === undefined ? -1 : met * size;
  }

  const object: SceneObject = {
    intersect(ray, hit) {
      const t = march(ray, hit.t);
      if (t < 0) return false;
      hit.t = t;
      hit.object = object;
      return true;
    },
    blocks(ray, limit) {
      return march(ray, limit) >= 0;
    },
    describe(ray, hit, detailed, surface) {
      const wx = (ray.ox + ray.dx * hit.t - cx) / size;
      const wy = (ray.oy + ray.dy * hit.t - cy) / size;
      const wz = (ray.oz + ray.dz * hit.t - cz) / size;
      const x = wx * xx + wy * xy + wz * xz;
      const y = wx * yx + wy * yy + wz * yz;
      const z = wx * zx + wy * zy + wz * zz;
      const e = NORMAL_STEP;
      const gx = gap(shape, x + e, y, z) - gap(shape, x - e, y, z);
      const gy = gap(shape, x, y + e, z) - gap(shape, x, y - e, z);
      const gz = gap(shape, x, y, z + e) - gap(shape, x, y, z - e);
      const inverse = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz);
      surface.nx = gx * inverse;
      surface.ny = gy * inverse;
      surface.nz = gz * inverse;
      skin(x, y, z, detailed, surface);
      const { nx, ny, nz } = surface;
      surface.nx = nx * xx + ny * yx + nz * zx;
      surface.ny = nx * xy + ny * yy + nz * zy;
      surface.nz = nx * xz + ny * yz + nz * zz;
    },
  };
  return object;
}
