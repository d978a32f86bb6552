import { cellsSampler, type Cells } from './cells.ts';
import { edgeSampler, type Edge } from './edge.ts';
import { raysSampler, type Rays } from './rays.ts';
import type { RowSampler } from './row-sampler.ts';
import { squaresSampler, type Squares } from './squares.ts';

/**
 * A scene as a function of position, which runs from 0 to 1 across and from 0 to 1 down. Plain
 * data, so that it can be sent to another thread.
 */
export type Pattern = Cells | Edge | Rays | Squares;

/**
 * Makes a function that averages a pattern over rows of rectangles, whose columns `xEdges` ascend
 * within 0..1.
 */
export function rowSampler(pattern: Pattern, xEdges: Float64Array): RowSampler {
  switch (pattern.kind) {
    case 'cells':
      return cellsSampler(pattern, xEdges);
    case 'edge':
      return edgeSampler(pattern, xEdges);
    case 'rays':
      return raysSampler(pattern, xEdges);
    case 'squares':
      return squaresSampler(pattern, xEdges);
  }
}

export const planeCount = (pattern: Pattern): number =>
  pattern.kind === 'cells' ? pattern.planes.length : 1;
