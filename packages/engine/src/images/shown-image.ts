/**
 * A picture as it is shown: data[(row * columns + column) * channels + channel], 8 bit; one channel
 * is grey, three are sRGB.
 */
export interface ShownImage {
  readonly rows: number;
  readonly columns: number;
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}
