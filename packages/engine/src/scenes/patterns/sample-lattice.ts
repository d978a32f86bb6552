import type { Cells } from './cells.ts';
import { cellsLatticeSampler, reachOf } from './cells-lattice.ts';
import { edgeLattice } from './edge-quads.ts';
import type { Lattice, LatticeSampler } from './lattice.ts';
import { weigh, type Pattern } from './pattern.ts';
import { raysLattice } from './rays-quads.ts';
import { squaresLattice } from './squares.ts';
import { stripesLattice } from './stripes.ts';

/**
 * Makes a function that averages a pattern over lattices. It is fastest when successive lattices
 * lie close to each other.
 */
export function latticeSampler(pattern: Pattern): LatticeSampler {
  if (pattern.kind === 'cells')
    return pattern.endlessFrom === undefined
      ? cellsLatticeSampler(pattern)
      : endlessSampler(pattern, pattern.endlessFrom);
  if (pattern.kind === 'weighted') {
    const [formula, cells] = [latticeSampler(pattern.formula), cellsLatticeSampler(pattern.cells)];
    return (lattice, out) => {
      formula(lattice, out);
      weigh(out, (planes) => {
        cells(lattice, planes);
      });
    };
  }
  const scene = cellsLatticeSampler({
    kind: 'cells',
    rows: 1,
    columns: 1,
    planes: [Float32Array.of(1)],
  });
  return (lattice, out) => {
    if (pattern.kind === 'edge') edgeLattice(pattern, lattice, out[0]!);
    else if (pattern.kind === 'squares') squaresLattice(pattern, lattice, out[0]!);
    else if (pattern.kind === 'stripes') stripesLattice(pattern, lattice, out[0]!);
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

/**
 * Whether no spline of a lattice can reach beyond the scene: none reaches farther than one and a
 * half times the whole lattice.
 */
function isDeepInside(places: Float64Array): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < places.length; i += 1) {
    if (places[i]! < least) least = places[i]!;
    if (places[i]! > most) most = places[i]!;
  }
  const reach = 1.5 * (most - least);
  return least - reach >= 0 && most + reach <= 1;
}

/** Samples cells whose planes go on outside the scene as their nearest cell, from one on. */
function endlessSampler(pattern: Cells, from: number): LatticeSampler {
  const sample = cellsLatticeSampler(pattern);
  const { rows, columns, planes } = pattern;
  const cellAt = (place: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(place * count)));
  return (lattice, out) => {
    sample(lattice, out);
    const { x, y } = lattice;
    const wide = lattice.columns + 2;
    if (isDeepInside(x) && isDeepInside(y)) return;
    for (let row = 0, to = 0; row < lattice.rows; row += 1)
      for (let column = 0; column < lattice.columns; column += 1, to += 1) {
        const at = (row + 1) * wide + column + 1;
        const [reachX, reachY] = [reachOf(x, at, wide), reachOf(y, at, wide)];
        const isInside =
          x[at]! - reachX >= 0 &&
          x[at]! + reachX <= 1 &&
          y[at]! - reachY >= 0 &&
          y[at]! + reachY <= 1;
        if (isInside) continue;
        const cell = cellAt(y[at]!, rows) * columns + cellAt(x[at]!, columns);
        for (let plane = from; plane < planes.length; plane += 1)
          out[plane]![to] = planes[plane]![cell]!;
      }
  };
}
