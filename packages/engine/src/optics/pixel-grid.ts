/** The pixels that sample the image: centred on the optical axis, square, `pitch` metres apart. */
export interface PixelGrid {
  readonly rows: number;
  readonly columns: number;
  readonly pitch: number;
}
