import type { Vector } from '../document/world-document.ts';
import { add, along, cross, dot, scaled, squareTo, subtract, unit } from '../pose/vector.ts';
import type { Meeting } from './meet.ts';
import type { ExactShape, Geometry, Mesh } from './mesh.ts';

/** A point of a geometry in its own frame. */
export interface LocalPoint {
  /** Of the surface itself, on the side that its triangles or its shape say is outside. */
  readonly geometric: Vector;
  /** Smooth where the geometry has normals. */
  readonly shading: Vector;
  /** Along u. */
  readonly tangent: Vector;
  /** 1, or -1 where the texture is mirrored: bitangent = sign · normal x tangent. */
  readonly handed: number;
  readonly uv: readonly [number, number];
  readonly otherUv: readonly [number, number];
  readonly colour: readonly [number, number, number, number] | undefined;
}

export const localPoint = (geometry: Geometry, meeting: Meeting, position: Vector): LocalPoint =>
  geometry.kind === 'mesh' ? onMesh(geometry, meeting) : onShape(geometry, position);

const vectorAt = (values: Float64Array, index: number): Vector => [
  values[3 * index]!,
  values[3 * index + 1]!,
  values[3 * index + 2]!,
];

function onMesh(mesh: Mesh, { triangle, a, b }: Meeting): LocalPoint {
  const { indices, positions, normals, uvs, otherUvs, tangents, colours } = mesh;
  const i = indices[3 * triangle]!;
  const j = indices[3 * triangle + 1]!;
  const k = indices[3 * triangle + 2]!;
  const c = 1 - a - b;
  const p = vectorAt(positions, i);
  const one = subtract(vectorAt(positions, j), p);
  const two = subtract(vectorAt(positions, k), p);
  const geometric = unit(cross(one, two));
  const mixed = (values: Float64Array, size: number, part: number): number =>
    c * values[size * i + part]! + a * values[size * j + part]! + b * values[size * k + part]!;
  const direction = (values: Float64Array, size: number): Vector =>
    unit([mixed(values, size, 0), mixed(values, size, 1), mixed(values, size, 2)]);
  const uv: readonly [number, number] = uvs ? [mixed(uvs, 2, 0), mixed(uvs, 2, 1)] : [a, b];
  const [fromUvs, sign] = tangentOfUvs(one, two, [i, j, k], uvs);
  return {
    geometric,
    shading: normals ? direction(normals, 3) : geometric,
    tangent: tangents ? direction(tangents, 4) : (fromUvs ?? squareTo(geometric)[0]),
    handed: tangents ? Math.sign(tangents[4 * i + 3]!) || 1 : sign,
    uv,
    otherUv: otherUvs ? [mixed(otherUvs, 2, 0), mixed(otherUvs, 2, 1)] : [a, b],
    colour: colours && [
      mixed(colours, 4, 0),
      mixed(colours, 4, 1),
      mixed(colours, 4, 2),
      mixed(colours, 4, 3),
    ],
  };
}

/** The direction in which u grows, and whether up (-v) is on the left of it. */
function tangentOfUvs(
  one: Vector,
  two: Vector,
  [i, j, k]: readonly number[],
  uvs: Float64Array | undefined,
): readonly [Vector | undefined, number] {
  if (!uvs) return [undefined, 1];
  const [u, v] = [uvs[2 * i!]!, uvs[2 * i! + 1]!];
  const [u1, v1] = [uvs[2 * j!]! - u, uvs[2 * j! + 1]! - v];
  const [u2, v2] = [uvs[2 * k!]! - u, uvs[2 * k! + 1]! - v];
  const area = u1 * v2 - u2 * v1;
  if (area === 0) return [undefined, 1];
  const tangent = unit(scaled(subtract(scaled(one, v2), scaled(two, v1)), 1 / area));
  // v points downwards: up is -v, and normal x tangent is up where the area is negative.
  return [tangent, area < 0 ? 1 : -1];
}

/** u = 1/2 + atan2(x, z)/2π, v downwards; the tangent runs along u. */
function onShape(shape: ExactShape, [x, y, z]: Vector): LocalPoint {
  if (shape.kind === 'disc') {
    const size = 2 * shape.radius;
    return flat([0, 0, 1], [1, 0, 0], [0.5 + x / size, 0.5 - y / size]);
  }
  const u = 0.5 + Math.atan2(x, z) / (2 * Math.PI);
  const round = Math.hypot(x, z);
  const tangent: Vector = round > 0 ? [z / round, 0, -x / round] : [1, 0, 0];
  if (shape.kind === 'sphere') {
    const v = Math.acos(Math.max(-1, Math.min(1, y / shape.radius))) / Math.PI;
    return flat(unit([x, y, z]), tangent, [u, v]);
  }
  const half = shape.height / 2;
  // On a cap where the end is nearer than the side.
  if (shape.caps && half - Math.abs(y) < Math.abs(shape.radius - round)) {
    const up = Math.sign(y);
    const size = 2 * shape.radius;
    return flat([0, up, 0], [1, 0, 0], [0.5 + x / size, 0.5 + (up * z) / size]);
  }
  return flat([x / round, 0, z / round], tangent, [u, 0.5 - y / shape.height]);
}

const flat = (normal: Vector, tangent: Vector, uv: readonly [number, number]): LocalPoint => ({
  geometric: normal,
  shading: normal,
  tangent,
  handed: 1,
  uv,
  otherUv: uv,
  colour: undefined,
});

/** A normal of a normal map, in the frame of tangent, bitangent (up) and normal. */
export function mappedNormal(normal: Vector, tangent: Vector, handed: number, map: Vector): Vector {
  const right = unit(along(tangent, normal, -dot(tangent, normal)));
  const up = scaled(cross(normal, right), handed);
  return unit(add(add(scaled(right, map[0]), scaled(up, map[1])), scaled(normal, map[2])));
}
