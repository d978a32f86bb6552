/** A picture with 16 bits per sample: data[(row * columns + column) * channels + channel]. */
export interface DeepImage {
  readonly rows: number;
  readonly columns: number;
  readonly channels: 1 | 3;
  readonly data: Uint16Array;
}
