import { eachOf, type Triple } from '../../colour/xyz.ts';
import { solveLinear } from '../linear-algebra.ts';

/** Rows for red, green and blue of what is shown. */
export type ColourMatrix = readonly [Triple, Triple, Triple];

/** The 3 x 3 matrix that brings colours nearest to others, by least squares. */
export const fitMatrix = (from: readonly Triple[], to: readonly Triple[]): ColourMatrix =>
  [0, 1, 2].map((row) => {
    const normal = [0, 1, 2].map((i) =>
      Float64Array.of(
        ...[0, 1, 2].map((j) => from.reduce((sum, colour) => sum + colour[i]! * colour[j]!, 0)),
        from.reduce((sum, colour, patch) => sum + colour[i]! * to[patch]![row]!, 0),
      ),
    );
    return solveLinear(normal);
  }) as unknown as ColourMatrix;

/**
 * The same among the matrices whose rows sum to 1, which leave white as it is. The second factor of
 * a row is 1 minus the others, so each row has two unknowns, which multiply the differences of red
 * and blue from green.
 */
export const fitWhiteKeepingMatrix = (
  from: readonly Triple[],
  to: readonly Triple[],
): ColourMatrix =>
  [0, 1, 2].map((row) => {
    const differences = from.map(([red, green, blue]) => [red - green, blue - green] as const);
    const normal = ([0, 1] as const).map((i) =>
      Float64Array.of(
        ...([0, 1] as const).map((j) => differences.reduce((sum, d) => sum + d[i] * d[j], 0)),
        differences.reduce((sum, d, patch) => sum + d[i] * (to[patch]![row]! - from[patch]![1]), 0),
      ),
    );
    const [red, blue] = solveLinear(normal) as readonly [number, number];
    return [red, 1 - red - blue, blue];
  }) as unknown as ColourMatrix;

/** A colour by a matrix. */
export const applyMatrix = (matrix: ColourMatrix, [red, green, blue]: Triple): Triple =>
  eachOf(matrix, ([r, g, b]) => r * red + g * green + b * blue);
