import { buildMeshTree } from './mesh-tree.ts';
import type { Mesh } from './mesh.ts';
import type { SceneObject, Surface } from './surface.ts';

/** Paints a mesh: gets the grid coordinates `u`, `v` (0..1) and the world point, cm. */
export type MeshPaint = (
  u: number,
  v: number,
  x: number,
  y: number,
  z: number,
  detailed: boolean,
  surface: Surface,
) => void;

/** Makes a scene object of a mesh given in world coordinates. */
export function createMeshObject(mesh: Mesh, paint: MeshPaint): SceneObject {
  const tree = buildMeshTree(mesh);
  const { normals, grid, triangles } = mesh;
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
      paint(
        wa * grid[a * 2]! + wb * grid[b * 2]! + wc * grid[c * 2]!,
        wa * grid[a * 2 + 1]! + wb * grid[b * 2 + 1]! + wc * grid[c * 2 + 1]!,
        ray.ox + ray.dx * hit.t,
        ray.oy + ray.dy * hit.t,
        ray.oz + ray.dz * hit.t,
        detailed,
        surface,
      );
    },
  };
  return object;
}
