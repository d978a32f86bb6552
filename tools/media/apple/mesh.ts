/** A triangle mesh made of a grid of points, with smooth normals. Lengths are cm. */
export interface Mesh {
  /** Three coordinates per point. */
  readonly positions: Float64Array;
  /** Three components of the unit normal per point. */
  readonly normals: Float64Array;
  /** Two grid coordinates per point, 0..1 each. */
  readonly grid: Float64Array;
  /** Three point numbers per triangle. */
  readonly triangles: Int32Array;
}

/** Point of a surface for grid coordinates `u` and `v`, 0..1 each. */
export type GridPoint = (u: number, v: number) => readonly [x: number, y: number, z: number];

/** Builds a mesh by evaluating `point` on a grid of `columns` x `rows` cells. */
export function gridMesh(columns: number, rows: number, point: GridPoint): Mesh {
  const width = columns + 1;
  const count = width * (rows + 1);
  const positions = new Float64Array(count * 3);
  const normals = new Float64Array(count * 3);
  const grid = new Float64Array(count * 2);
  const e = 1e-3;
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const index = row * width + column;
      const u = column / columns;
      const v = row / rows;
      positions.set(point(u, v), index * 3);
      grid[index * 2] = u;
      grid[index * 2 + 1] = v;
      const [ax, ay, az] = point(Math.min(u + e, 1), v);
      const [bx, by, bz] = point(Math.max(u - e, 0), v);
      const [px, py, pz] = point(u, Math.min(v + e, 1));
      const [qx, qy, qz] = point(u, Math.max(v - e, 0));
      const nx = (ay - by) * (pz - qz) - (az - bz) * (py - qy);
      const ny = (az - bz) * (px - qx) - (ax - bx) * (pz - qz);
      const nz = (ax - bx) * (py - qy) - (ay - by) * (px - qx);
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (length > 1e-12) normals.set([nx / length, ny / length, nz / length], index * 3);
      else normals.set([0, 1, 0], index * 3);
    }
  }
  const triangles = new Int32Array(columns * rows * 6);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * width + column;
      triangles.set([a, a + 1, a + width, a + 1, a + width + 1, a + width], next);
      next += 6;
    }
  }
  return { positions, normals, grid, triangles };
}
