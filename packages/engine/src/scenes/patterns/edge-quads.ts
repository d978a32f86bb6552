import { edgeLevel, sumOfSplinesBelow, sumOfUniformsBelow, type Edge } from './edge.ts';
import type { Lattice } from './lattice.ts';
import type { QuadGrid } from './quad-grid.ts';

/**
 * Exact share of each parallelogram on the bright side: over it, y − slope·x is a constant plus two
 * independent uniform variables. A quadrilateral is treated as the parallelogram with the same
 * centre and mean sides; the quadrilateral of a pixel deviates from it by 1e-4 of its size.
 */
export function edgeQuads(edge: Edge, { rows, columns, x, y }: QuadGrid, out: Float32Array): void {
  const { slope, dark } = edge;
  const level = edgeLevel(edge);
  const wide = columns + 1;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      const [g00, g01, g10, g11] = [
        y[a]! - slope * x[a]!,
        y[a + 1]! - slope * x[a + 1]!,
        y[b]! - slope * x[b]!,
        y[b + 1]! - slope * x[b + 1]!,
      ];
      const across = Math.abs(g01 - g00 + g11 - g10) / 4;
      const down = Math.abs(g10 - g00 + g11 - g01) / 4;
      const middle = (g00 + g01 + g10 + g11) / 4 - level;
      out[row * columns + column] =
        dark +
        (1 - dark) * sumOfUniformsBelow(middle, Math.max(across, down), Math.min(across, down));
    }
  }
}

/**
 * The mean under the spline of each node of a lattice: y − slope·x is a constant plus two
 * independent sums of three uniform variables.
 */
export function edgeLattice(edge: Edge, { rows, columns, x, y }: Lattice, out: Float32Array): void {
  const { slope, dark } = edge;
  const level = edgeLevel(edge);
  const wide = columns + 2;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0, at = (row + 1) * wide + 1; column < columns; column += 1, at += 1) {
      const across = Math.abs(y[at + 1]! - y[at - 1]! - slope * (x[at + 1]! - x[at - 1]!)) / 2;
      const down =
        Math.abs(y[at + wide]! - y[at - wide]! - slope * (x[at + wide]! - x[at - wide]!)) / 2;
      const bright = sumOfSplinesBelow(
        y[at]! - slope * x[at]! - level,
        Math.max(across, down),
        Math.min(across, down),
      );
      out[row * columns + column] = dark + (1 - dark) * bright;
    }
  }
}
