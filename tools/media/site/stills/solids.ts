import {
  type Hit,
  type Ray,
  type SceneObject,
  type Surface,
  bendNormal,
  setMatte,
} from '../../apple/surface.ts';
import { type Vec3, cross, normalize } from '../../apple/vector.ts';

/** Paints a solid at a point given in its own frame; it may bend the normal. */
export type Paint = (x: number, y: number, z: number, detailed: boolean, surface: Surface) => void;

/** One colour all over, linear sRGB; `coat` and `roughness` as in `Surface`. */
export const plain =
  ([red, green, blue]: Vec3, coat = 0, roughness = 0.5): Paint =>
  (_x, _y, _z, _detailed, surface) => {
    setMatte(surface, red, green, blue);
    surface.coat = coat;
    surface.roughness = roughness;
  };

/** Bright machined metal: most light is reflected at the surface. */
export const metal = (tint: Vec3, roughness: number, coat = 0.44): Paint =>
  plain(tint, coat, roughness);

/** Finds the nearest crossing beyond the origin and its normal, or -1. */
type Cross = (ray: Ray, normal: Float64Array) => number;

function solid(
  crossing: Cross,
  toLocal: (x: number, y: number, z: number) => Vec3,
  paint: Paint,
  isBackground: boolean,
): SceneObject {
  const normal = new Float64Array(3);
  const object: SceneObject = {
    ...(isBackground && { background: true as const }),
    intersect(ray: Ray, hit: Hit) {
      const t = crossing(ray, normal);
      if (!(t > 1e-6 && t < hit.t)) return false;
      hit.t = t;
      hit.object = object;
      return true;
    },
    blocks(ray, limit) {
      const t = crossing(ray, normal);
      return t > 1e-6 && t < limit;
    },
    describe(ray, hit, detailed, surface) {
      crossing(ray, normal);
      [surface.nx, surface.ny, surface.nz] = [normal[0]!, normal[1]!, normal[2]!];
      const [x, y, z] = toLocal(
        ray.ox + ray.dx * hit.t,
        ray.oy + ray.dy * hit.t,
        ray.oz + ray.dz * hit.t,
      );
      paint(x, y, z, detailed, surface);
    },
  };
  return object;
}

/**
 * An endless plane through `point`; painted in world coordinates. It never stands between the lamp
 * and anything else.
 */
export function plane(point: Vec3, towards: Vec3, paint: Paint): SceneObject {
  const [nx, ny, nz] = normalize(towards);
  const depth = nx * point[0] + ny * point[1] + nz * point[2];
  return solid(
    (ray, normal) => {
      normal.set([nx, ny, nz]);
      return (
        (depth - (ray.ox * nx + ray.oy * ny + ray.oz * nz)) /
        (ray.dx * nx + ray.dy * ny + ray.dz * nz)
      );
    },
    (x, y, z) => [x, y, z],
    paint,
    true,
  );
}

/** A ball; painted relative to its centre. */
export function ball([cx, cy, cz]: Vec3, radius: number, paint: Paint): SceneObject {
  return solid(
    (ray, normal) => {
      const x = ray.ox - cx;
      const y = ray.oy - cy;
      const z = ray.oz - cz;
      const b = x * ray.dx + y * ray.dy + z * ray.dz;
      const discriminant = b * b - (x * x + y * y + z * z - radius * radius);
      if (discriminant <= 0) return -1;
      const root = Math.sqrt(discriminant);
      const t = -b - root > 1e-4 ? -b - root : -b + root;
      normal[0] = (x + ray.dx * t) / radius;
      normal[1] = (y + ray.dy * t) / radius;
      normal[2] = (z + ray.dz * t) / radius;
      return t;
    },
    (x, y, z) => [x - cx, y - cy, z - cz],
    paint,
    false,
  );
}

/**
 * A box with half sides `half`, turned by `turn` radians round the vertical; edges within `bevel`
 * of a corner look rounded.
 */
export function box(
  [cx, cy, cz]: Vec3,
  half: Vec3,
  paint: Paint,
  { turn = 0, bevel = 0 } = {},
): SceneObject {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const local = new Float64Array(6);
  const crossing: Cross = (ray, normal) => {
    const wx = ray.ox - cx;
    const wz = ray.oz - cz;
    local[0] = wx * c - wz * s;
    local[1] = ray.oy - cy;
    local[2] = wx * s + wz * c;
    local[3] = ray.dx * c - ray.dz * s;
    local[4] = ray.dy;
    local[5] = ray.dx * s + ray.dz * c;
    let near = -Infinity;
    let far = Infinity;
    let axis = 0;
    let farAxis = 0;
    for (let i = 0; i < 3; i += 1) {
      const inverse = 1 / local[3 + i]!;
      const reach = half[i]! * Math.abs(inverse);
      const middle = -local[i]! * inverse;
      if (middle - reach > near) {
        near = middle - reach;
        axis = i;
      }
      if (middle + reach < far) {
        far = middle + reach;
        farAxis = i;
      }
    }
    if (!(near < far) || far <= 1e-4) return -1;
    const t = near > 1e-4 ? near : far;
    const side = near > 1e-4 ? axis : farAxis;
    const sign = Math.sign(local[side]! + local[3 + side]! * t);
    const nx = side === 0 ? sign : 0;
    const ny = side === 1 ? sign : 0;
    const nz = side === 2 ? sign : 0;
    normal[0] = nx * c + nz * s;
    normal[1] = ny;
    normal[2] = -nx * s + nz * c;
    return t;
  };
  const painted: Paint = (x, y, z, detailed, surface) => {
    paint(x, y, z, detailed, surface);
    if (bevel === 0) return;
    const round = (value: number, limit: number): number =>
      Math.sign(value) * Math.max(0, 1 - (limit - Math.abs(value)) / bevel) ** 2 * 0.9;
    const [bx, by, bz] = [round(x, half[0]), round(y, half[1]), round(z, half[2])];
    bendNormal(surface, bx * c + bz * s, by, -bx * s + bz * c);
  };
  return solid(
    crossing,
    (x, y, z) => [(x - cx) * c - (z - cz) * s, y - cy, (x - cx) * s + (z - cz) * c],
    painted,
    false,
  );
}

/**
 * A cone cut off at both ends, or a cylinder: from `base` along `axis`, radius `from` at the base
 * and `to` at `height`. Painted with y along the axis.
 */
export function frustum(
  base: Vec3,
  axis: Vec3,
  height: number,
  [from, to]: readonly [from: number, to: number],
  paint: Paint,
): SceneObject {
  const up = normalize(axis);
  const side = normalize(cross(up, Math.abs(up[1]) > 0.9 ? [0, 0, 1] : [0, 1, 0]));
  const front = cross(side, up);
  const along = (axis: Vec3, x: number, y: number, z: number): number =>
    axis[0] * x + axis[1] * y + axis[2] * z;
  const toLocal = (x: number, y: number, z: number): Vec3 => [
    along(side, x - base[0], y - base[1], z - base[2]),
    along(up, x - base[0], y - base[1], z - base[2]),
    along(front, x - base[0], y - base[1], z - base[2]),
  ];
  const slope = (to - from) / height;
  const crossing: Cross = (ray, normal) => {
    const x0 = ray.ox - base[0];
    const y0 = ray.oy - base[1];
    const z0 = ray.oz - base[2];
    const ox = along(side, x0, y0, z0);
    const oy = along(up, x0, y0, z0);
    const oz = along(front, x0, y0, z0);
    const dx = along(side, ray.dx, ray.dy, ray.dz);
    const dy = along(up, ray.dx, ray.dy, ray.dz);
    const dz = along(front, ray.dx, ray.dy, ray.dz);
    let best = Infinity;
    let nx = 0;
    let ny = 1;
    let nz = 0;
    const radius = from + slope * oy;
    const a = dx * dx + dz * dz - slope * slope * dy * dy;
    const b = ox * dx + oz * dz - radius * slope * dy;
    const discriminant = b * b - a * (ox * ox + oz * oz - radius * radius);
    if (discriminant > 0) {
      const root = Math.sqrt(discriminant);
      const shrink = 1 / Math.hypot(1, slope);
      for (let sign = -1; sign <= 1; sign += 2) {
        const t = (-b + sign * root) / a;
        const y = oy + dy * t;
        if (!(t > 1e-4 && t < best && y >= 0 && y <= height)) continue;
        best = t;
        const x = ox + dx * t;
        const z = oz + dz * t;
        const length = Math.sqrt(x * x + z * z);
        nx = (x / length) * shrink;
        ny = -slope * shrink;
        nz = (z / length) * shrink;
      }
    }
    for (let end = 0; end < 2; end += 1) {
      const limit = end === 0 ? from : to;
      const t = (end * height - oy) / dy;
      if (!(t > 1e-4 && t < best) || (ox + dx * t) ** 2 + (oz + dz * t) ** 2 > limit * limit)
        continue;
      best = t;
      nx = 0;
      ny = end === 0 ? -1 : 1;
      nz = 0;
    }
    if (best === Infinity) return -1;
    for (let i = 0; i < 3; i += 1) normal[i] = nx * side[i]! + ny * up[i]! + nz * front[i]!;
    return best;
  };
  return solid(crossing, toLocal, paint, false);
}
