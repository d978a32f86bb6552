import { nodeIndex, type Tiling } from './tiling.ts';

/**
 * Light that falls beyond the kernels, called the veil, gathered in cells of a fraction of a tile.
 * Whatever the aberrations, diffraction at the rim of the aperture spreads it with the inverse
 * third power of the distance; so far from the source cells of some ten micrometres resolve it well
 * (docs/reference/physics.md#p5).
 */
export interface VeilSource {
  /**
   * Shared memory: share of the light that falls beyond the kernels, lost[node * kernels + kernel]
   * for all quadrant nodes.
   */
  readonly lost: Float32Array;
  /**
   * Shared memory: mean light per cell, planes[output][row * columns + column], which is added to.
   */
  readonly planes: readonly Float32Array[];
}

/** Cells across a tile: 16, or fewer where 16 would not be whole pixels. */
export const cellsPerTile = ({ side }: Tiling): number =>
  [16, 8, 4].find((count) => side % count === 0)!;

/**
 * Tiles beyond those of the picture whose light counts, on each side: of the veil less than a tenth
 * comes from farther away.
 */
export const MARGIN = 2;

/**
 * Size of the veil's grid of cells; it begins with the tile at [-tilesAcross - MARGIN, -tilesDown -
 * MARGIN].
 */
export const veilSize = (tiling: Tiling): { readonly rows: number; readonly columns: number } => ({
  rows: 2 * (tiling.tilesDown + MARGIN) * cellsPerTile(tiling),
  columns: 2 * (tiling.tilesAcross + MARGIN) * cellsPerTile(tiling),
});

/** Some tiles whose veil is gathered. */
export interface GatherVeilPart {
  readonly tiling: Tiling;
  readonly kernels: number;
  readonly veil: VeilSource;
}

/**
 * Adds to the veil's cells what a tile's source of one term loses.
 *
 * @param tile column and row.
 * @param uses kernels with which the source is convolved, and the outputs to which they add.
 * @param means of the source, see `cellMeans`.
 */
export function gatherVeil(
  { tiling, kernels, veil }: GatherVeilPart,
  [column, row]: readonly [number, number],
  uses: readonly { readonly output: number; readonly kernel: number }[],
  means: ArrayLike<number>,
): void {
  const { tilesAcross, tilesDown } = tiling;
  const count = cellsPerTile(tiling);
  const { columns } = veilSize(tiling);
  const lostAt = (nodeColumn: number, nodeRow: number, kernel: number): number =>
    veil.lost[nodeIndex(tiling, nodeColumn, nodeRow) * kernels + kernel]!;
  for (const { output, kernel } of uses) {
    const plane = veil.planes[output]!;
    const [upperLeft, upperRight, lowerLeft, lowerRight] = [
      lostAt(column, row, kernel),
      lostAt(column + 1, row, kernel),
      lostAt(column, row + 1, kernel),
      lostAt(column + 1, row + 1, kernel),
    ];
    for (let y = 0, from = 0; y < count; y += 1) {
      const down = (y + 0.5) / count;
      const left = upperLeft + (lowerLeft - upperLeft) * down;
      const right = upperRight + (lowerRight - upperRight) * down;
      let to =
        ((row + tilesDown + MARGIN) * count + y) * columns +
        (column + tilesAcross + MARGIN) * count;
      for (let x = 0; x < count; x += 1, from += 1, to += 1)
        plane[to]! += means[from]! * (left + ((right - left) * (x + 0.5)) / count);
    }
  }
}

/**
 * Means of a tile's source over the cells of the veil, row by row.
 *
 * @param phases the source, see `TileSampler`.
 */
export function cellMeans(tiling: Tiling, phases: readonly Float32Array[]): Float64Array {
  const { side } = tiling;
  const count = cellsPerTile(tiling);
  const cell = side / count;
  const means = new Float64Array(count * count);
  const share = 1 / (phases.length * cell * cell);
  for (const phase of phases)
    for (let row = 0, at = 0; row < side; row += 1) {
      const line = Math.floor(row / cell) * count;
      for (let x = 0; x < count; x += 1) {
        let sum = 0;
        for (let k = 0; k < cell; k += 1, at += 1) sum += phase[at]!;
        means[line + x]! += share * sum;
      }
    }
  return means;
}
