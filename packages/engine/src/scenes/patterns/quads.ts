import { cellsQuadSampler } from './cells-quads.ts';
import { edgeQuads } from './edge-quads.ts';
import { weigh, type Pattern } from './pattern.ts';
import type { QuadGrid, QuadSampler } from './quad-grid.ts';
import { raysQuads } from './rays-quads.ts';
import { squaresQuads } from './squares.ts';
import { stripesQuads } from './stripes.ts';

/**
 * Makes a function that averages a pattern over warped grids. It is fastest when successive grids
 * lie close to each other.
 */
export function quadSampler(pattern: Pattern): QuadSampler {
  if (pattern.kind === 'cells') return cellsQuadSampler(pattern);
  if (pattern.kind === 'weighted') {
    const [formula, cells] = [quadSampler(pattern.formula), cellsQuadSampler(pattern.cells)];
    return (grid, out) => {
      formula(grid, out);
      weigh(out, (planes) => {
        cells(grid, planes);
      });
    };
  }
  const scene = cellsQuadSampler({
    kind: 'cells',
    rows: 1,
    columns: 1,
    planes: [Float32Array.of(1)],
  });
  return (grid, out) => {
    if (pattern.kind === 'edge') edgeQuads(pattern, grid, out[0]!);
    else if (pattern.kind === 'squares') squaresQuads(pattern, grid, out[0]!);
    else if (pattern.kind === 'stripes') stripesQuads(pattern, grid, out[0]!);
    else raysQuads(pattern, grid, out[0]!);
    blackOutside(scene, grid, out[0]!);
  };
}

/** Averages a pattern over one warped grid. */
export function sampleQuads(pattern: Pattern, grid: QuadGrid, out: readonly Float32Array[]): void {
  quadSampler(pattern)(grid, out);
}

/**
 * Multiplies the means of an unbounded pattern by the share of each quadrilateral that lies inside
 * the scene.
 */
function blackOutside(scene: QuadSampler, grid: QuadGrid, plane: Float32Array): void {
  if (isWithinScene(grid.x) && isWithinScene(grid.y)) return;
  const inside = new Float32Array(plane.length);
  scene(grid, [inside]);
  for (let i = 0; i < plane.length; i += 1) plane[i] = inside[i] === 0 ? 0 : plane[i]! * inside[i]!;
}

function isWithinScene(places: Float64Array): boolean {
  for (let i = 0; i < places.length; i += 1)
    if (!(places[i]! >= 0 && places[i]! <= 1)) return false;
  return true;
}
