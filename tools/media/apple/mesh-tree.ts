import { type TriangleBoxes, boxTriangles } from './triangle-boxes.ts';
import type { Mesh } from './mesh.ts';
import type { Hit, Ray } from './surface.ts';

/** A tree of boxes over the triangles of a mesh, so that a ray tests only a few of them. */
export interface MeshTree {
  /** Finds the nearest triangle before `hit.t`; fills `t`, `part`, `u` and `v`. */
  nearest(ray: Ray, hit: Hit): boolean;
  /** Whether any triangle lies before `limit`. */
  any(ray: Ray, limit: number): boolean;
}

/** Builds the tree of a mesh. */
export function buildMeshTree(mesh: Mesh): MeshTree {
  const tree = boxTriangles(mesh);
  const { boxes, starts, sizes, order, corners } = tree;
  const stack = new Int32Array(96);
  const found: Crossing = { t: 0, u: 0, v: 0 };
  return {
    nearest(ray, hit) {
      if (boxEntry(boxes, 0, ray) >= hit.t) return false;
      let isFound = false;
      let depth = 0;
      stack[depth++] = 0;
      while (depth > 0) {
        const node = stack[--depth]!;
        const triangles = sizes[node]!;
        const first = starts[node]!;
        if (triangles > 0) {
          for (let i = first; i < first + triangles; i++) {
            if (!cross(corners, order[i]!, ray, hit.t, found)) continue;
            hit.t = found.t;
            hit.u = found.u;
            hit.v = found.v;
            hit.part = order[i]!;
            isFound = true;
          }
          continue;
        }
        const a = boxEntry(boxes, first, ray);
        const b = boxEntry(boxes, first + 1, ray);
        const leftFirst = a <= b;
        if ((leftFirst ? b : a) < hit.t) stack[depth++] = leftFirst ? first + 1 : first;
        if ((leftFirst ? a : b) < hit.t) stack[depth++] = leftFirst ? first : first + 1;
      }
      return isFound;
    },
    any(ray, limit) {
      if (boxEntry(boxes, 0, ray) >= limit) return false;
      let depth = 0;
      stack[depth++] = 0;
      while (depth > 0) {
        const node = stack[--depth]!;
        const triangles = sizes[node]!;
        const first = starts[node]!;
        if (triangles > 0) {
          for (let i = first; i < first + triangles; i++)
            if (cross(corners, order[i]!, ray, limit, found)) return true;
          continue;
        }
        if (boxEntry(boxes, first, ray) < limit) stack[depth++] = first;
        if (boxEntry(boxes, first + 1, ray) < limit) stack[depth++] = first + 1;
      }
      return false;
    },
  };
}

/**
 * Distance at which a ray enters the box of a node, negative from inside; Infinity where it misses.
 */
function boxEntry(boxes: Float64Array, node: number, ray: Ray): number {
  const at = node * 6;
  const x0 = (boxes[at]! - ray.ox) * ray.ix;
  const x1 = (boxes[at + 3]! - ray.ox) * ray.ix;
  const y0 = (boxes[at + 1]! - ray.oy) * ray.iy;
  const y1 = (boxes[at + 4]! - ray.oy) * ray.iy;
  const z0 = (boxes[at + 2]! - ray.oz) * ray.iz;
  const z1 = (boxes[at + 5]! - ray.oz) * ray.iz;
  let near = x0 < x1 ? x0 : x1;
  let far = x0 < x1 ? x1 : x0;
  const nearY = y0 < y1 ? y0 : y1;
  const farY = y0 < y1 ? y1 : y0;
  if (nearY > near) near = nearY;
  if (farY < far) far = farY;
  const nearZ = z0 < z1 ? z0 : z1;
  const farZ = z0 < z1 ? z1 : z0;
  if (nearZ > near) near = nearZ;
  if (farZ < far) far = farZ;
  return far >= 0 && near <= far ? near : Infinity;
}

/** Where a ray crosses a triangle: distance and barycentric coordinates. */
type Crossing = Pick<Hit, 't' | 'u' | 'v'>;

/**
 * Whether a ray crosses a triangle before `limit`; fills `found`. After T. Moeller and B. Trumbore,
 * "Fast, minimum storage ray/triangle intersection", 1997.
 */
function cross(
  corners: TriangleBoxes['corners'],
  triangle: number,
  ray: Ray,
  limit: number,
  found: Crossing,
): boolean {
  const at = triangle * 9;
  const ax = corners[at]!;
  const ay = corners[at + 1]!;
  const az = corners[at + 2]!;
  const e1x = corners[at + 3]! - ax;
  const e1y = corners[at + 4]! - ay;
  const e1z = corners[at + 5]! - az;
  const e2x = corners[at + 6]! - ax;
  const e2y = corners[at + 7]! - ay;
  const e2z = corners[at + 8]! - az;
  const px = ray.dy * e2z - ray.dz * e2y;
  const py = ray.dz * e2x - ray.dx * e2z;
  const pz = ray.dx * e2y - ray.dy * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant > -1e-14 && determinant < 1e-14) return false;
  const inverse = 1 / determinant;
  const sx = ray.ox - ax;
  const sy = ray.oy - ay;
  const sz = ray.oz - az;
  const u = (sx * px + sy * py + sz * pz) * inverse;
  if (u < 0 || u > 1) return false;
  const qx = sy * e1z - sz * e1y;
  const qy = sz * e1x - sx * e1z;
  const qz = sx * e1y - sy * e1x;
  const v = (ray.dx * qx + ray.dy * qy + ray.dz * qz) * inverse;
  if (v < 0 || u + v > 1) return false;
  const t = (e2x * qx + e2y * qy + e2z * qz) * inverse;
  if (t <= 1e-5 || t >= limit) return false;
  found.t = t;
  found.u = u;
  found.v = v;
  return true;
}
