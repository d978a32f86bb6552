import type { QuadGrid } from '../../scenes/patterns/quads.ts';
import { lookUp, type RadialMap } from './radial-map.ts';

/** Some working pixels: `fromX` and `fromY` lead from the axis to their upper left corner, in working pixels. */
export interface PixelBlock {
  readonly fromX: number;
  readonly fromY: number;
  readonly rows: number;
  readonly columns: number;
}

/** What a lens makes of a block. */
export interface LensView {
  /** Which; nothing when it is empty. */
  block: PixelBlock | undefined;
  /** The map's stretch at corner [row * (columns + 1) + column]. */
  readonly stretch: Float64Array;
  /** Irradiance per radiance of pixel [row * columns + column], steradians. */
  readonly light: Float32Array;
}

/** Room for blocks of up to `side` x `side`. */
export const lensView = (side: number): LensView => ({
  block: undefined,
  stretch: new Float64Array((side + 1) ** 2),
  light: new Float32Array(side * side),
});

/**
 * Points a view at a block, unless it shows its mirror image already: lenses are round.
 *
 * @param pitch of working pixels, mm.
 * @returns whether the view is the mirror image: its rows are the block's from the bottom up.
 */
export function look(view: LensView, map: RadialMap, pitch: number, block: PixelBlock): boolean {
  const { fromX, fromY, rows, columns } = block;
  const before = view.block;
  if (
    before?.fromX === fromX &&
    before.fromY === -fromY - rows &&
    before.rows === rows &&
    before.columns === columns
  )
    return true;
  view.block = block;
  fillStretch(map, pitch, block, view.stretch);
  // The rim of the image circle runs straight through a pixel.
  const rim = map.radius - pitch / 2;
  for (let row = 0, at = 0; row < rows; row += 1) {
    const y = (fromY + row + 0.5) * pitch;
    for (let column = 0; column < columns; column += 1, at += 1) {
      const x = (fromX + column + 0.5) * pitch;
      const distance = Math.sqrt(x * x + y * y);
      const inside = distance <= rim ? 1 : Math.max(0, (map.radius - distance) / pitch + 0.5);
      view.light[at] = inside * lookUp(map, map.solidAngle, distance);
    }
  }
  return false;
}

/** A map's stretch at the corners of a block's pixels: stretch[row * (columns + 1) + column]. */
export function fillStretch(
  map: RadialMap,
  pitch: number,
  { fromX, fromY, rows, columns }: PixelBlock,
  stretch: Float64Array,
): void {
  for (let row = 0, at = 0; row <= rows; row += 1) {
    const down = (fromY + row) * pitch;
    for (let column = 0; column <= columns; column += 1, at += 1) {
      const across = (fromX + column) * pitch;
      stretch[at] = lookUp(map, map.stretch, Math.sqrt(across * across + down * down));
    }
  }
}

/**
 * Corners of a block's pixels as places in the scene's pattern.
 *
 * @param isMirrored when the stretch is that of the mirror image, see `look`.
 * @param corners memory for the grid.
 */
export function warpedGrid(
  stretch: Float64Array,
  pitch: number,
  { fromX, fromY, rows, columns }: PixelBlock,
  isMirrored: boolean,
  acrossScale: number,
  downScale: number,
  corners: Pick<QuadGrid, 'x' | 'y'>,
): QuadGrid {
  const wide = columns + 1;
  const [x, y] = [
    corners.x.subarray(0, (rows + 1) * wide),
    corners.y.subarray(0, (rows + 1) * wide),
  ];
  for (let row = 0, at = 0; row <= rows; row += 1) {
    const down = (fromY + row) * pitch;
    for (
      let column = 0, from = (isMirrored ? rows - row : row) * wide;
      column < wide;
      column += 1, from += 1, at += 1
    ) {
      x[at] = 0.5 + (fromX + column) * pitch * stretch[from]! * acrossScale;
      y[at] = 0.5 + down * stretch[from]! * downScale;
    }
  }
  return { rows, columns, x, y };
}
