/** The pixels that sample the image: square, `pitch` metres apart. */
export interface PixelGrid {
  readonly rows: number;
  readonly columns: number;
  readonly pitch: number;
  /**
   * Where the middle of the grid lies from the optical axis, pixels right and down; on the axis when absent. With an offset the grid is a
   * window of a larger, centred one.
   */
  readonly offset?: readonly [number, number];
}
