import { buildMeshTree } from './mesh-tree.ts';
import type { Mesh } from './mesh.ts';
import type { SceneObject, Surface } from './surface.ts';
import { type Vector, setVector } from './vector.ts';

/** A point of a mesh: grid coordinates, 0..1, and the point in the world, cm. */
export interface MeshPoint extends Vector {
  u: number;
  v: number;
}

/** Paints a mesh at a point, which is overwritten later. */
export type MeshPaint = (point: Readonly<MeshPoint>, detailed: boolean, surface: Surface) => void;

/** Makes a scene object of a mesh given in world coordinates. */
export function createMeshObject(mesh: Mesh, paint: MeshPaint): SceneObject {
  const tree = buildMeshTree(mesh);
  const { normals, grid, triangles } = mesh;
  const point: MeshPoint = { u: 0, v: 0, x: 0, y: 0, z: 0 };
  const object: SceneObject = {
    intersect(ray, hit) {
      if (!tree.nearest(ray, hit)) return false;
      hit.object = object;
      return true;
    },
    blocks(ray, limit) {
      return tree.any(ray, limit);
    },
    describe(ray, hit, detailed, surface) {
      const a = triangles[hit.part * 3]!;
      const b = triangles[hit.part * 3 + 1]!;
      const c = triangles[hit.part * 3 + 2]!;
      const wb = hit.u;
      const wc = hit.v;
      const wa = 1 - wb - wc;
      const nx = wa * normals[a * 3]! + wb * normals[b * 3]! + wc * normals[c * 3]!;
      const ny = wa * normals[a * 3 + 1]! + wb * normals[b * 3 + 1]! + wc * normals[c * 3 + 1]!;
      const nz = wa * normals[a * 3 + 2]! + wb * normals[b * 3 + 2]! + wc * normals[c * 3 + 2]!;
      const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + 1e-30);
      surface.nx = nx * inverse;
      surface.ny = ny * inverse;
      surface.nz = nz * inverse;
      point.u = wa * grid[a * 2]! + wb * grid[b * 2]! + wc * grid[c * 2]!;
      point.v = wa * grid[a * 2 + 1]! + wb * grid[b * 2 + 1]! + wc * grid[c * 2 + 1]!;
      setVector(point, ray.ox + ray.dx * hit.t, ray.oy + ray.dy * hit.t, ray.oz + ray.dz * hit.t);
      paint(point, detailed, surface);
    },
  };
  return object;
}
