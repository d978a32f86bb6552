import type { PixelShape } from './pixel-shape.ts';

/** A grid of square pixels in the image plane. */
export interface PixelGrid {
  readonly rows: number;
  readonly columns: number;
  /** Distance between neighbouring pixels, metres. */
  readonly pitch: number;
  /**
   * Place of the middle of the grid relative to the optical axis, pixels right and down; on the
   * axis unless given. With an offset the grid is a window of a larger one that is centred on the
   * axis.
   */
  readonly offset?: readonly [number, number];
  /** Where inside the pixels light counts; absent: evenly over the whole pixel. */
  readonly shape?: PixelShape;
}
