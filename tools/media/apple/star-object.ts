import type { Placement } from './placement.ts';
import type { StarShape } from './star-shape.ts';
import type { Ray, SceneObject, Surface } from './surface.ts';

/**
 * Paints the skin of a fruit: gets the point and the normal in the fruit's own frame (cm) through
 * `surface`, and fills in the material; it may bend the normal.
 */
export type Skin = (x: number, y: number, z: number, detailed: boolean, surface: Surface) => void;

const STEP = 0.66;
const TOUCH = 4e-4;
const MAX_STEPS = 160;
const NORMAL_STEP = 0.012;

/**
 * Makes a scene object of a star-shaped body. Rays are marched by the excess of the distance from
 * the centre over the skin's distance, times a factor that suits all but the steepest skin
 * (J. C. Hart, "Sphere tracing", 1996); a step that does end under the skin is halved back.
 */
export function createStarObject(shape: StarShape, placement: Placement, skin: Skin): SceneObject {
  const { centre, size, axisX, axisY, axisZ } = placement;
  const [cx, cy, cz] = centre;
  const [xx, xy, xz] = axisX;
  const [yx, yy, yz] = axisY;
  const [zx, zy, zz] = axisZ;
  const reach = shape.reach;

  function march(ray: Ray, limit: number): number {
    const wx = (ray.ox - cx) / size;
    const wy = (ray.oy - cy) / size;
    const wz = (ray.oz - cz) / size;
    const b = wx * ray.dx + wy * ray.dy + wz * ray.dz;
    const c = wx * wx + wy * wy + wz * wz - reach * reach;
    const discriminant = b * b - c;
    if (discriminant <= 0) return -1;
    const root = Math.sqrt(discriminant);
    let t = Math.max(0, -b - root);
    const end = Math.min(-b + root, limit / size);
    if (t >= end) return -1;
    const ox = wx * xx + wy * xy + wz * xz;
    const oy = wx * yx + wy * yy + wz * yz;
    const oz = wx * zx + wy * zy + wz * zz;
    const dx = ray.dx * xx + ray.dy * xy + ray.dz * xz;
    const dy = ray.dx * yx + ray.dy * yy + ray.dz * yz;
    const dz = ray.dx * zx + ray.dy * zy + ray.dz * zz;
    let outside = t;
    let inside = -1;
    for (let step = 0; step < MAX_STEPS; step++) {
      const x = ox + dx * t;
      const y = oy + dy * t;
      const z = oz + dz * t;
      const r = Math.sqrt(x * x + y * y + z * z);
      const gap = r - shape.radius(x, y, z, r);
      if (gap < TOUCH) {
        if (gap > -TOUCH || outside >= t) return t * size;
        inside = t;
        t = 0.5 * (outside + inside);
        continue;
      }
      outside = t;
      if (inside >= 0) {
        t = 0.5 * (outside + inside);
        continue;
      }
      t += gap * STEP;
      if (t >= end) return -1;
    }
    return t * size;
  }

  function gap(x: number, y: number, z: number): number {
    const r = Math.sqrt(x * x + y * y + z * z);
    return r - shape.radius(x, y, z, r);
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
      const gx = gap(x + e, y, z) - gap(x - e, y, z);
      const gy = gap(x, y + e, z) - gap(x, y - e, z);
      const gz = gap(x, y, z + e) - gap(x, y, z - e);
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
