import { cellsQuads } from './cells-quads.ts';
import { edgeQuads } from './edge-quads.ts';
import type { Pattern } from './pattern.ts';
import { raysQuads } from './rays-quads.ts';

/**
 * A warped grid laid over a pattern: rows x columns quadrilaterals that share their sides. Corner (row, column) lies at
 * (x, y)[row * (columns + 1) + column], in the pattern's own places (0 to 1), outside of which is black.
 */
export interface QuadGrid {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Writes the mean of every plane over every quadrilateral: out[plane][row * columns + column]. Straight lines between the corners stand
 * for the warped sides, so neighbours neither overlap nor leave gaps, and nothing of the scene is lost or counted twice.
 */
export function sampleQuads(pattern: Pattern, grid: QuadGrid, out: readonly Float32Array[]): void {
  if (pattern.kind === 'cells') {
    cellsQuads(pattern, grid, out);
    return;
  }
  if (pattern.kind === 'edge') edgeQuads(pattern, grid, out[0]!);
  else raysQuads(pattern, grid, out[0]!);
  blackOutside(grid, out[0]!);
}

/** Weighs quadrilaterals of an endless pattern with the share of them that lies inside the scene. */
function blackOutside(grid: QuadGrid, plane: Float32Array): void {
  const isInside = (value: number): boolean => value >= 0 && value <= 1;
  if (grid.x.every(isInside) && grid.y.every(isInside)) return;
  const inside = new Float32Array(plane.length);
  cellsQuads({ kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] }, grid, [inside]);
  for (let i = 0; i < plane.length; i += 1) plane[i] = inside[i] === 0 ? 0 : plane[i]! * inside[i]!;
}
