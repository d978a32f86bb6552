import { refuseAt } from '../document/problem.ts';
import type { ShapeKeys } from '../document/world-document.ts';
import { checkedMesh, type Geometry, type Mesh } from './mesh.ts';

/** Farthest that the triangles of a torus stand from its surface, as a share of the tube. */
const TORUS_ERROR = 1e-3;

/** The geometry of a shape of a document, centred on its origin. */
export function geometryOf(shape: ShapeKeys, place: string): Geometry {
  const { plane, box, sphere, cylinder, disc, torus, mesh } = shape;
  if (plane) return planeMesh(plane.size[0] / 2, plane.size[1] / 2);
  if (box) return boxMesh(box.size);
  if (sphere) return { kind: 'sphere', radius: sphere.radius };
  if (cylinder) return { kind: 'cylinder', ...cylinder, caps: cylinder.caps ?? true };
  if (disc) return { kind: 'disc', radius: disc.radius, inner: disc.inner ?? 0 };
  if (torus) return torusMesh(torus.radius, torus.tube);
  if (!mesh) return refuseAt(place, `${place} must have a shape.`);
  if (mesh.indices.some((index) => !Number.isInteger(index) || index < 0))
    refuseAt(place, `${place}.mesh.indices must be whole numbers from 0.`);
  return checkedMesh(
    {
      kind: 'mesh',
      positions: Float64Array.from(mesh.positions),
      indices: Uint32Array.from(mesh.indices),
      normals: mesh.normals && Float64Array.from(mesh.normals),
      uvs: mesh.uvs && Float64Array.from(mesh.uvs),
    },
    `${place}.mesh`,
  );
}

const QUAD = [0, 1, 2, 0, 2, 3];
const QUAD_UVS = [0, 1, 1, 1, 1, 0, 0, 0];

/** In xy, normal +Z; u along +X, v along -Y. */
const planeMesh = (x: number, y: number): Mesh => ({
  kind: 'mesh',
  positions: Float64Array.of(-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0),
  indices: Uint32Array.from(QUAD),
  uvs: Float64Array.from(QUAD_UVS),
});

/** Axes of a face: to its right, up on it, and outwards. */
const FACES = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ],
  [
    [0, 0, -1],
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 1],
    [0, 1, 0],
    [-1, 0, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
] as const;

function boxMesh(size: readonly [number, number, number]): Mesh {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return {
    kind: 'mesh',
    positions: Float64Array.from(
      FACES.flatMap(([right, up, out]) =>
        corners.flatMap(([a, b]) =>
          size.map((side, axis) => (side / 2) * (a * right[axis]! + b * up[axis]! + out[axis]!)),
        ),
      ),
    ),
    indices: Uint32Array.from(FACES.flatMap((_, face) => QUAD.map((corner) => corner + 4 * face))),
    uvs: Float64Array.from(FACES.flatMap(() => QUAD_UVS)),
  };
}

/** About Y, with smooth normals. */
function torusMesh(radius: number, tube: number): Mesh {
  // The chord of an angle a stands r (1 - cos a/2) inside its arc.
  const step = (round: number): number => 2 * Math.acos(1 - (TORUS_ERROR * tube) / round / 2);
  const around = Math.ceil((2 * Math.PI) / step(radius + tube));
  const across = Math.ceil((2 * Math.PI) / step(tube));
  const [positions, normals, uvs, indices]: number[][] = [[], [], [], []];
  for (let i = 0; i <= around; i += 1)
    for (let j = 0; j <= across; j += 1) {
      const [u, v] = [(2 * Math.PI * i) / around - Math.PI, (2 * Math.PI * j) / across];
      const [sin, cos] = [Math.sin(u), Math.cos(u)];
      const out = radius + tube * Math.cos(v);
      positions!.push(out * sin, tube * Math.sin(v), out * cos);
      normals!.push(Math.cos(v) * sin, Math.sin(v), Math.cos(v) * cos);
      uvs!.push(i / around, 1 - j / across);
      if (i === around || j === across) continue;
      const [a, b] = [i * (across + 1) + j, (i + 1) * (across + 1) + j];
      indices!.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return {
    kind: 'mesh',
    positions: Float64Array.from(positions!),
    normals: Float64Array.from(normals!),
    uvs: Float64Array.from(uvs!),
    indices: Uint32Array.from(indices!),
  };
}
