import { sumOfUniformsBelow, type Edge } from './edge.ts';
import type { QuadGrid } from './quads.ts';

/**
 * Exact share of each parallelogram on the bright side: y − slope·x over it is a constant plus two independent uniform variables.
 * A quadrilateral is taken as the parallelogram with the same middle and mean sides; a pixel's is that to 1e-4 of its size.
 */
export function edgeQuads(
  { slope, dark }: Edge,
  { rows, columns, x, y }: QuadGrid,
  out: Float32Array,
): void {
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
      const middle = (g00 + g01 + g10 + g11) / 4 - 0.5 * (1 - slope);
      out[row * columns + column] =
        dark +
        (1 - dark) * sumOfUniformsBelow(middle, Math.max(across, down), Math.min(across, down));
    }
  }
}
