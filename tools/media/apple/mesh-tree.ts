import type { Mesh } from './mesh.ts';
import type { Hit, Ray } from './surface.ts';

const LEAF_SIZE = 3;

/** A tree of boxes over the triangles of a mesh, so that a ray tests only a few of them. */
export interface MeshTree {
  /** Finds the nearest triangle before `hit.t`; fills `t`, `part`, `u` and `v`. */
  nearest(ray: Ray, hit: Hit): boolean;
  /** Whether any triangle lies before `limit`. */
  any(ray: Ray, limit: number): boolean;
}

/**
 * Builds the tree by splitting at the median of the longest side of the centres' box. Triangles are
 * tested after T. Moeller and B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
 */
export function buildMeshTree(mesh: Mesh): MeshTree {
  const count = mesh.triangles.length / 3;
  const order = Array.from({ length: count }, (_, index) => index);
  const corners = new Float64Array(count * 9);
  const centres = new Float64Array(count * 3);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let corner = 0; corner < 3; corner++) {
      const point = mesh.triangles[triangle * 3 + corner]!;
      for (let axis = 0; axis < 3; axis++) {
        const value = mesh.positions[point * 3 + axis]!;
        corners[triangle * 9 + corner * 3 + axis] = value;
        centres[triangle * 3 + axis]! += value / 3;
      }
    }
  }
  /** Six bounds per node. */
  const boxes: number[] = [];
  /** First child or, for a leaf, first place in `order`. */
  const starts: number[] = [];
  /** Number of triangles in a leaf, 0 for an inner node. The second child follows the first. */
  const sizes: number[] = [];

  function addNode(): number {
    boxes.push(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
    starts.push(0);
    sizes.push(0);
    return sizes.length - 1;
  }

  function build(node: number, from: number, to: number): void {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      const triangle = order[i]!;
      for (let axis = 0; axis < 3; axis++) {
        for (let corner = 0; corner < 3; corner++) {
          const value = corners[triangle * 9 + corner * 3 + axis]!;
          boxes[node * 6 + axis] = Math.min(boxes[node * 6 + axis]!, value);
          boxes[node * 6 + 3 + axis] = Math.max(boxes[node * 6 + 3 + axis]!, value);
        }
        const centre = centres[triangle * 3 + axis]!;
        low[axis] = Math.min(low[axis]!, centre);
        high[axis] = Math.max(high[axis]!, centre);
      }
    }
    if (to - from <= LEAF_SIZE) {
      starts[node] = from;
      sizes[node] = to - from;
      return;
    }
    let axis = 0;
    for (let other = 1; other < 3; other++) {
      if (high[other]! - low[other]! > high[axis]! - low[axis]!) axis = other;
    }
    const part = order.slice(from, to);
    part.sort((a, b) => centres[a * 3 + axis]! - centres[b * 3 + axis]! || a - b);
    for (let i = from; i < to; i++) order[i] = part[i - from]!;
    const middle = (from + to) >> 1;
    const left = addNode();
    const right = addNode();
    starts[node] = left;
    build(left, from, middle);
    build(right, middle, to);
  }

  build(addNode(), 0, count);
  const box = Float64Array.from(boxes);
  const start = Int32Array.from(starts);
  const size = Int32Array.from(sizes);
  const triangleAt = Int32Array.from(order);
  const stack = new Int32Array(96);
  let foundT = 0;
  let foundU = 0;
  let foundV = 0;

  function boxEntry(node: number, ray: Ray, ix: number, iy: number, iz: number): number {
    const at = node * 6;
    const x0 = (box[at]! - ray.ox) * ix;
    const x1 = (box[at + 3]! - ray.ox) * ix;
    const y0 = (box[at + 1]! - ray.oy) * iy;
    const y1 = (box[at + 4]! - ray.oy) * iy;
    const z0 = (box[at + 2]! - ray.oz) * iz;
    const z1 = (box[at + 5]! - ray.oz) * iz;
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

  function cross(triangle: number, ray: Ray, limit: number): boolean {
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
    foundT = t;
    foundU = u;
    foundV = v;
    return true;
  }

  return {
    nearest(ray, hit) {
      const { ix, iy, iz } = ray;
      if (boxEntry(0, ray, ix, iy, iz) >= hit.t) return false;
      let found = false;
      let depth = 0;
      stack[depth++] = 0;
      while (depth > 0) {
        const node = stack[--depth]!;
        const triangles = size[node]!;
        const first = start[node]!;
        if (triangles > 0) {
          for (let i = first; i < first + triangles; i++) {
            if (!cross(triangleAt[i]!, ray, hit.t)) continue;
            hit.t = foundT;
            hit.u = foundU;
            hit.v = foundV;
            hit.part = triangleAt[i]!;
            found = true;
          }
          continue;
        }
        const a = boxEntry(first, ray, ix, iy, iz);
        const b = boxEntry(first + 1, ray, ix, iy, iz);
        const leftFirst = a <= b;
        if ((leftFirst ? b : a) < hit.t) stack[depth++] = leftFirst ? first + 1 : first;
        if ((leftFirst ? a : b) < hit.t) stack[depth++] = leftFirst ? first : first + 1;
      }
      return found;
    },
    any(ray, limit) {
      const { ix, iy, iz } = ray;
      if (boxEntry(0, ray, ix, iy, iz) >= limit) return false;
      let depth = 0;
      stack[depth++] = 0;
      while (depth > 0) {
        const node = stack[--depth]!;
        const triangles = size[node]!;
        const first = start[node]!;
        if (triangles > 0) {
          for (let i = first; i < first + triangles; i++) {
            if (cross(triangleAt[i]!, ray, limit)) return true;
          }
          continue;
        }
        if (boxEntry(first, ray, ix, iy, iz) < limit) stack[depth++] = first;
        if (boxEntry(first + 1, ray, ix, iy, iz) < limit) stack[depth++] = first + 1;
      }
      return false;
    },
  };
}
