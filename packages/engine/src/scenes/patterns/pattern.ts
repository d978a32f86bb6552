import { cellsSampler, type Cells } from './cells.ts';
import { edgeSampler, type Edge } from './edge.ts';
import { raysSampler, type Rays } from './rays.ts';
import type { RowSampler } from './row-sampler.ts';
import { squaresSampler, type Squares } from './squares.ts';
import { stripesSampler, type Stripes } from './stripes.ts';

/**
 * A scene as a function of position, which runs from 0 to 1 across and from 0 to 1 down. Plain
 * data, so that it can be sent to another thread.
 */
export type Pattern = Formula | Cells | Weighted;
export type Formula = Edge | Rays | Squares | Stripes;

/** A formula times a plane of cells, plus another one: planes[0] and planes[1] of `cells`. */
export interface Weighted {
  readonly kind: 'weighted';
  readonly formula: Formula;
  readonly cells: Cells;
}

/** Makes the values of a `Weighted` in `out[0]` from those of its formula and of its cells. */
export function weigh(
  out: readonly Float32Array[],
  sampleCells: (planes: readonly Float32Array[]) => void,
): void {
  const formula = out[0]!;
  const planes = [0, 1].map(() => new Float32Array(formula.length));
  sampleCells(planes);
  for (let at = 0; at < formula.length; at += 1)
    formula[at] = formula[at]! * planes[0]![at]! + planes[1]![at]!;
}

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
    case 'stripes':
      return stripesSampler(pattern, xEdges);
    case 'weighted': {
      const formula = rowSampler(pattern.formula, xEdges);
      const cells = cellsSampler(pattern.cells, xEdges);
      // The sampler of cells writes a row only where it differs from the row before.
      const held = [0, 1].map(() => new Float32Array(xEdges.length - 1));
      return (top, bottom, out) => {
        formula(top, bottom, out);
        cells(top, bottom, held);
        weigh(out, (planes) => {
          for (const [k, plane] of planes.entries()) plane.set(held[k]!);
        });
      };
    }
  }
}

export const planeCount = (pattern: Pattern): number =>
  pattern.kind === 'cells' ? pattern.planes.length : 1;
