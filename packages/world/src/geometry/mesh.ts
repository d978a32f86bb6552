import { refuseAt } from '../document/problem.ts';

/** Triangles of one material. */
export interface Mesh {
  readonly kind: 'mesh';
  /** x, y, z of each vertex, m. */
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  /** Absent: flat. */
  readonly normals?: Float64Array | undefined;
  /** u, v of each vertex; (0, 0) is the upper left of a picture. */
  readonly uvs?: Float64Array | undefined;
  /** A second set, which some textures of glTF use. */
  readonly otherUvs?: Float64Array | undefined;
  /** x, y, z and the sign of the bitangent; absent: from uv. */
  readonly tangents?: Float64Array | undefined;
  /** Red, green, blue, alpha, linear, of each vertex: they multiply the base colour. */
  readonly colours?: Float64Array | undefined;
}

/** Shapes that rays meet exactly, in their own frame. */
export type ExactShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | {
      readonly kind: 'cylinder';
      readonly radius: number;
      readonly height: number;
      readonly caps: boolean;
    }
  | { readonly kind: 'disc'; readonly radius: number; readonly inner: number };
export type Geometry = Mesh | ExactShape;

/** Most triangles of a world, before they are instanced. */
export const MOST_TRIANGLES = 5_000_000;

export const triangleCount = (geometry: Geometry): number =>
  geometry.kind === 'mesh' ? geometry.indices.length / 3 : 0;

/**
 * Checks what a file or document said of triangles.
 *
 * @param place of the file or shape, for a refusal.
 */
export function checkedMesh(mesh: Mesh, place: string): Mesh {
  const { positions, indices } = mesh;
  const vertices = positions.length / 3;
  if (indices.length / 3 > MOST_TRIANGLES)
    refuseAt(place, `${place} has more than ${MOST_TRIANGLES} triangles, the most of a world.`);
  if (!Number.isInteger(vertices))
    refuseAt(place, `${place}: its positions are not three numbers for each vertex.`);
  if (indices.length % 3 !== 0)
    refuseAt(place, `${place}: its indices are not three for each triangle.`);
  for (const [what, values, size] of [
    ['normals', mesh.normals, 3],
    ['uvs', mesh.uvs, 2],
    ['uvs', mesh.otherUvs, 2],
    ['tangents', mesh.tangents, 4],
    ['colours', mesh.colours, 4],
  ] as const) {
    if (!values) continue;
    if (values.length !== vertices * size)
      refuseAt(place, `${place}: its ${what} are not ${size} for each of ${vertices} vertices.`);
    if (!values.every(Number.isFinite))
      refuseAt(place, `${place}: its ${what} have a value that is not a number.`);
  }
  if (!positions.every(Number.isFinite))
    refuseAt(place, `${place}: a vertex has a coordinate that is not a number.`);
  const beyond = indices.findIndex((index) => index >= vertices);
  if (beyond >= 0)
    refuseAt(
      place,
      `${place}: index ${indices[beyond]!} of triangle ${Math.floor(beyond / 3)} is beyond its ${vertices} vertices.`,
    );
  return mesh;
}

/** Lowest and highest corner. */
export interface Bounds {
  readonly low: [number, number, number];
  readonly high: [number, number, number];
}

export const noBounds = (): Bounds => ({
  low: [Infinity, Infinity, Infinity],
  high: [-Infinity, -Infinity, -Infinity],
});

export function widen({ low, high }: Bounds, at: readonly [number, number, number]): void {
  for (let axis = 0; axis < 3; axis += 1) {
    low[axis] = Math.min(low[axis]!, at[axis]!);
    high[axis] = Math.max(high[axis]!, at[axis]!);
  }
}
