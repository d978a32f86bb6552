import { cellsSampler, type Cells } from './cells.ts';
import { edgeSampler, type Edge } from './edge.ts';
import { raysSampler, type Rays } from './rays.ts';

/** A scene as a function of place, plain data so that it can go to another thread. Places run from 0 to 1 across and from 0 to 1 down. */
export type Pattern = Cells | Edge | Rays;

/**
 * Writes the mean of every plane over a row of rectangles: rectangle i spans xEdges[i]..xEdges[i+1] and top..bottom,
 * all within 0..1; out[plane][i]. `out` must be the same arrays in every call to one sampler: it may find them already right.
 */
export type RowSampler = (top: number, bottom: number, out: readonly Float32Array[]) => void;

/** Prepares to average a pattern over columns that stay the same from row to row. `xEdges` ascends within 0..1. */
export function rowSampler(pattern: Pattern, xEdges: Float64Array): RowSampler {
  switch (pattern.kind) {
    case 'cells':
      return cellsSampler(pattern, xEdges);
    case 'edge':
      return edgeSampler(pattern, xEdges);
    case 'rays':
      return raysSampler(pattern, xEdges);
  }
}

export const planeCount = (pattern: Pattern): number =>
  pattern.kind === 'cells' ? pattern.planes.length : 1;
