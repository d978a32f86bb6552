import { cellsLatticeSampler } from './cells-lattice.ts';
import { edgeLattice } from './edge-quads.ts';
import type { Lattice, LatticeSampler } from './lattice.ts';
import type { Pattern } from './pattern.ts';
import { raysLattice } from './rays-quads.ts';
import { squaresLattice } from './squares.ts';

/**
 * Makes a function that averages a pattern over lattices. It is fastest when successive lattices
 * lie close to each other.
 */
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
    else if (pattern.kind === 'squares') squaresLattice(pattern, lattice, out[0]!);
    else raysLattice(pattern, lattice, out[0]!);
    blackOutside(scene, lattice, out[0]!);
  };
}

/**
 * Multiplies the values of an unbounded pattern by the share of each node's spline that lies inside
 * the scene.
 */
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
