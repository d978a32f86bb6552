import type { PixelGrid } from './pixel-grid.ts';

/** Where the scene's image lies on the pixel grid, in pixels from the grid's top left corner; may reach beyond it. */
export interface Footprint {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Whether the scene shows at a place of the grid, in pixels; absent where it fills the whole rectangle. Lenses bend its sides and end at their image circle. */
  readonly holds?: (x: number, y: number) => boolean;
}

/** The rectangle of an image `width` x `height` metres round the axis. */
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

/** Share of the interval from..to that lies inside low..high. */
export const overlap = (from: number, to: number, low: number, high: number): number =>
  Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);
