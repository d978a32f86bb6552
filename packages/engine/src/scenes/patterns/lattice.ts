import { cellsLatticeSampler } from './cells-lattice.ts';
import { edgeLattice } from './edge-quads.ts';
import type { Pattern } from './pattern.ts';
import { raysLattice } from './rays-quads.ts';

/**
 * Places at which a pattern is sampled: rows x columns nodes and one more all round, node (row, column) at
 * (x, y)[(row + 1) * (columns + 2) + column + 1], in the pattern's own places (0 to 1), outside of which is black. Places grow along rows in
 * x and along columns in y.
 */
export interface Lattice {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Writes the mean of every plane under the quadratic B-spline of every node, which reaches one and a half steps to each side:
 * out[plane][row * columns + column]. Light between nodes is shared among them so that its amount and its centroid are kept, and what is
 * finer than the lattice leaves little behind.
 */
export type LatticeSampler = (lattice: Lattice, out: readonly Float32Array[]) => void;

/** Prepares to average a pattern over lattices; lattices that follow one another should lie near one another. */
export function latticeSampler(pattern: Pattern): LatticeSampler {
  if (pattern.kind === 'cells') return cellsLatticeSampler(pattern);
  const scene = cellsLatticeSampler({
    kind: 'cells',
    rows: 1,
    columns: 1,
    planes: [Float32Array.of(1)],
  });
  return (lattice, out) => {
    if (pattern.kind === 'edge') edgeLattice(pattern, lattice, out[0]!);
    else raysLattice(pattern, lattice, out[0]!);
    blackOutside(scene, lattice, out[0]!);
  };
}

/** Weighs nodes of an endless pattern with the share of their splines that lies inside the scene. */
function blackOutside(scene: LatticeSampler, lattice: Lattice, plane: Float32Array): void {
  if (isWithinScene(lattice.x) && isWithinScene(lattice.y)) return;
  const inside = new Float32Array(plane.length);
  scene(lattice, [inside]);
  for (let i = 0; i < plane.length; i += 1) plane[i] = inside[i] === 0 ? 0 : plane[i]! * inside[i]!;
}

function isWithinScene(places: Float64Array): boolean {
  for (let i = 0; i < places.length; i += 1)
    if (!(places[i]! >= 0 && places[i]! <= 1)) return false;
  return true;
}
