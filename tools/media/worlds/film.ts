/**
 * Values per pixel: the radiance (3), the estimated error of the radiance (3), the body colour (3)
 * and the normal (3) of the first surface. Colours are linear sRGB primaries.
 */
export const CHANNELS = 12;

/** A linear-light picture with `CHANNELS` values per pixel, rows from the top. */
export interface Film {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** An empty film. */
export function createFilm(width: number, height: number): Film {
  return { width, height, data: new Float32Array(width * height * CHANNELS) };
}
