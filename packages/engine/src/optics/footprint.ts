import type { PixelGrid } from './pixel-grid.ts';

/**
 * Bounds of a scene's image on a pixel grid, in pixels from the grid's top left corner; they may
 * lie outside the grid.
 */
export interface Footprint {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /**
   * Whether a place on the grid, in pixels, is in the scene's image; absent where the image fills
   * the rectangle. Real lenses bend its sides and clip it by their image circle.
   */
  readonly holds?: (x: number, y: number) => boolean;
}

/** Bounds of an image of `width` x `height` metres that is centred on the axis. */
export function centredFootprint(grid: PixelGrid, width: number, height: number): Footprint {
  const [columns, rows] = [width / grid.pitch, height / grid.pitch];
  const [across, down] = grid.offset ?? [0, 0];
  return {
    left: (grid.columns - columns) / 2 - across,
    right: (grid.columns + columns) / 2 - across,
    top: (grid.rows - rows) / 2 - down,
    bottom: (grid.rows + rows) / 2 - down,
  };
}

/** Share of the interval from `from` to `to` that lies between `low` and `high`. */
export const overlap = (from: number, to: number, low: number, high: number): number =>
  Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);
