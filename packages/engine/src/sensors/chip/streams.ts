/**
 * Streams of the generator. 1 and 2 are those of every read-out; a later capture has streams of its
 * own, `CAPTURE_STEP` apart.
 */
export const STREAMS = {
  temporal: 1,
  fixedPattern: 2,
  /** Dark current and defects, by pixel; bad columns, and how hot the hot pixels are. */
  fixedPixels: 3,
  telegraph: 4,
  /** By row in their first word, by column in their second one. */
  lines: 5,
  fixedLines: 6,
  drift: 7,
} as const;
export const CAPTURE_STEP = 16;
