import type { Photograph } from './engine-camera.ts';

const [RED, GREEN, BLUE] = [
  [1, 0.16, 0.12],
  [0.2, 1, 0.28],
  [0.2, 0.36, 1],
] as const;
/** Colour of the filter at (row & 1, column & 1) of a Bayer-grbg sensor. */
const FILTERS = [
  [GREEN, RED],
  [BLUE, GREEN],
] as const;

/**
 * Raw codes of a Bayer-grbg shot, each in the colour of its filter and times `gain`: rgb[(row *
 * columns + column) * 3 + channel].
 */
export function colouredMosaic(
  { arrays, image }: Photograph,
  {
    left,
    top,
    columns,
    rows,
  }: {
    readonly left: number;
    readonly top: number;
    readonly columns: number;
    readonly rows: number;
  },
  gain = 1,
): Buffer {
  const raw = arrays.raw![0]!;
  const shown = Buffer.alloc(rows * columns * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const share = Math.min(1, (gain * raw[(top + row) * image.columns + left + column]!) / 1023);
      const colour = FILTERS[(top + row) & 1]![(left + column) & 1]!;
      for (let channel = 0; channel < 3; channel += 1)
        shown[(row * columns + column) * 3 + channel] = Math.round(
          255 * share ** (1 / 2.2) * colour[channel]!,
        );
    }
  }
  return shown;
}
